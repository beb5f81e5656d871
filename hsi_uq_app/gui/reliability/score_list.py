"""Names and values in columns, readable at a glance."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.reliability.words import Row


class ScoreList(QWidget):
    """Rows of name and value, laid out in one or more pairs of columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Calibration scores")
        self._rows: Sequence[Row] = ()
        self._columns = 1
        self._labels: list[QLabel] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(theme.em(self, 0.15))
        self._grid.setHorizontalSpacing(theme.em(self, 0.6))

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Name, value and tip of each row."""
        self._rows = rows
        self._lay_out()
        self.setAccessibleDescription(", ".join(f"{name} {value}" for name, value, _ in rows))

    def set_columns(self, columns: int) -> None:
        """How many pairs of columns stand side by side."""
        if columns != self._columns:
            self._columns = columns
            self._lay_out()

    def _lay_out(self) -> None:
        for label in self._labels:
            self._grid.removeWidget(label)
            label.deleteLater()
        self._labels = []
        for place, (name, value, tip) in enumerate(self._rows):
            line, pair = divmod(place, self._columns)
            left, right = QLabel(name), QLabel(value)
            left.setStyleSheet(f"color: {theme.MUTED}")
            right.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            right.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            for label, column in ((left, 2 * pair), (right, 2 * pair + 1)):
                label.setToolTip(tip)
                self._labels.append(label)
                self._grid.addWidget(label, line, column)
