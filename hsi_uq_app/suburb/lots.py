"""Lots along the streets: gardens, back-yard patches and pools, and which house stands where."""

import numpy as np

from hsi_uq_app.suburb.houses import add_driveway, add_house, make_house
from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.scenery import NOTHING, Frame, Scenery, deal
from hsi_uq_app.suburb.site import LOT_WIDTH, MARGIN, STREET_EVERY, STREET_HALF_WIDTH, Site

LOT_DEPTH = STREET_EVERY / 2 - STREET_HALF_WIDTH
_TURN_SD = 0.06
"""Houses stand almost straight to their street, radians."""

_KINDS = {"empty": 8.0, "with garage": 46.0, "plain": 46.0}
_GARDENS = {"lawn": 8.0, "dry grass": 3.0, "soil": 1.0}
_PATCHED = {"lawn": "", "dry grass": "lawn", "soil": "dry grass"}
"""What grows in the thin places of a garden."""
_PATCHES = {
    "": 16.5,
    "dry grass": 3.0,
    "weathered wood": 3.0,
    "soil": 2.0,
    "brick": 2.0,
    "concrete": 2.0,
    "leaf litter": 2.0,
    "sand": 1.0,
    "water": 1.5,
}
"""What covers part of the back yards, half of which have none; water is a pool with a concrete rim."""
_DRIVEWAYS = {"concrete": 3.0, "car park asphalt": 2.0, "roof gravel": 1.0}
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


def plan_lots(site: Site, scenery: Scenery, seed: int) -> None:
    """One lot after the other; what they hold is dealt so that the two halves are alike."""
    rng = layer_rng(seed, SuburbLayer.HOUSES)
    lots = [lot for lot in site.lots() if _meets(lot, site, MARGIN + LOT_DEPTH)]
    draws = rng.random((len(lots), 8))
    groups = np.array([2 * (lot.x < site.samples / 2) + _meets(lot, site, 0) for lot in lots])
    gardens, patches, driveways, kinds = (
        _dealt(rng, weights, groups) for weights in (_GARDENS, _PATCHES, _DRIVEWAYS, _KINDS)
    )
    roofs = _dealt(rng, _ROOFS, np.char.add(groups.astype(str), kinds.astype(str)))
    for i, lot in enumerate(lots):
        garden = scenery.thing(gardens[i], rng, patched_with=_PATCHED[gardens[i]])
        lot.rectangle(scenery.ground, (0, LOT_DEPTH / 2), (LOT_WIDTH / 2 + 1, LOT_DEPTH / 2), garden)
        if patches[i]:
            _add_patch(lot, scenery, patches[i], draws[i, :4], rng)
        if kinds[i] != "empty":
            house = make_house(draws[i, 4:], kinds[i] == "with garage")
            add_driveway(lot, scenery, house, driveways[i], rng)
            add_house(lot.moved(0, 0, _TURN_SD * rng.normal()), scenery, house, roofs[i], rng)


def _dealt(rng: np.random.Generator, weights: dict[str, float], groups: np.ndarray) -> np.ndarray:
    """One name for each lot, dealt apart in every group (lots,)."""
    names = np.empty(len(groups), object)
    for group in np.unique(groups):
        members = groups == group
        names[members] = deal(rng, weights, int(members.sum()))
    return names


def _add_patch(
    lot: Frame, scenery: Scenery, material: str, draws: np.ndarray, rng: np.random.Generator
) -> None:
    half_u, half_v = 1.5 + 2.5 * draws[0], 1.5 + 1.5 * draws[1]
    u, v = (2 * draws[2] - 1) * (LOT_WIDTH / 2 - half_u - 1), LOT_DEPTH - half_v - 1.5 - 5 * draws[3]
    if material == "water":
        lot.rectangle(scenery.ground, (u, v), (half_u + 1, half_v + 1), scenery.thing("concrete", rng))
        lot.rectangle(scenery.keep_off, (u, v), (half_u + 1, half_v + 1), NOTHING)
    lot.rectangle(scenery.ground, (u, v), (half_u, half_v), scenery.thing(material, rng))


def _meets(lot: Frame, site: Site, reach: float) -> bool:
    """Whether the lot's street edge lies in the scene or within reach of it."""
    return -reach < lot.x < site.samples + reach and -reach < lot.y < site.lines + reach
