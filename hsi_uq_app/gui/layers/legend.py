"""What the colours of a layer mean: a bar with numbers, or a row for each class."""

import numpy as np
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.colours import colour_map
from hsi_uq_app.gui.numbers import count_text, share_text
from hsi_uq_app.session.layer import Colour, LayerLegend, LayerScale, LegendRow

TICKS = 5


class ColourBar(QWidget):
    """A vertical bar, low at the bottom; hidden when there is no map of values."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._low, self._high = "", 0.0, 1.0
        self._strip = QImage()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.hide()

    def show_scale(self, scale: LayerScale, name: str) -> None:
        """Show a colour map between two values."""
        title, low, high, lut = scale.title, scale.low, scale.high, colour_map(name)
        if not (np.isfinite(low) and np.isfinite(high)):
            raise ValueError(f"a colour bar needs finite ends, not {low} and {high}")
        self._title, self._low, self._high = title, low, high
        column = np.ascontiguousarray(lut[::-1, :3]).reshape(-1, 1, 3)
        self._strip = QImage(column.tobytes(), 1, 256, 3, QImage.Format.Format_RGB888).copy()
        self.setToolTip(f"{title}: {low:.3g} to {high:.3g}")
        self.show()
        self.update()

    def ticks(self) -> list[tuple[float, str]]:
        """Heights 0..1 and their labels."""
        span = self._high - self._low
        return [(k / (TICKS - 1), _label(self._low + span * k / (TICKS - 1), span)) for k in range(TICKS)]

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        widest = max(metrics.horizontalAdvance(label) for _, label in self.ticks())
        title = metrics.height() + theme.em(self, 0.4)
        return QSize(theme.em(self, 0.9) + widest + title + theme.em(self, 1.0), theme.em(self, 12))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        bar = self._bar()
        painter.drawImage(bar, self._strip)
        painter.setPen(QPen(QColor(theme.BORDER)))
        painter.drawRect(bar)
        painter.setPen(QPen(QColor(theme.MUTED)))
        self._paint_ticks(painter, bar)
        self._paint_title(painter)

    def _bar(self) -> QRect:
        top = self.fontMetrics().height()
        return QRect(theme.em(self, 0.3), top, theme.em(self, 0.9), self.height() - 2 * top)

    def _paint_ticks(self, painter: QPainter, bar: QRect) -> None:
        height = self.fontMetrics().height()
        for share, label in self.ticks():
            y = round(bar.bottom() - share * bar.height())
            painter.drawLine(bar.right(), y, bar.right() + 3, y)
            place = QRect(bar.right() + 6, y - height // 2, self.width(), height)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, label)

    def _paint_title(self, painter: QPainter) -> None:
        painter.translate(self.width() - self.fontMetrics().height(), self.height() / 2)
        painter.rotate(-90)
        half = self.height() // 2
        painter.drawText(
            QRect(-half, 0, 2 * half, self.fontMetrics().height()), Qt.AlignmentFlag.AlignCenter, self._title
        )


def _label(value: float, span: float) -> str:
    """Two decimals more than the span's size needs at least."""
    decimals = max(0, 2 - int(np.floor(np.log10(span)))) if span > 0 else 2
    return f"{value:.{min(decimals, 6)}f}".replace("-", "−")


_WIDTH_EM = 10.5


class Legend(QScrollArea):
    """Shows rows under a title; hidden when there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel()
        self.rows: list[LegendRow] = []
        self._labels: list[QLabel] = []
        self.setFixedWidth(theme.em(self, _WIDTH_EM))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self._lay_out()
        self.hide()

    def show_legend(self, legend: LayerLegend) -> None:
        """One row a class; the number that does not stand in it stands under the mouse."""
        self.rows = list(legend.rows)
        self.title.setText(legend.title)
        for label in self._labels:
            label.setParent(None)  # gone now: Qt deletes it later, and would show it until then
            label.deleteLater()
        self._labels = []
        texts = [_texts(row, legend.shows == "share") for row in legend.rows]
        for number, (row, (value, hint)) in enumerate(zip(legend.rows, texts, strict=True), start=1):
            self._add(number, row, value, hint)
        self.setAccessibleName(legend.title)
        named = zip(legend.rows, texts, strict=True)
        self.setAccessibleDescription(", ".join(f"{row.name} {value}" for row, (value, _) in named))
        self.show()

    def _add(self, number: int, row: LegendRow, text: str, hint: str) -> None:
        chip, name, value = QLabel(), QLabel(row.name), QLabel(text)
        chip.setPixmap(chip_of(row.colour, theme.em(self, 0.8)))
        name.setWordWrap(True)
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        value.setStyleSheet(f"color: {theme.MUTED}")
        for column, label in enumerate((chip, name, value)):
            label.setToolTip(hint)
            self._labels.append(label)
            self._grid.addWidget(
                label, number, column, Qt.AlignmentFlag.AlignTop if column == 0 else Qt.AlignmentFlag(0)
            )

    def _lay_out(self) -> None:
        body = QWidget()
        self._grid = QGridLayout(body)
        self._grid.setContentsMargins(theme.em(self, 0.4), 0, theme.em(self, 0.2), 0)
        self._grid.setVerticalSpacing(theme.em(self, 0.2))
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(1000, 1)
        self.title.setWordWrap(True)
        self.title.setStyleSheet("font-weight: 600")
        self._grid.addWidget(self.title, 0, 0, 1, 3)
        self.setWidget(body)


def _texts(row: LegendRow, is_share: bool) -> tuple[str, str]:
    """What stands in the row, and what under the mouse."""
    pixels = "…" if row.pixels is None else count_text(row.pixels)
    share = "" if row.share is None else share_text(row.share)
    return (share, f"{pixels} pixels") if is_share else (pixels, share)


def chip_of(colour: Colour | None, side: int) -> QPixmap:
    """A square of the colour, rimmed so that dark ones are seen; an empty one where nothing is painted."""
    picture = QPixmap(side, side)
    picture.fill(QColor(*colour) if colour else Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setPen(QColor(theme.FAINT))
    painter.drawRect(0, 0, side - 1, side - 1)
    painter.end()
    return picture
