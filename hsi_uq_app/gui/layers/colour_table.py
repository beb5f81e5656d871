"""Colour tables of the maps: 256 colours as 0xAARRGGBB."""

from collections.abc import Mapping
from functools import cache

import numpy as np

from hsi_uq_app.gui.colours import colour_map
from hsi_uq_app.session.layer import Colour, LayerPicture


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
