"""The materials of the suburb: their names in the spectral library, and their colours in the truth map."""

TARGET = "target paint"

MATERIALS: dict[str, tuple[int, int, int]] = {
    TARGET: (255, 0, 160),
    "decoy paint": (0, 190, 120),
    "artificial turf": (0, 150, 90),
    "green metal": (60, 220, 170),
    "greenish shingle": (120, 160, 140),
    "grey shingle": (128, 128, 136),
    "brown shingle": (140, 110, 90),
    "clay tile": (190, 90, 60),
    "wood shingle": (120, 90, 70),
    "concrete tile": (150, 140, 130),
    "roof gravel": (165, 160, 150),
    "bare metal": (200, 205, 215),
    "road asphalt": (70, 70, 75),
    "car park asphalt": (90, 90, 95),
    "concrete": (205, 200, 190),
    "brick": (170, 80, 70),
    "clay court": (210, 120, 80),
    "sand": (225, 205, 150),
    "soil": (125, 90, 60),
    "bright paint": (250, 230, 60),
    "dry grass": (195, 185, 110),
    "lawn": (110, 190, 70),
    "leaf litter": (150, 115, 75),
    "bark": (100, 70, 50),
    "weathered wood": (160, 140, 120),
    "water": (50, 90, 200),
    "tree crown": (20, 100, 30),
}
"""Name -> colour (red, green, blue) in the order of the class numbers, which start at 1; 0 is never used."""

NAMES = tuple(MATERIALS)
NUMBER = {name: number for number, name in enumerate(NAMES)}

DECOY_STAND_INS = {
    "decoy paint": "bright paint",
    "artificial turf": "lawn",
    "green metal": "bare metal",
    "greenish shingle": "grey shingle",
}
"""The look-alikes of the target, and what stands in their place in a scene without decoys."""
