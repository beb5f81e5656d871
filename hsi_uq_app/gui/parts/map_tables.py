"""Colour tables of the maps: 256 colours as 0xAARRGGBB."""

from collections.abc import Mapping
from functools import cache

import numpy as np

from hsi_uq_app.confidence.high_confidence_set import (
    BACKGROUND,
    CLASS_COLOURS,
    NOT_EVALUATED,
    TARGET,
    UNDECIDED,
)
from hsi_uq_app.gui.colours import Lut

CLASS_ALPHA = {UNDECIDED: 225, TARGET: 255, BACKGROUND: 64, NOT_EVALUATED: 0}
"""The background covers most of a scene, so it is a tint; what needs eyes is not."""


@cache
def class_table() -> tuple[int, ...]:
    """The set's colours by class."""
    table = [0] * 256
    for part, alpha in CLASS_ALPHA.items():
        red, green, blue = CLASS_COLOURS[part]
        table[part] = alpha << 24 | red << 16 | green << 8 | blue
    return tuple(table)


def colours_table(colours: Mapping[int, tuple[int, int, int]]) -> tuple[int, ...]:
    """Opaque colours by code; codes without one are transparent."""
    table = [0] * 256
    for code, (red, green, blue) in colours.items():
        table[code] = 255 << 24 | red << 16 | green << 8 | blue
    return tuple(table)


def value_table(lut: Lut) -> list[int]:
    """Code 0 (no data) is transparent, codes 1..255 run through the colour map."""
    rgba = lut.astype(np.uint32)
    table = rgba[:, 3] << 24 | rgba[:, 0] << 16 | rgba[:, 1] << 8 | rgba[:, 2]
    table[0] = 0
    return [int(colour) for colour in table]
