"""Small things in gardens; some of them look like the target."""

import numpy as np

from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.scenery import NOTHING, Scenery, deal
from hsi_uq_app.suburb.site import Site

_SQUARE_METRES_EACH = 1500.0
_KINDS = {
    "bright paint": 60.0,
    "bare metal": 25.0,
    "decoy paint": 6.0,
    "green metal": 6.0,
    "artificial turf": 3.0,
}
DECOYS = ("decoy paint", "green metal", "artificial turf")
_LENGTHS, _WIDTHS = (1.3, 4.4), (0.5, 1.8)


def plan_clutter(site: Site, keep_off: np.ndarray, scenery: Scenery, seed: int) -> None:
    """The same kinds and sizes in both halves, each half in its own places.

    Args:
        keep_off: mask of the scene (lines, samples); clutter avoids everything in it.
    """
    half = site.samples // 2
    count = max(len(_KINDS), round(site.lines * half / _SQUARE_METRES_EACH))
    rng = layer_rng(seed, SuburbLayer.CLUTTER)
    kinds = deal(rng, _KINDS, count, at_least=DECOYS)
    lengths, widths = rng.uniform(*_LENGTHS, count), rng.uniform(*_WIDTHS, count)
    for left in (0, half):
        places = layer_rng(seed, SuburbLayer.CLUTTER, 1 + left)
        for kind, length, width in zip(kinds, lengths, widths, strict=True):
            x, y = _place(places, keep_off, left, half)
            thing = scenery.thing(kind, places)
            angle = places.uniform(0, np.pi)
            scenery.ground.rectangle((x, y), (length / 2, width / 2), angle, thing)
            scenery.keep_off.disc((x, y), length / 2 + 1, NOTHING)


def _place(rng: np.random.Generator, keep_off: np.ndarray, left: int, half: int) -> tuple[float, float]:
    """A free place at least two metres inside the half."""
    tries = rng.random((256, 2))
    x, y = left + 2 + tries[:, 0] * (half - 4), 2 + tries[:, 1] * (len(keep_off) - 4)
    free = np.flatnonzero(keep_off[y.astype(int), x.astype(int)] == 0)
    return float(x[free[0]]), float(y[free[0]])
