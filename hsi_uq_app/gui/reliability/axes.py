"""The axes of the diagram, and the bins that the mouse finds on them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyqtgraph
from pyqtgraph.GraphicsScene.mouseEvents import HoverEvent, MouseClickEvent, MouseDragEvent
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QGuiApplication

from hsi_uq_app.calibration.reliability import ReliabilityCurve
from hsi_uq_app.gui.plot_parts import DEEPEST, Axes, ProbabilityScale, logit, thinned

if TYPE_CHECKING:
    from hsi_uq_app.calibration.isotonic_curve import IsotonicCurve


def scale_for(
    axes: Axes, curves: list[ReliabilityCurve], isotonic: "IsotonicCurve | None" = None
) -> ProbabilityScale:
    """A scale that holds all points, bars and the isotonic fit; whole decades when it is spaced by logits."""
    if axes == "linear":
        return ProbabilityScale("linear", 0.0, 1.0)
    parts = [part for c in curves for part in (c.mean_probability, c.observed, c.lower, c.upper)]
    parts += [] if isotonic is None else [isotonic.confidence]
    p = np.concatenate([*parts, [0.1, 0.9]])
    inside = p[(p > 0) & (p < 1)]
    low, high = _decade_below(float(inside.min())), _decade_below(float((1 - inside).min()))
    return ProbabilityScale("logit", logit(low), -logit(high))


def _decade_below(p: float) -> float:
    """The power of ten at or below p, within the deepest decade."""
    return float(10.0 ** max(np.floor(np.log10(p) + 1e-9), -DEEPEST))


Tick = tuple[float, str]


class FixedAxis(pyqtgraph.AxisItem):
    """Shows `show_ticks`, whatever the zoom."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self._given: list[Tick] = []
        self._upright = side in ("left", "right")
        self.enableAutoSIPrefix(False)
        self.setStyle(hideOverlappingLabels=False)

    def show_ticks(self, ticks: list[Tick]) -> None:
        """Ticks (place, text), from low to high."""
        self._given = ticks
        self.picture = None
        self.update()

    def text_width(self) -> float:
        """Pixels the widest tick needs."""
        metrics = QFontMetricsF(QGuiApplication.font())
        return max((metrics.horizontalAdvance(text) for _, text in self._given), default=0.0)

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        inside = [tick for tick in self._given if minVal <= tick[0] <= maxVal]
        unit = max(maxVal - minVal, 1e-12) / max(size, 1.0)
        shown = thinned(inside, [self._half(text) * unit for _, text in inside])
        return [(1.0, [place for place, _ in shown])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        texts = dict(self._given)
        return [texts.get(value, "") for value in values]

    def _half(self, text: str) -> float:
        """Half of what a label takes along the axis, in pixels."""
        metrics = QFontMetricsF(QGuiApplication.font())
        return 0.5 * metrics.height() if self._upright else 0.5 * metrics.horizontalAdvance(text) + 4


class BinBox(pyqtgraph.ViewBox):
    """Signals:
    hovered(float): place on the horizontal axis under the mouse; NaN when it left.
    clicked(float, bool): place, and whether the click adds to what is selected (Ctrl or Shift).
    dragged(float, float): from where to where, while the button is down.
    """

    hovered = Signal(float)
    clicked = Signal(float, bool)
    dragged = Signal(float, float)

    def __init__(self) -> None:
        super().__init__(enableMouse=False, enableMenu=False)
        self.disableAutoRange()

    def hoverEvent(self, event: HoverEvent) -> None:
        self.hovered.emit(float("nan") if event.isExit() else self._place(event.scenePos()))

    def mouseClickEvent(self, event: MouseClickEvent) -> None:
        adds = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if event.button() == Qt.MouseButton.LeftButton:
            event.accept()
            self.clicked.emit(self._place(event.scenePos()), bool(event.modifiers() & adds))

    def mouseDragEvent(self, event: MouseDragEvent, axis: int | None = None) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            event.accept()
            self.dragged.emit(self._place(event.buttonDownScenePos()), self._place(event.scenePos()))

    def _place(self, where: QPointF) -> float:
        return float(self.mapSceneToView(where).x())


Bins = tuple[int, ...]
Spans = npt.NDArray[np.float64]


def bin_spans(curve: ReliabilityCurve, scale: ProbabilityScale) -> Spans:
    """Places (M, 2) of each bin's edges on the axis; NaN where a bin is empty, and so absent."""
    places = scale.place(curve.edges)
    spans = np.stack((places[:-1], places[1:]), axis=1)
    spans[curve.counts == 0] = np.nan
    return spans


def bin_at(spans: Spans, place: float, reach: float) -> int | None:
    """The bin that holds a place on the axis, or the nearest one within reach; None if there is none."""
    distance = np.maximum(np.maximum(spans[:, 0] - place, place - spans[:, 1]), 0)
    if np.isnan(distance).all():
        return None
    nearest = int(np.nanargmin(distance))
    return nearest if distance[nearest] <= reach else None


def bins_between(spans: Spans, start: float, stop: float) -> Bins:
    """All bins that touch a stretch of the axis, dragged either way."""
    low, high = min(start, stop), max(start, stop)
    return tuple(int(b) for b in np.flatnonzero((spans[:, 1] >= low) & (spans[:, 0] <= high)))


def neighbour(curve: ReliabilityCurve, current: int | None, step: int) -> int | None:
    """The next filled bin to the left (-1) or right (+1); from nowhere, the first or last one."""
    filled = np.flatnonzero(curve.counts)
    if filled.size == 0:
        return None
    if current is None:
        return int(filled[0 if step > 0 else -1])
    beyond = filled[filled > current] if step > 0 else filled[filled < current][::-1]
    return int(beyond[0]) if beyond.size else current


def toggled(selected: Sequence[int], bin_: int) -> Bins:
    """The selection with one bin added, or taken away if it was there."""
    return tuple(sorted(set(selected) ^ {bin_}))
