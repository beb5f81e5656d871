"""Tinted stretches of a plot's horizontal axis: bad bands, the bin under the mouse, selected bins."""

from collections.abc import Sequence
from typing import Final

import pyqtgraph
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

_STRIP_PIXELS: Final = 5
_NARROWEST_PIXELS: Final = 3


class Spans(pyqtgraph.GraphicsObject):
    """Paints spans over the whole height in view, however it is zoomed, and a strip along the bottom."""

    def __init__(self, veil: QColor, strip: QColor, height_in_stack: float) -> None:
        super().__init__()
        self._veil, self._strip = veil, strip
        self._spans: Sequence[tuple[float, float]] = ()
        self.setZValue(height_in_stack)

    def show_spans(self, spans: Sequence[tuple[float, float]]) -> None:
        """Spans (from, to) in the axis' unit; a narrow one is widened so that it can be seen."""
        self._spans = spans
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
        for first, last in self._spans:
            width = max(last - first, narrowest)
            left = (first + last - width) / 2
            painter.fillRect(QRectF(left, view.top(), width, view.height()), self._veil)
            painter.fillRect(QRectF(left, view.top(), width, strip), self._strip)
