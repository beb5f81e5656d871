"""What the colours of a map of classes mean: a chip, a name and a number for each, beside the scene."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QWidget

from hsi_uq_app.gui import theme

_WIDTH_EM = 10.5


@dataclass(frozen=True)
class LegendRow:
    """A class: its colour (None: not painted), its name, a number, and more under the mouse."""

    colour: tuple[int, int, int] | None
    name: str
    value: str
    hint: str = ""


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

    def show_rows(self, title: str, rows: Sequence[LegendRow]) -> None:
        """One row a class."""
        self.rows = list(rows)
        self.title.setText(title)
        for label in self._labels:
            self._grid.removeWidget(label)
            label.deleteLater()
        self._labels = []
        for number, row in enumerate(rows, start=1):
            self._add(number, row)
        self.setAccessibleName(title)
        self.setAccessibleDescription(", ".join(f"{row.name} {row.value}" for row in rows))
        self.show()

    def _add(self, number: int, row: LegendRow) -> None:
        chip, name, value = QLabel(), QLabel(row.name), QLabel(row.value)
        chip.setPixmap(chip_of(row.colour, theme.em(self, 0.8)))
        name.setWordWrap(True)
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        value.setStyleSheet(f"color: {theme.MUTED}")
        for column, label in enumerate((chip, name, value)):
            label.setToolTip(row.hint)
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


def chip_of(colour: tuple[int, int, int] | None, side: int) -> QPixmap:
    """A square of the colour, rimmed so that dark ones are seen; an empty one where nothing is painted."""
    picture = QPixmap(side, side)
    picture.fill(QColor(*colour) if colour else Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setPen(QColor(theme.FAINT))
    painter.drawRect(0, 0, side - 1, side - 1)
    painter.end()
    return picture
