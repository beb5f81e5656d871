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
from hsi_uq_app.gui.plot_parts import DEEPEST, ProbabilityScale, logit, thinned
from hsi_uq_app.gui.spectra.values import PixelDraws, PixelVerdict

_ALWAYS_SHOWN: Final = logit(0.96)
_DEEPEST: Final = -logit(10.0**-DEEPEST)
_ROOM: Final = 6.0  # pixels beside the outermost dots
_DOT: Final = 4.0


class DrawStrip(QWidget):
    """Over probability, spaced by its logit, so that rare targets are not squeezed into one column."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draws: PixelDraws | None = None
        self._verdict: PixelVerdict | None = None
        self._scale = ProbabilityScale("logit", -_ALWAYS_SHOWN, _ALWAYS_SHOWN)
        self.setAccessibleName("Draws of this pixel")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(theme.em(self, 13), theme.em(self, 5.5))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.em(self, 9), theme.em(self, 4.5))

    def show_draws(self, draws: PixelDraws, verdict: PixelVerdict) -> None:
        """Draws (S,) and what they make of the pixel."""
        self._draws, self._verdict, self._scale = draws, verdict, scale_around(draws.logits)
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

    def _x(self, place: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Pixels of places (logits) on the axis; what lies beyond its ends is drawn there."""
        rect, scale = self._plot_rect(), self._scale
        share = (np.clip(place, scale.low, scale.high) - scale.low) / (scale.high - scale.low)
        return rect.left() + _ROOM + share * (rect.width() - 2 * _ROOM)

    def _paint_zones(self, painter: QPainter, delta: float) -> None:
        """Where the whole interval must lie: below delta for background, above 1 - delta for a target."""
        rect = self._plot_rect()
        painter.fillRect(rect, QColor(theme.WINDOW))
        low, high = self._x([logit(delta), -logit(delta)]).tolist()
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
        rect, metrics = self._plot_rect(), self.fontMetrics()
        painter.setPen(QColor(theme.MUTED))
        ticks = [(float(self._x(place)), text) for place, text in self._scale.ticks()]
        for x, text in thinned(ticks, [metrics.horizontalAdvance(text) / 2 + 4 for _, text in ticks]):
            painter.drawLine(QPointF(x, rect.bottom()), QPointF(x, rect.bottom() + 3))
            self._text(painter, x, rect.bottom() + 2, text)

    def _paint_interval(self, painter: QPainter, verdict: PixelVerdict) -> None:
        """A bracket from LB to UB with a diamond at the mean."""
        y = self._plot_rect().top() + 7
        shown = self._scale.place([verdict.lower, verdict.mean, verdict.upper])
        first, x, last = self._x(shown).tolist()
        painter.setPen(QPen(QColor(theme.TEXT), 2))
        painter.drawLine(QPointF(first, y), QPointF(last, y))
        for end in (first, last):
            painter.drawLine(QPointF(end, y - 4), QPointF(end, y + 4))
        painter.setPen(QPen(QColor(theme.WINDOW), 1))
        painter.setBrush(QColor(theme.TEXT))
        corners = [QPointF(x - 5, y), QPointF(x, y - 5), QPointF(x + 5, y), QPointF(x, y + 5)]
        painter.drawPolygon(QPolygonF(corners))

    def _paint_dots(self, painter: QPainter, logits: npt.NDArray[np.float32]) -> None:
        """Columns as wide as a dot; dots close up where a column is too high for the strip."""
        rect = self._plot_rect()
        columns = np.floor((self._x(logits) - rect.left()) / _DOT).astype(int)
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


def scale_around(logits: npt.NDArray[np.float32]) -> ProbabilityScale:
    """A scale that holds the draws and the middle, where the limits lie, but no decade that needs neither."""
    low = max(min(float(logits.min()), -_ALWAYS_SHOWN), -_DEEPEST)
    high = min(max(float(logits.max()), _ALWAYS_SHOWN), _DEEPEST)
    return ProbabilityScale("logit", low, high)
