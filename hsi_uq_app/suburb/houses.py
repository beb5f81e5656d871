"""Houses with garages, driveways and paths; roofs of two facets and the shadows they cast."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.suburb.light import Illumination
from hsi_uq_app.suburb.scenery import NO_TREE, NOTHING, SUN, Frame, Scenery
from hsi_uq_app.suburb.site import LOT_WIDTH

_SHADOW = -4.0 * SUN
"""How far a house's shadow reaches over the ground (x, y), metres."""


@dataclass(frozen=True)
class House:
    """The measures of one house in its lot's frame, metres; side is where the driveway runs."""

    length: float
    depth: float
    setback: float
    side: int
    has_garage: bool

    @property
    def u(self) -> float:
        """Centre along the street: pushed to one side, to leave room for the driveway on the other."""
        return -self.side * (LOT_WIDTH / 2 - self.length / 2 - 1.2)


def make_house(draws: np.ndarray, has_garage: bool) -> House:
    """A house of 10-15 x 8-12 m from four uniform numbers."""
    return House(
        length=10 + (2.5 if has_garage else 5.0) * draws[0],
        depth=8 + 4 * draws[1],
        setback=6 + 4 * draws[2],
        side=1 if draws[3] < 0.5 else -1,
        has_garage=has_garage,
    )


def add_driveway(lot: Frame, scenery: Scenery, house: House, material: str, rng: np.random.Generator) -> None:
    """From the street to the garage, or along the house; and a path to the door."""
    half_width = 2.4 if house.has_garage else 1.5
    length = house.setback + (0.5 if house.has_garage else house.depth / 2)
    u = house.side * (LOT_WIDTH / 2 - 0.8 - half_width)
    lot.rectangle(scenery.ground, (u, length / 2), (half_width, length / 2), scenery.thing(material, rng))
    lot.rectangle(scenery.keep_off, (u, length / 2), (half_width, length / 2), NO_TREE)
    path = scenery.thing("concrete", rng)
    lot.rectangle(scenery.ground, (house.u, house.setback / 2), (0.6, house.setback / 2), path)


def add_house(lot: Frame, scenery: Scenery, house: House, roof: str, rng: np.random.Generator) -> None:
    """Main roof, and the garage's at right angles to it."""
    gable = lot.moved(house.u, house.setback + house.depth / 2)
    ridge_along = rng.random() < 0.75
    add_roof(gable, scenery, roof, (house.length / 2, house.depth / 2), rng, ridge_along=ridge_along)
    if house.has_garage:
        garage = lot.moved(house.u + house.side * (house.length / 2 + 2.8), house.setback + 3.2)
        add_roof(garage, scenery, roof, (3.0, 3.2), rng, ridge_along=not ridge_along)


def add_roof(
    frame: Frame,
    scenery: Scenery,
    material: str,
    half: tuple[float, float],
    rng: np.random.Generator,
    *,
    ridge_along: bool,
) -> None:
    """Two facets that meet in a ridge, the one towards the sun brighter, and the shadow of the house.

    Args:
        half: half length along u and half depth along v, metres.
        ridge_along: the ridge runs along u.
    """
    half_u, half_v = half
    for sign in (-1, 1):
        u, v = (0.0, sign * half_v / 2) if ridge_along else (sign * half_u / 2, 0.0)
        lit = frame.direction(u, v) @ SUN > 0
        gain = rng.uniform(1.05, 1.2) if lit else rng.uniform(0.65, 0.85)
        size = (half_u, half_v / 2) if ridge_along else (half_u / 2, half_v)
        frame.rectangle(scenery.roofs, (u, v), size, scenery.thing(material, rng, gain))
    for reach in (0.25, 0.5, 0.75, 1.0):
        dx, dy = reach * _SHADOW
        shadow = frame.x + dx, frame.y + dy
        scenery.building_shade.rectangle(shadow, half, frame.angle, Illumination.CAST_SHADOW)
    frame.rectangle(scenery.keep_off, (0, 0), (half_u + 1, half_v + 1), NOTHING)
