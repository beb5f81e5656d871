"""Lots with their lawns, houses, garages, driveways, back-yard patches and pools."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.scene.suburb.layers import Layer, layer_rng
from hsi_uq_app.scene.suburb.light import Light
from hsi_uq_app.scene.suburb.scenery import NO_TREE, NOTHING, SUN, Frame, Scenery, deal
from hsi_uq_app.scene.suburb.site import LOT_WIDTH, MARGIN, STREET_EVERY, STREET_HALF_WIDTH, Site

LOT_DEPTH = STREET_EVERY / 2 - STREET_HALF_WIDTH
_SHADOW = -4.0 * SUN
"""How far a house's shadow reaches over the ground (x, y), metres."""
_EMPTY_SHARE = 0.08
_TURN_SD = 0.06

_ROOFS = {
    "grey shingle": 5.0,
    "brown shingle": 5.0,
    "clay tile": 3.0,
    "wood shingle": 2.0,
    "concrete tile": 2.0,
    "roof gravel": 2.0,
    "bare metal": 1.0,
    "greenish shingle": 1.0,
}
_GARDENS = {"lawn": 8.0, "dry grass": 3.0, "soil": 1.0}
_PATCHED = {"lawn": "", "dry grass": "lawn", "soil": "dry grass"}
"""What grows in the thin places of a garden."""
_PATCHES = {
    "dry grass": 3.0,
    "weathered wood": 3.0,
    "soil": 2.0,
    "brick": 2.0,
    "concrete": 2.0,
    "leaf litter": 2.0,
    "sand": 1.0,
    "water": 1.5,
}
"""What covers half of the back yards; water is a pool with a concrete rim."""
_DRIVEWAYS = {"concrete": 3.0, "car park asphalt": 2.0, "roof gravel": 1.0}


@dataclass(frozen=True)
class House:
    """The measures of one house in its lot's frame, metres."""

    length: float
    depth: float
    setback: float
    side: int
    has_garage: bool

    @property
    def u(self) -> float:
        """Centre along the street: pushed to one side, to leave room for the driveway on the other."""
        return -self.side * (LOT_WIDTH / 2 - self.length / 2 - 1.2)


def plan_houses(site: Site, scenery: Scenery, seed: int) -> None:
    """One lot after the other, each from its own row of random numbers."""
    rng = layer_rng(seed, Layer.HOUSES)
    lots = [lot for lot in site.lots() if _meets(lot, site)]
    draws = rng.random((len(lots), 12))
    left = np.array([lot.x < site.samples / 2 for lot in lots])
    gardens, patches, driveways, roofs = (
        _dealt(rng, weights, left) for weights in (_GARDENS, _PATCHES, _DRIVEWAYS, _ROOFS)
    )
    for i, lot in enumerate(lots):
        garden = scenery.thing(gardens[i], rng, patched_with=_PATCHED[gardens[i]])
        lot.rectangle(scenery.ground, (0, LOT_DEPTH / 2), (LOT_WIDTH / 2 + 1, LOT_DEPTH / 2), garden)
        patch, house = draws[i, :5], _house(draws[i, 5:])
        if patch[0] < 0.5:
            _add_patch(lot, scenery, patches[i], patch, rng)
        if draws[i, 11] > _EMPTY_SHARE:
            _add_driveway(lot, scenery, house, driveways[i], rng)
            _add_house(lot.moved(0, 0, _TURN_SD * rng.normal()), scenery, house, roofs[i], rng)


def _dealt(rng: np.random.Generator, weights: dict[str, float], left: np.ndarray) -> np.ndarray:
    """Names for all lots, dealt apart in the two halves so that these are alike."""
    names = np.empty(len(left), object)
    for half in (left, ~left):
        names[half] = deal(rng, weights, int(half.sum()))
    return names


def _house(draws: np.ndarray) -> House:
    has_garage = bool(draws[0] < 0.5)
    return House(
        length=10 + (2.5 if has_garage else 5.0) * draws[1],
        depth=8 + 4 * draws[2],
        setback=6 + 4 * draws[3],
        side=1 if draws[4] < 0.5 else -1,
        has_garage=has_garage,
    )


def _add_patch(
    lot: Frame, scenery: Scenery, material: str, draws: np.ndarray, rng: np.random.Generator
) -> None:
    half_u, half_v = 1.5 + 2.5 * draws[1], 1.5 + 1.5 * draws[2]
    u, v = (2 * draws[3] - 1) * (LOT_WIDTH / 2 - half_u - 1), LOT_DEPTH - half_v - 1.5 - 5 * draws[4]
    if material == "water":
        lot.rectangle(scenery.ground, (u, v), (half_u + 1, half_v + 1), scenery.thing("concrete", rng))
        lot.rectangle(scenery.keep_off, (u, v), (half_u + 1, half_v + 1), NOTHING)
    lot.rectangle(scenery.ground, (u, v), (half_u, half_v), scenery.thing(material, rng))


def _add_driveway(
    lot: Frame, scenery: Scenery, house: House, material: str, rng: np.random.Generator
) -> None:
    """From the street to the garage, or along the house; and a path to the door."""
    half_width = 2.4 if house.has_garage else 1.5
    length = house.setback + (0.5 if house.has_garage else house.depth / 2)
    u = house.side * (LOT_WIDTH / 2 - 0.8 - half_width)
    lot.rectangle(scenery.ground, (u, length / 2), (half_width, length / 2), scenery.thing(material, rng))
    lot.rectangle(scenery.keep_off, (u, length / 2), (half_width, length / 2), NO_TREE)
    path = scenery.thing("concrete", rng)
    lot.rectangle(scenery.ground, (house.u, house.setback / 2), (0.6, house.setback / 2), path)


def _add_house(lot: Frame, scenery: Scenery, house: House, roof: str, rng: np.random.Generator) -> None:
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
        scenery.building_shade.rectangle(shadow, half, frame.angle, Light.CAST_SHADOW)
    frame.rectangle(scenery.keep_off, (0, 0), (half_u + 1, half_v + 1), NOTHING)


def _meets(lot: Frame, site: Site) -> bool:
    """Whether any part of the lot may be seen."""
    reach = MARGIN + LOT_DEPTH
    return -reach < lot.x < site.samples + reach and -reach < lot.y < site.lines + reach
