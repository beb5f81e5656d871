"""Cars parked along the streets."""

import numpy as np

from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.scenery import NOTHING, Frame, Scenery
from hsi_uq_app.suburb.site import Site

_EVERY = 34.0
_KERB = 3.2
"""Centre of a parked car from the middle of the road, metres."""


def plan_cars(site: Site, scenery: Scenery, seed: int) -> None:
    """About one car for each stretch of `_EVERY` metres."""
    rng = layer_rng(seed, SuburbLayer.CARS)
    for row in range(len(site.streets)):
        for stretch in np.arange(0, site.samples, _EVERY):
            x, side = stretch + _EVERY * rng.random(), rng.choice([-1, 1])
            car = scenery.thing("bright paint" if rng.random() < 0.6 else "bare metal", rng)
            if not site.street_is_school(row, x):
                frame = Frame(x, site.street_y(row, x), site.street_angle(x), int(side))
                frame.rectangle(scenery.ground, (0, _KERB), (2.2, 0.9), car)
                frame.rectangle(scenery.keep_off, (0, _KERB), (3.2, 1.9), NOTHING)
