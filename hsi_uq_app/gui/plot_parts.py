"""What plots are made of: a scale for probabilities, and tinted stretches of an axis."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QStyleOptionGraphicsItem, QWidget

_STRIP_PIXELS: Final = 5
_NARROWEST_PIXELS: Final = 3


class Spans(pyqtgraph.GraphicsObject):
    """Paints spans over the whole height in view, however it is zoomed, and a strip along the bottom."""

    def __init__(self, veil: QColor, strip: QColor, height_in_stack: float) -> None:
        super().__init__()
        self._veil, self._strip = veil, strip
        self.spans: Sequence[tuple[float, float]] = ()
        self.setZValue(height_in_stack)

    def show_spans(self, spans: Sequence[tuple[float, float]]) -> None:
        """Spans (from, to) in the axis' unit; a narrow one is widened so that it can be seen."""
        self.spans = spans
        self.update()

    def boundingRect(self) -> QRectF:
        return QRectF(self.viewRect())

    def viewRangeChanged(self) -> None:
        self.prepareGeometryChange()

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        view = self.boundingRect()
        strip = _STRIP_PIXELS * abs(self.pixelHeight() or 0)
        narrowest = _NARROWEST_PIXELS * abs(self.pixelWidth() or 0)
        for first, last in self.spans:
            width = max(last - first, narrowest)
            left = (first + last - width) / 2
            painter.fillRect(QRectF(left, view.top(), width, view.height()), self._veil)
            painter.fillRect(QRectF(left, view.top(), width, strip), self._strip)


Axes = Literal["linear", "logit"]
Floats = npt.NDArray[np.float64]

DEEPEST: Final = 7
"""Smallest decade an axis reaches; what is smaller is drawn at its end."""

_SUPERSCRIPTS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class ProbabilityScale:
    """An axis from `low` to `high` in its own unit: probability, or logit."""

    axes: Axes
    low: float
    high: float

    def place(self, probability: npt.ArrayLike) -> Floats:
        """Probabilities as places on the axis; 0 and 1 go to its ends, NaN stays."""
        p = np.asarray(probability, dtype=np.float64)
        if self.axes == "linear":
            return np.clip(p, self.low, self.high)
        with np.errstate(divide="ignore"):
            return np.clip(np.log(p) - np.log1p(-p), self.low, self.high)

    def beyond(self, probability: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Which probabilities are drawn at an end because the axis cannot reach them."""
        p = np.asarray(probability, dtype=np.float64)
        return (self.axes == "logit") & ((p <= 0) | (p >= 1))

    @property
    def limits(self) -> tuple[float, float]:
        """The ends with a little room for the points that lie on them."""
        room = 0.05 * (self.high - self.low)
        return self.low - room, self.high + room

    def ticks(self) -> list[tuple[float, str]]:
        """(place, text), from left to right."""
        if self.axes == "linear":
            return [(fifth / 5, f"{fifth / 5:.1f}") for fifth in range(6)]
        decades = [10.0**-k for k in range(DEEPEST, 0, -1)]
        low = [(p, _decade_text(p)) for p in decades]
        high = [(1 - p, _from_one_text(p)) for p in reversed(decades)]
        placed = [(logit(p), text) for p, text in [*low, (0.5, "0.5"), *high]]
        return [(place, text) for place, text in placed if self.low - 1e-9 <= place <= self.high + 1e-9]


def logit(probability: float) -> float:
    """log(p / (1 - p)) of a probability inside 0..1."""
    return float(np.log(probability) - np.log1p(-probability))


def thinned(ticks: list[tuple[float, str]], half: list[float]) -> list[tuple[float, str]]:
    """The ticks whose labels do not touch, from low to high; `half` of each label, in the axis' unit."""
    shown, end = [], -float("inf")
    for (place, text), reach in zip(ticks, half, strict=True):
        if place - reach >= end:
            shown.append((place, text))
            end = place + reach
    return shown


def _decade_text(p: float) -> str:
    """0.1, 0.01, 0.001, then powers of ten."""
    exponent = round(-np.log10(p))
    return f"{p:.{exponent}f}" if exponent <= 3 else "10⁻" + str(exponent).translate(_SUPERSCRIPTS)


def _from_one_text(p: float) -> str:
    """0.9, 0.99, 0.999, then one less a power of ten."""
    exponent = round(-np.log10(p))
    return f"{1 - p:.{exponent}f}" if exponent <= 3 else "1−" + _decade_text(p)


class Ribbon(QGraphicsPathItem):
    """The area between two curves, broken at gaps."""

    def __init__(self, colour: QColor) -> None:
        super().__init__()
        self.setBrush(colour)
        self.setPen(QPen(colour, 0))
        self.setZValue(-5)

    def show_area(self, x: Floats, lower: Floats, upper: Floats) -> None:
        path = QPainterPath()
        for first, last in runs(np.isfinite(lower) & np.isfinite(upper)):
            there, back = slice(first, last), slice(last - 1, first - 1 if first else None, -1)
            outline = pyqtgraph.arrayToQPath(
                np.concatenate((x[there], x[back])), np.concatenate((lower[there], upper[back]))
            )
            path.addPath(outline)
        self.setPath(path)


def runs(mask: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Half-open stretches (first, last) where a mask holds."""
    steps = np.diff(np.concatenate(([False], mask, [False])).astype(np.int8))
    return list(zip(np.flatnonzero(steps == 1).tolist(), np.flatnonzero(steps == -1).tolist(), strict=True))
