"""Grey stretches behind the spectra where bands are bad, with a darker strip along the bottom."""

from typing import Final

import pyqtgraph
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QColor, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

_VEIL: Final = QColor(150, 156, 164, 38)
_STRIP: Final = QColor(150, 156, 164, 190)
_STRIP_PIXELS: Final = 5


class BadBands(pyqtgraph.GraphicsObject):
    """Paints spans of the horizontal axis over the whole height in view, however the view is zoomed."""

    def __init__(self) -> None:
        super().__init__()
        self._spans: list[tuple[float, float]] = []
        self.setZValue(-10)

    def show_spans(self, spans: list[tuple[float, float]]) -> None:
        """Spans (from, to) in the axis' unit."""
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
        for first, last in self._spans:
            painter.fillRect(QRectF(first, view.top(), last - first, view.height()), QBrush(_VEIL))
            painter.fillRect(QRectF(first, view.top(), last - first, strip), QBrush(_STRIP))
