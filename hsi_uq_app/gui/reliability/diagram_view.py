"""Diagram over histogram, moved and touched as one."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hsi_uq_app.calibration.reliability import ReliabilityCurve
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.plot_parts import Axes
from hsi_uq_app.gui.reliability.axes import (
    Bins,
    bin_at,
    bin_spans,
    bins_between,
    neighbour,
    scale_for,
    toggled,
)
from hsi_uq_app.gui.reliability.diagram import Diagram, Histogram

if TYPE_CHECKING:
    from hsi_uq_app.calibration.isotonic_curve import IsotonicCurve

_REACH_PIXELS = 12
_NO_SPANS = np.empty((0, 2))


class DiagramView(QWidget):
    """Hover says which bin, click picks it, Ctrl adds, drag picks a stretch; so do left, right, Space, Esc.

    Signals:
        hovered(object): the bin (int) under the mouse or the keyboard, None when there is none.
        picked(object): tuple[int, ...] of bins to be selected.
    """

    hovered = Signal(object)
    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curve: ReliabilityCurve | None = None
        self._before: ReliabilityCurve | None = None
        self._isotonic: IsotonicCurve | None = None
        self._axes: Axes = "linear"
        self.spans = _NO_SPANS
        self._selected: Bins = ()
        self._pointed: Bins = ()
        self._current: int | None = None
        self.diagram, self.histogram = Diagram(), Histogram()
        self._lay_out()
        self._connect()
        self._draw()

    def show_curves(self, curve: ReliabilityCurve | None, before: ReliabilityCurve | None) -> None:
        """Another curve ends the selection: its bins are others."""
        self._curve, self._before, self._selected, self._current = curve, before, (), None
        self._draw()

    def show_isotonic(self, isotonic: "IsotonicCurve | None") -> None:
        self._isotonic = isotonic
        self._draw()

    def show_axes(self, axes: Axes) -> None:
        self._axes = axes
        self._draw()

    def show_selection(self, bins: Bins) -> None:
        self._selected = tuple(bins)
        self._draw()

    def show_pointed(self, bins: Bins) -> None:
        """Mark the bins that hold what is pointed at in the scene."""
        self._pointed = tuple(bins)
        self._draw()

    def _lay_out(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Reliability diagram")
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        for plot, share in ((self.diagram, 7), (self.histogram, 3)):
            plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            column.addWidget(plot, share)
        self.histogram.setMinimumHeight(theme.em(self, 6))

    def _connect(self) -> None:
        for box in (self.diagram.box, self.histogram.box):
            box.hovered.connect(self._hover)
            box.clicked.connect(self._click)
            box.dragged.connect(self._drag)

    def _draw(self) -> None:
        """Everything; a curve has few bins, so that this takes about a millisecond."""
        curve, before = self._curve, self._before
        curves = [given for given in (curve, before) if given is not None]
        scale = scale_for(self._axes, curves, self._isotonic)
        kind = curve.kind if curve is not None else "positive"
        self.spans = bin_spans(curve, scale) if curve is not None else _NO_SPANS
        self.diagram.show_scale(scale, kind)
        self.diagram.show_curves(scale, curve, before, self._selected)
        self.diagram.show_isotonic(scale, self._isotonic)
        self.diagram.selected.show_spans([self._span(bin_) for bin_ in self._selected])
        self.diagram.pointed.show_spans(self._filled_spans(self._pointed))
        self.histogram.show_scale(scale, kind)
        self.histogram.show_curve(scale, curve, self._selected)
        for plot in (self.diagram, self.histogram):
            plot.getPlotItem().getAxis("left").setWidth(self.diagram.left_width())
        self._point_at(self._current)

    def _filled_spans(self, bins: Bins) -> list[tuple[float, float]]:
        """Spans of those bins that this curve has and that hold something."""
        there = [bin_ for bin_ in bins if bin_ < len(self.spans) and not np.isnan(self.spans[bin_, 0])]
        return [self._span(bin_) for bin_ in there]

    def _span(self, bin_: int) -> tuple[float, float]:
        return float(self.spans[bin_, 0]), float(self.spans[bin_, 1])

    def _reach(self) -> float:
        """How near to a bin the mouse must be, in the axis' unit."""
        return float(_REACH_PIXELS * self.diagram.box.viewPixelSize()[0])

    def _point_at(self, bin_: int | None) -> None:
        """Light the bin under the mouse or the keyboard."""
        spans = [] if bin_ is None else [self._span(bin_)]
        for plot in (self.diagram, self.histogram):
            plot.hovered.show_spans(spans)
        if bin_ != self._current:
            self._current = bin_
            self.hovered.emit(bin_)

    def _hover(self, place: float) -> None:
        self._point_at(None if math.isnan(place) else bin_at(self.spans, place, self._reach()))

    def _click(self, place: float, adds: bool) -> None:
        bin_ = bin_at(self.spans, place, self._reach())
        if bin_ is None:
            self._pick(())
        elif adds:
            self._pick(toggled(self._selected, bin_))
        else:
            self._pick(() if self._selected == (bin_,) else (bin_,))

    def _drag(self, start: float, stop: float) -> None:
        self._pick(bins_between(self.spans, start, stop))

    def _pick(self, bins: Bins) -> None:
        """Show the selection at once and report it, once a change."""
        if bins != self._selected:
            self.show_selection(bins)
            self.picked.emit(bins)

    def _walk(self, step: int) -> None:
        if self._curve is not None:
            self._point_at(neighbour(self._curve, self._current, step))

    def _toggle_current(self) -> None:
        if self._current is not None:
            self._pick(toggled(self._selected, self._current))

    def event(self, event: QEvent) -> bool:
        """While the diagram has the keyboard, its keys are its own, whatever they mean elsewhere."""
        action = self._action(event.key()) if isinstance(event, QKeyEvent) else None
        if action is None:
            return super().event(event)
        if event.type() == QEvent.Type.KeyPress:
            action()
        event.accept()
        return True

    def _action(self, key: int) -> Callable[[], None] | None:
        """What a key does here; Esc only while there is something to let go."""
        actions: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Left: lambda: self._walk(-1),
            Qt.Key.Key_Right: lambda: self._walk(1),
            Qt.Key.Key_Space: self._toggle_current,
        }
        if self._selected:
            actions[Qt.Key.Key_Escape] = lambda: self._pick(())
        return actions.get(key)
