"""Colours that the colour-blind can tell apart: classes, pins, and colour maps as tables."""

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt
import pyqtgraph

from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS

Lut = npt.NDArray[np.uint8]

LIVE: Final = "#ffffff"
"""The spectrum under the cursor, and the cursor's cross."""

_SOURCES: Final = {
    "viridis": "viridis",
    "cividis": "cividis",
    "magma": "magma",
    "blue to yellow": "CET-CBL2",
    "grey": "CET-L1",
}
COLOUR_MAPS: Final = tuple(_SOURCES)
"""Names of the colour maps; all rise evenly in lightness, so they survive a grey print."""


@cache
def colour_map(name: str) -> Lut:
    """Look-up table (256, 4) uint8 RGBA, read-only, of a name in COLOUR_MAPS."""
    table = pyqtgraph.colormap.get(_SOURCES[name]).getLookupTable(0.0, 1.0, 256, alpha=True)
    lut = np.ascontiguousarray(table, dtype=np.uint8)
    lut.flags.writeable = False
    return lut


def class_colour(class_: int) -> str:
    """The colour of a class of the High-Confidence Set as "#rrggbb", the same as in every export."""
    return "#{:02x}{:02x}{:02x}".format(*CLASS_COLOURS[class_])
