"""What a layer of the map is: one row says everything that menus, buttons and the scene ask about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from hsi_uq_app.session.set_picture import PictureBuffers
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.view import LayerStyle

Bytes = npt.NDArray[np.uint8]
Colour = tuple[int, ...]
"""Red, green, blue, and opacity if it is not full, each 0..255."""
NO_RESULT: Final = "run a model, or open a result first"


@dataclass(frozen=True)
class LayerScale:
    """What the colour bar beside the map says: its title, and the values at its ends."""

    title: str
    low: float
    high: float


@dataclass(frozen=True)
class LegendRow:
    """A class of a map: its colour (None: not painted), its name, its pixels, and their share."""

    colour: Colour | None
    name: str
    pixels: int | None
    share: float | None


@dataclass(frozen=True)
class LayerLegend:
    """What the colours of a map of classes mean, and which of its numbers stands in the row."""

    title: str
    rows: tuple[LegendRow, ...]
    shows: Literal["pixels", "share"] = "pixels"


@dataclass(frozen=True, eq=False)
class LayerPicture:
    """A map as it is drawn.

    Attributes:
        codes: (lines / step, samples / step) uint8; 0 is clear.
        colours: by code; None: codes 1..255 run through the style's colour map.
        clear: codes of a colour map that are not painted.
        marked: first and last code of pixels that stay visible when zoomed out.
        marked_colours: how many colours the marks have: 1, or 256 for each code its own.
    """

    codes: Bytes
    step: int = 1
    colours: Mapping[int, Colour] | None = None
    clear: range = range(0)
    marked: tuple[int, int] | None = None
    marked_colours: int = 1
    scale: LayerScale | None = None
    legend: LayerLegend | None = None


@dataclass(frozen=True)
class Layer:
    """A layer of the map.

    Attributes:
        name: in sessions and commands.   label: on its button.   title: in menus.   hint: under the mouse.
        key: chooses it, in Qt's portable spelling.
        style: how it is drawn unless the analyst chose otherwise; without opacity it is always clear.
        missing: why it cannot be shown now, "" when it can.
        picture: the map, or None while it is being made.
        of_one_result: every result has it; the other layers are offered only where there are any.
    """

    name: str
    label: str
    title: str
    hint: str
    key: str
    style: LayerStyle | None
    missing: Callable[[AppState], str]
    picture: Callable[[AppState, PictureBuffers], LayerPicture | None]
    of_one_result: bool = field(default=False, kw_only=True)


def needs_result(state: AppState) -> str:
    """What a layer of one result lacks."""
    return "" if state.result else NO_RESULT
