"""Colours that the colour-blind can tell apart: classes, pins, and colour maps as look-up tables.

The classes' colours stand in `confidence.high_confidence_set`, where the exports find them too. The rest is
built on Okabe and Ito's set (https://jfly.uni-koeln.de/color), lightened to be read on a dark surface. Where
a class or a pin is told by its colour, a word or a sign tells it too.
"""

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt
import pyqtgraph

from hsi_uq_app.confidence.agreement import OPPOSED, PARTLY
from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS

Lut = npt.NDArray[np.uint8]

PIN_COLOURS: Final = ("#56b4e9", "#e69f00", "#2fbf95", "#cc79a7", "#f0e442", "#ff8a4c", "#9fa8ff", "#b8de6f")
"""Colours of pinned spectra and their markers, in the order in which pins get them."""

AGREEMENT_COLOURS: Final = {PARTLY: (86, 180, 233), OPPOSED: (230, 90, 170)}
"""Where verdicts differ; not the colours of the verdicts themselves. Where all agree, nothing is painted."""

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


def pin_colour(index: int) -> str:
    """The colour of the pin with this number; they come round again."""
    return PIN_COLOURS[index % len(PIN_COLOURS)]


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
