"""Colours that the colour-blind can tell apart: classes, pins, and colour maps as tables."""

from collections.abc import Mapping
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt
import pyqtgraph

from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS
from hsi_uq_app.session.layer import Colour, LayerPicture

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


def table_of(picture: LayerPicture, colour_map: str) -> tuple[int, ...]:
    """The colours of a picture's codes: its own, or those of a colour map."""
    if picture.colours is not None:
        return _table_of_colours(picture.colours)
    return _table_of_values(colour_map, picture.clear)


def _table_of_colours(colours: Mapping[int, Colour]) -> tuple[int, ...]:
    """Codes without a colour are clear."""
    table = [0] * 256
    for code, (red, green, blue, *rest) in colours.items():
        opacity = rest[0] if rest else 255
        table[code] = opacity << 24 | red << 16 | green << 8 | blue
    return tuple(table)


@cache
def _table_of_values(name: str, clear: range) -> tuple[int, ...]:
    """Code 0 (no data) is clear, codes 1..255 run through the colour map but for those that are clear too."""
    rgba = colour_map(name).astype(np.uint32)
    table = rgba[:, 3] << 24 | rgba[:, 0] << 16 | rgba[:, 1] << 8 | rgba[:, 2]
    table[[0, *clear]] = 0
    return tuple(int(colour) for colour in table)
