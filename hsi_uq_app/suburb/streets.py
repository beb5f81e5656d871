"""Roads and sidewalks, laid in short straight pieces along the bends."""

import numpy as np

from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.scenery import NO_TREE, Frame, Scenery
from hsi_uq_app.suburb.site import CROSSING_EVERY, MARGIN, ROAD_HALF_WIDTH, STREET_HALF_WIDTH, Site

_PIECE = 10.0
_OVERLAP = 0.8
"""Metres by which a piece reaches into its neighbours, so that no gap opens in a bend."""


def plan_streets(site: Site, scenery: Scenery, seed: int) -> None:
    """All sidewalks first, so that no sidewalk crosses a road."""
    rng = layer_rng(seed, SuburbLayer.STREETS, 1)
    pieces = [*_street_pieces(site), *_crossing_pieces(site)]
    sidewalk = scenery.thing("concrete", rng)
    for _, frame in pieces:
        frame.rectangle(scenery.ground, (0, 0), (_PIECE / 2 + _OVERLAP, STREET_HALF_WIDTH), sidewalk)
        frame.rectangle(scenery.keep_off, (0, 0), (_PIECE / 2 + _OVERLAP, STREET_HALF_WIDTH), NO_TREE)
    asphalts = {
        name: scenery.thing("road asphalt", rng) for name in dict.fromkeys(name for name, _ in pieces)
    }
    for name, frame in pieces:
        frame.rectangle(scenery.ground, (0, 0), (_PIECE / 2 + _OVERLAP, ROAD_HALF_WIDTH), asphalts[name])


def _street_pieces(site: Site) -> list[tuple[str, Frame]]:
    """Named by the stretch between two crossings: each was paved in its own year."""
    centres = np.arange(-MARGIN, site.samples + MARGIN + _PIECE, _PIECE)
    return [
        (
            f"street {row} {np.searchsorted(site.crossings, x)}",
            Frame(x, site.street_y(row, x), site.street_angle(x)),
        )
        for row in range(len(site.streets))
        for x in centres
        if not site.street_is_school(row, x) and _near(site.street_y(row, x), site.lines)
    ]


def _crossing_pieces(site: Site) -> list[tuple[str, Frame]]:
    centres = np.arange(-MARGIN, site.lines + MARGIN + _PIECE, _PIECE)
    return [
        (f"crossing {column}", Frame(site.crossing_x(column, y), y, site.crossing_angle(y)))
        for column in range(len(site.crossings))
        for y in centres
        if _near(site.crossings[column], site.samples)
    ]


def _near(position: float, extent: int) -> bool:
    return -CROSSING_EVERY / 2 < position < extent + CROSSING_EVERY / 2
