"""What stands around the diagram: choices above it, figures and the export below it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.reliability.words import Row

_TOP_LABEL_TIP: Final = (
    "On rare targets top label is nearly blind: calling everything background looks perfect"
)
_CHOICES: Final[dict[str, tuple[str, dict[str, str], str]]] = {
    "kind": ("Confidence", {"positive": "Positive class", "top-label": "Top label"}, _TOP_LABEL_TIP),
    "spacing": ("Bins", {"width": "Equal width", "mass": "Equal mass"}, "Bins of equal width or equal count"),
    "axes": ("Axes", {"linear": "Linear", "logit": "Logit"}, "Logit axes spread out what lies near 0 and 1"),
}


class Choosers(QWidget):
    """Signals:
    chosen(str, str): what ("kind", "spacing", "axes") and which value of `show_choice`.
    """

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.boxes = {what: self._box(what) for what in _CHOICES}
        for what, box in self.boxes.items():
            row.addWidget(box, max(len(text) for text in _CHOICES[what][1].values()))

    def show_choice(self, what: str, value: str) -> None:
        """Set one box without emitting."""
        with QSignalBlocker(self.boxes[what]):
            self.boxes[what].setCurrentIndex(self.boxes[what].findData(value))

    def _box(self, what: str) -> QComboBox:
        name, values, tip = _CHOICES[what]
        box = QComboBox(self)
        for value, text in values.items():
            box.addItem(text, value)
        box.setAccessibleName(name)
        box.setToolTip(tip)
        box.setMinimumContentsLength(2)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.currentIndexChanged.connect(lambda _index: self.chosen.emit(what, box.currentData()))
        return box


_FORMATS: Final = {"png": "Picture (PNG)", "svg": "Drawing (SVG)", "csv": "Table (CSV)"}


class ExportButton(QToolButton):
    """Signals:
    export_requested(str): "png", "svg" or "csv".
    """

    export_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.formats = QMenu(self)
        for suffix, text in _FORMATS.items():
            self.formats.addAction(self._action(suffix, text))
        self.setText("Export")
        self.setAccessibleName("Export the diagram")
        self.setToolTip("Write the diagram to a file")
        self.setMenu(self.formats)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def _action(self, suffix: str, text: str) -> QAction:
        action = QAction(text, self)
        action.triggered.connect(lambda: self.export_requested.emit(suffix))
        return action


class ScoreList(QWidget):
    """Rows of name and value, laid out in one or more pairs of columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Calibration scores")
        self.rows: Sequence[Row] = ()
        self._columns = 1
        self._labels: list[QLabel] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(theme.em(self, 0.15))
        self._grid.setHorizontalSpacing(theme.em(self, 0.6))

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Name, value and tip of each row."""
        self.rows = rows
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
        for place, (name, value, tip) in enumerate(self.rows):
            line, pair = divmod(place, self._columns)
            left, right = QLabel(name), QLabel(value)
            left.setStyleSheet(f"color: {theme.MUTED}")
            right.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            right.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            for label, column in ((left, 2 * pair), (right, 2 * pair + 1)):
                label.setToolTip(tip)
                self._labels.append(label)
                self._grid.addWidget(label, line, column)
