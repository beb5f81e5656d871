"""Discs of a simulated scene: a circle if found, a broken one if missed, with a leaf if hidden."""

from collections.abc import Sequence
from typing import Final

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QStyleOptionGraphicsItem, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.session.suburb import DiscCounts, DiscMark

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


_SIGNS: Final = {"found": (True, False), "missed": (False, False), "hidden": (True, True)}
"""Which mark stands before each line: found, hidden."""


class DiscLegend(QWidget):
    """A check box and three lines.

    Signals:
        toggled(): the analyst wants the marks, or no longer.
    """

    toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox("Mark the discs")
        self.box.setToolTip("What became of each target disc of the simulated scene (O)")
        self.lines = {name: QLabel() for name in _SIGNS}
        self.signs = {name: QLabel() for name in _SIGNS}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(theme.em(self, 0.1))
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.box, 0, 0, 1, 2)
        for row, (name, (found, hidden)) in enumerate(_SIGNS.items(), start=1):
            self.signs[name].setPixmap(_picture(found, hidden))
            grid.addWidget(self.signs[name], row, 0)
            grid.addWidget(self.lines[name], row, 1)
        self.box.clicked.connect(self.toggled)
        self.show_discs(False, False, None)

    def show_discs(self, available: bool, shown: bool, counts: DiscCounts | None) -> None:
        """Whether there are discs, whether they are marked, and their fates once judged."""
        self.setVisible(available)
        with QSignalBlocker(self.box):
            self.box.setChecked(shown)
        for label in (*self.lines.values(), *self.signs.values()):
            label.setVisible(shown)
        if counts:
            self.lines["found"].setText(f"{counts.found} found, at 1 false alarm in 1,000")
            self.lines["missed"].setText(f"{counts.missed} missed")
            self.lines["hidden"].setText(f"{counts.hidden} beneath leaves, {counts.hidden_found} found")
        else:
            for label in self.lines.values():
                label.setText("…")


def _picture(found: bool, hidden: bool) -> QPixmap:
    """The mark as it is painted in the scene, small."""
    side = round(2 * SMALLEST_PX + LEAF_PX + 4)
    picture = QPixmap(side, side - 6)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.translate(SMALLEST_PX + 2, side - 6 - SMALLEST_PX - 2)
    paint_mark(painter, SMALLEST_PX, found, hidden)
    painter.end()
    return picture
