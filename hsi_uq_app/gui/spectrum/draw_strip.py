"""The draws of one pixel as stacked dots, one dot a draw, under the bounds and the limits that decide."""

from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from hsi_uq_app.confidence.high_confidence_set import BACKGROUND, TARGET
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.colours import class_colour
from hsi_uq_app.gui.spectrum.values import PixelDraws
from hsi_uq_app.gui.spectrum.verdict import PixelVerdict

_END: Final = 9.21034  # logit of 0.9999; what lies beyond is drawn at the edge
_TICKS: Final = (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
_DOT: Final = 4.0


class DrawStrip(QWidget):
    """Over probability, spaced by its logit, so that rare targets are not squeezed into one column."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draws: PixelDraws | None = None
        self._verdict: PixelVerdict | None = None
        self.setAccessibleName("Draws of this pixel")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(theme.em(self, 13), theme.em(self, 5.5))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.em(self, 9), theme.em(self, 4.5))

    def show_draws(self, draws: PixelDraws, verdict: PixelVerdict) -> None:
        """Draws (S,) and what they make of the pixel."""
        self._draws, self._verdict = draws, verdict
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._draws is None or self._verdict is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_zones(painter, self._draws.delta)
        self._paint_ticks(painter)
        self._paint_interval(painter, self._verdict)
        self._paint_dots(painter, self._draws.logits)

    def _plot_rect(self) -> QRectF:
        line = self.fontMetrics().height()
        return QRectF(2, line, self.width() - 4, self.height() - 2 * line - 2)

    def _x(self, logit: float) -> float:
        rect = self._plot_rect()
        share = (np.clip(logit, -_END, _END) + _END) / (2 * _END)
        return float(rect.left() + share * rect.width())

    def _paint_zones(self, painter: QPainter, delta: float) -> None:
        """Where the whole interval must lie: below delta for background, above 1 - delta for a target."""
        rect, limit = self._plot_rect(), float(np.log(delta / (1 - delta)))
        painter.fillRect(rect, QColor(theme.WINDOW))
        low, high = self._x(limit), self._x(-limit)
        for first, last, class_ in ((rect.left(), low, BACKGROUND), (high, rect.right(), TARGET)):
            tint = QColor(class_colour(class_))
            tint.setAlpha(90)
            painter.fillRect(QRectF(first, rect.top(), last - first, rect.height()), tint)
        painter.setPen(QColor(theme.MUTED))
        half = self.fontMetrics().horizontalAdvance("1 − δ") / 2
        for x, outward, text in ((low, -4.0, "δ"), (high, half, "1 − δ")):
            painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
            self._text(painter, x + outward, 0, text)

    def _paint_ticks(self, painter: QPainter) -> None:
        rect = self._plot_rect()
        painter.setPen(QColor(theme.MUTED))
        taken = -np.inf
        for probability in _TICKS:
            text = f"{probability:g}".lstrip("0")
            x = self._x(float(np.log(probability / (1 - probability))))
            painter.drawLine(QPointF(x, rect.bottom()), QPointF(x, rect.bottom() + 3))
            half = self.fontMetrics().horizontalAdvance(text) / 2 + 4
            if x - half > taken:
                self._text(painter, x, rect.bottom() + 2, text)
                taken = x + half

    def _paint_interval(self, painter: QPainter, verdict: PixelVerdict) -> None:
        """A bracket from LB to UB with a diamond at the mean."""
        y = self._plot_rect().top() + 7
        ends = [self._x(_logit(bound)) for bound in (verdict.lower, verdict.upper)]
        painter.setPen(QPen(QColor(theme.TEXT), 2))
        painter.drawLine(QPointF(ends[0], y), QPointF(ends[1], y))
        for x in ends:
            painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))
        x = self._x(_logit(verdict.mean))
        painter.setPen(QPen(QColor(theme.WINDOW), 1))
        painter.setBrush(QColor(theme.TEXT))
        corners = [QPointF(x - 5, y), QPointF(x, y - 5), QPointF(x + 5, y), QPointF(x, y + 5)]
        painter.drawPolygon(QPolygonF(corners))

    def _paint_dots(self, painter: QPainter, logits: npt.NDArray[np.float32]) -> None:
        """Columns as wide as a dot; dots close up where a column is too high for the strip."""
        rect = self._plot_rect()
        columns = np.floor([(self._x(float(logit)) - rect.left()) / _DOT for logit in logits]).astype(int)
        columns = np.clip(columns, 0, int(rect.width() / _DOT) - 1)
        counts = np.bincount(columns)
        pitch = min(_DOT, (rect.height() - 18) / max(1, int(counts.max())))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.ACCENT))
        for column in np.flatnonzero(counts):
            x = rect.left() + (column + 0.5) * _DOT
            for place in range(int(counts[column])):
                painter.drawEllipse(QPointF(x, rect.bottom() - 3 - place * pitch), 1.7, 1.7)

    def _text(self, painter: QPainter, x: float, top: float, text: str) -> None:
        """Text centred on x, pushed inside at the edges."""
        width = self.fontMetrics().horizontalAdvance(text)
        left = min(max(x - width / 2, 0), self.width() - width)
        place = QRectF(left, top, width + 1, self.fontMetrics().height())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft, text)


def _logit(probability: float) -> float:
    p = min(max(probability, 1e-12), 1 - 1e-12)
    return float(np.log(p / (1 - p)))
