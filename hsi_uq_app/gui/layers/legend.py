"""What the colours of a map of classes mean: a chip, a name and a number for each, beside the scene."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.numbers import count_text, share_text
from hsi_uq_app.session.layer import Colour, LayerLegend, LegendRow

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
            self._grid.removeWidget(label)
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
