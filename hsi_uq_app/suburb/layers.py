"""The layers of the scene, each with its own random numbers: changing one leaves the others as they are."""

from enum import IntEnum

import numpy as np


class SuburbLayer(IntEnum):
    """What is drawn; the numbers are part of the format: a scene of one seed stays the same scene."""

    STREETS = 1
    SCHOOLS = 2
    HOUSES = 3
    CARS = 4
    TREES = 5
    CLUTTER = 6
    DISCS = 7
    FIELDS = 8
    NOISE = 9


def layer_rng(seed: int, layer: SuburbLayer, *more: int) -> np.random.Generator:
    """The generator of one layer of one scene; `more` separates its parts (a half, a disc, a line)."""
    return np.random.default_rng([seed, int(layer), *more])
