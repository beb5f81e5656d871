"""What the analyst chose to look at, and how: the part of the state that undo walks through."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from hsi_uq_app.scene.regions import Region
from hsi_uq_app.session.thresholds import Thresholds

Layer = Literal[
    "none", "probability", "width", "hcs", "ace", "disagreement", "truth", "materials", "consistency"
]
RESULT_LAYERS: Final[tuple[Layer, ...]] = ("probability", "width", "hcs", "ace")
"""Layers of one result."""
OTHER_LAYERS: Final[tuple[Layer, ...]] = ("disagreement", "truth", "materials", "consistency")
"""Layers of several results, of truth, of the classes beside a simulated scene, of a calibrated result."""
LAYERS: Final[tuple[Layer, ...]] = ("none", *RESULT_LAYERS, *OTHER_LAYERS)
Kind = Literal["positive", "top-label"]
Spacing = Literal["width", "mass"]
Pixel = tuple[int, int]


@dataclass(frozen=True)
class Look:
    """How a layer is drawn: its opacity 0..1, and a colour map where it shows values."""

    opacity: float
    colour_map: str


LOOKS: Final[Mapping[Layer, Look]] = MappingProxyType(
    {
        "probability": Look(0.75, "viridis"),
        "width": Look(0.75, "magma"),
        "hcs": Look(0.70, ""),
        "ace": Look(0.75, "cividis"),
        "disagreement": Look(0.9, ""),
        "truth": Look(0.9, "viridis"),
        "materials": Look(0.7, ""),
        "consistency": Look(0.75, "magma"),
    }
)


@dataclass(frozen=True)
class Pin:
    """A pixel whose spectrum stays. The key is its number; it chooses the colour and is never used again."""

    key: int
    line: int
    sample: int
    visible: bool = True


@dataclass(frozen=True)
class View:
    """Choices of the analyst.

    Attributes:
        preset: name of the composite, see `composites.PRESETS`.
        bands: the three bands (red, green, blue) it came to, 0-based; empty without a scene.
        layer: the one map laid over the composite.
        looks: how each layer is drawn.
        pins: pinned pixels, oldest first.
        next_pin: the key of the next pin.
        clicked: the pixel clicked last, whose draws are shown.
        discs: whether the discs of a simulated scene are marked.
        framed: the rectangle whose mean spectrum is shown.
        overlaid: which spectra of the library are drawn, by their place in it.
        lit: bins of the reliability diagram whose pixels are lit.
        curve_kind, curve_spacing: which reliability curve (design 3, ECE).
        isotonic: whether the isotonic curve with its band lies over it.
        region: where truth is compared, in the grammar of `scene.labels.parse_region`.
    """

    thresholds: Thresholds = field(default_factory=Thresholds)
    preset: str = "natural"
    bands: tuple[int, ...] = ()
    layer: Layer = "hcs"
    looks: Mapping[Layer, Look] = field(default_factory=lambda: dict(LOOKS))
    pins: tuple[Pin, ...] = ()
    next_pin: int = 0
    clicked: Pixel | None = None
    discs: bool = False
    framed: Region | None = None
    overlaid: tuple[int, ...] = ()
    lit: tuple[int, ...] = ()
    curve_kind: Kind = "positive"
    curve_spacing: Spacing = "width"
    isotonic: bool = False
    region: str = "all"
