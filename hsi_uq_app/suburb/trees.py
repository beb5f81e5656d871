"""Trees: where they stand, how large their crowns are, and where these take the sun away."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.light import Illumination
from hsi_uq_app.suburb.scenery import SUN, Scenery
from hsi_uq_app.suburb.shapes import PixelWindow

_PER_SQUARE_METRE = 36e-4
_RADII = (1.2, 4.8)
_CAPS = (0.6, 0.97)


@dataclass(frozen=True, eq=False)
class Crowns:
    """Tree crowns; all arrays (crowns,).

    Attributes:
        x, y, radius: metres.
        cap: the largest share of the view a crown takes.
        thing: number of the crown's thing.
    """

    x: np.ndarray
    y: np.ndarray
    radius: np.ndarray
    cap: np.ndarray
    thing: np.ndarray


def plan_trees(keep_off: np.ndarray, window: PixelWindow, scenery: Scenery, seed: int) -> Crowns:
    """Trees at random where no road, roof or pool is.

    Args:
        keep_off: mask of the window (lines, samples), 0 where a trunk may stand.
    """
    rng = layer_rng(seed, SuburbLayer.TREES)
    lines, samples = window.shape
    count = round(_PER_SQUARE_METRE * lines * samples)
    tries = rng.random((3 * count, 4))
    x, y = tries[:, 0] * samples, tries[:, 1] * lines
    free = np.flatnonzero(keep_off[y.astype(int), x.astype(int)] == 0)[:count]
    radius = _RADII[0] + (_RADII[1] - _RADII[0]) * tries[free, 2]
    cap = _CAPS[0] + (_CAPS[1] - _CAPS[0]) * tries[free, 3]
    things = np.array([scenery.thing("tree crown", rng) for _ in free], np.int32)
    crowns = Crowns(x[free] + window.first_sample, y[free] + window.first_line, radius, cap, things)
    _add_shade(crowns, scenery)
    return crowns


def _add_shade(crowns: Crowns, scenery: Scenery) -> None:
    for x, y, radius in zip(crowns.x, crowns.y, crowns.radius, strict=True):
        for reach in (0.5, 1.0):
            dx, dy = -reach * radius * SUN
            scenery.leaf_shade.disc((x + dx, y + dy), radius, Illumination.LEAF_SHADE)
