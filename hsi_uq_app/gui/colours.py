"""Colours that the colour-blind can tell apart: classes, pins, and colour maps as look-up tables."""

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt
import pyqtgraph

Lut = npt.NDArray[np.uint8]

PIN_COLOURS: Final = ("#56b4e9", "#e69f00", "#2fbf95", "#cc79a7", "#f0e442", "#ff8a4c", "#9fa8ff", "#b8de6f")
COLOUR_MAPS: Final = ("viridis", "cividis", "magma")


def pin_colour(index: int) -> str:
    """The colour of the pin with this number; they come round again."""
    return PIN_COLOURS[index % len(PIN_COLOURS)]


@cache
def colour_map(name: str) -> Lut:
    """Look-up table (256, 4) uint8 RGBA of a name in COLOUR_MAPS."""
    table = pyqtgraph.colormap.get(name).getLookupTable(0.0, 1.0, 256, alpha=True)
    return np.ascontiguousarray(table, dtype=np.uint8)
