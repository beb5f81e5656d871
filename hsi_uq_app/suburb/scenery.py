"""The plan while it is being drawn: every layer adds its things and where they lie."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from hsi_uq_app.suburb.library import MaterialLibrary
from hsi_uq_app.suburb.materials import DECOY_STAND_INS, NUMBER
from hsi_uq_app.suburb.shapes import Pair, ShapeList

SUN = np.array([0.8, 0.6])
"""Horizontal direction towards the sun (x, y): the south-east, so shadows fall to the north-west."""

NO_TREE, NOTHING = 1, 2
"""Values of the keep-off mask: no trunk here; nothing here at all."""

_GAIN_SD = 0.08


@dataclass(frozen=True)
class Thing:
    """One object's appearance: half its light from one spectrum of its material, half from another.

    Attributes:
        material: number in `materials.NAMES`.
        first, second: rows of the spectral library; pixels mix the two.
        gain: brightness relative to the library's sample.
    """

    material: int
    first: int
    second: int
    gain: float


@dataclass
class Scenery:
    """Collects things and shapes; what is added later lies on top.

    Attributes:
        ground: what lies on the ground; values are thing numbers.
        roofs: what covers the ground and its shadows; values are thing numbers.
        leaf_shade, building_shade: where the sun does not reach.
        keep_off: where later layers must not put things (`NO_TREE`, `NOTHING`).
    """

    library: MaterialLibrary
    decoys: bool
    variability: bool
    things: list[Thing] = field(default_factory=list)
    ground: ShapeList = field(default_factory=ShapeList)
    roofs: ShapeList = field(default_factory=ShapeList)
    leaf_shade: ShapeList = field(default_factory=ShapeList)
    building_shade: ShapeList = field(default_factory=ShapeList)
    keep_off: ShapeList = field(default_factory=ShapeList)

    def thing(
        self, material: str, rng: np.random.Generator, gain: float = 1.0, patched_with: str = ""
    ) -> int:
        """A new object of a material; returns its number.

        Its second spectrum comes from the same material, or from the one it is patched with.

        Draws the same numbers whatever the options, so that an option changes nothing but itself.
        """
        first, second, lognormal = rng.random(), rng.random(), rng.normal()
        name = material if self.decoys else DECOY_STAND_INS.get(material, material)
        if not self.variability:
            first, second, lognormal, patched_with = 0.0, 0.0, 0.0, ""
        pair = self._row(name, first), self._row(patched_with or name, second)
        self.things.append(Thing(NUMBER[name], *pair, gain * float(np.exp(_GAIN_SD * lognormal))))
        return len(self.things) - 1

    def _row(self, material: str, draw: float) -> int:
        rows = self.library.rows[material]
        return int(rows[int(draw * len(rows))])


@dataclass(frozen=True)
class Frame:
    """A local frame: u along, v across; `side` -1 mirrors v."""

    x: float
    y: float
    angle: float
    side: int = 1

    def at(self, u: float, v: float) -> Pair:
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        v = self.side * v
        return float(self.x + u * cos - v * sin), float(self.y + u * sin + v * cos)

    def direction(self, u: float, v: float) -> np.ndarray:
        """A direction of this frame in the scene's coordinates (2,)."""
        return np.array(self.at(u, v)) - np.array(self.at(0, 0))

    def rectangle(self, shapes: ShapeList, centre: Pair, half: Pair, value: int) -> None:
        """Add a rectangle; centre and half sizes are (u, v)."""
        shapes.rectangle(self.at(*centre), half, self.angle, value)

    def moved(self, u: float, v: float, turn: float = 0.0) -> "Frame":
        return Frame(*self.at(u, v), self.angle + turn, self.side)


def deal(
    rng: np.random.Generator, weights: dict[str, float], count: int, at_least: Sequence[str] = ()
) -> list[str]:
    """`count` names in random order with shares as close to the weights as whole numbers allow.

    Names in `at_least` come at least once. Dealing instead of drawing keeps two halves alike.
    """
    total = sum(weights.values())
    edges = np.round(np.cumsum([weight / total * count for weight in weights.values()])).astype(int)
    names = [name for name, n in zip(weights, np.diff(edges, prepend=0), strict=True) for _ in range(n)]
    for position, name in enumerate(name for name in at_least if name not in names):
        names[-1 - position] = name
    rng.shuffle(names)
    return names
