"""What a layer of the map is: one row says everything that menus, buttons and the scene ask about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.session.derived import Derivation
from hsi_uq_app.session.reads import same
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.view import LayerStyle

Bytes = npt.NDArray[np.uint8]
P = TypeVar("P")
Colour = tuple[int, ...]
"""Red, green, blue, and opacity if it is not full, each 0..255."""
NO_RESULT: Final = "run a model, or open a result first"


LARGEST_FULL: Final = 4_000_000
"""Pixels above which what moves with a slider is worked on every step-th line and sample."""


def step_for(quantiles: QuantileMap) -> int:
    """Every how many lines and samples the sliders work: 1 up to LARGEST_FULL pixels."""
    step = 1
    while (quantiles.lines // step) * (quantiles.samples // step) > LARGEST_FULL:
        step += 1
    return step


class PictureBuffers:
    """What pictures are painted into while a slider moves: nothing is allocated, nothing painted twice."""

    def __init__(self) -> None:
        self._arrays: dict[str, Bytes] = {}
        self._kept: dict[str, tuple[tuple[object, ...], Any]] = {}

    def array(self, name: str, shape: tuple[int, ...]) -> Bytes:
        """The buffer of that name, in this shape; what it held is overwritten."""
        if name not in self._arrays or self._arrays[name].shape != shape:
            self._arrays[name] = np.empty(shape, np.uint8)
        return self._arrays[name]

    def once(self, name: str, key: tuple[object, ...], paint: Callable[[], P]) -> P:
        """What was painted under this key, or is now."""
        if name not in self._kept or not same(self._kept[name][0], key):
            self._kept[name] = key, paint()
        picture: P = self._kept[name][1]
        return picture


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
        derivation: slow work that makes what the picture shows, where there is any.
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
    derivation: Derivation[Any] | None = field(default=None, kw_only=True)
    of_one_result: bool = field(default=False, kw_only=True)


def needs_result(state: AppState) -> str:
    """What a layer of one result lacks."""
    return "" if state.result else NO_RESULT
