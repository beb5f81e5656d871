"""Discs of a simulated scene: a circle if found, a broken one if missed, with a leaf if hidden."""

from collections.abc import Sequence
from typing import Final

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from hsi_uq_app.session.suburb import DiscMark

SMALLEST_PX: Final = 6.0
LEAF_PX: Final = 11.0
_HALO: Final = QColor(0, 0, 0, 150)
_FOUND: Final = QColor("#ffffff")
_MISSED: Final = QColor("#ffb347")
_LEAF: Final = QColor("#8ff07a")


def paint_mark(painter: QPainter, radius_px: float, found: bool, hidden: bool) -> None:
    """Paint around (0, 0), in screen pixels."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((_HALO, 4.0), (_FOUND if found else _MISSED, 2.0)):
        pen = QPen(colour, width)
        if not found and width < 3:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([3.0, 2.5])
        painter.setPen(pen)
        painter.drawEllipse(QPointF(0, 0), radius_px, radius_px)
    if hidden:
        painter.translate(0.71 * radius_px, -0.71 * radius_px)
        painter.setPen(QPen(QColor(0, 0, 0, 220), 1.2))
        painter.setBrush(_LEAF)
        painter.drawPath(leaf())


def leaf() -> QPainterPath:
    """A leaf on its stalk, LEAF_PX high, its foot at (0, 0)."""
    size = LEAF_PX
    path = QPainterPath(QPointF(0, 0))
    path.lineTo(0.2 * size, -0.2 * size)
    path.cubicTo(QPointF(0, -0.7 * size), QPointF(0.5 * size, -size), QPointF(size, -size))
    path.cubicTo(QPointF(size, -0.5 * size), QPointF(0.7 * size, 0), QPointF(0.2 * size, -0.2 * size))
    path.lineTo(0.65 * size, -0.65 * size)
    return path


class DiscItem(pg.GraphicsObject):
    """One disc, as large as it is, but never too small to be seen."""

    def __init__(self, mark: DiscMark) -> None:
        super().__init__()
        self._mark = mark
        self.setPos(QPointF(mark.sample, mark.line))
        self.setZValue(58)
        self.setToolTip(mark.words)

    def viewTransformChanged(self) -> None:
        self.prepareGeometryChange()

    def boundingRect(self) -> QRectF:
        pixel = abs(self.pixelWidth() or 1.0)
        reach = max(self._mark.radius, SMALLEST_PX * pixel) + (LEAF_PX + 3) * pixel
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = painter.worldTransform().m11()
        painter.scale(1 / scale, 1 / scale)
        paint_mark(painter, max(self._mark.radius * scale, SMALLEST_PX), self._mark.found, self._mark.hidden)


class DiscMarks:
    """The marks of all discs."""

    def __init__(self, box: pg.ViewBox) -> None:
        self._box = box
        self.shown: list[DiscItem] = []

    def show_marks(self, marks: Sequence[DiscMark]) -> None:
        """Take away the marks shown and put up these."""
        for item in self.shown:
            self._box.removeItem(item)
        self.shown = [DiscItem(mark) for mark in marks]
        for item in self.shown:
            self._box.addItem(item, ignoreBounds=True)
