"""The choices above the diagram: which confidence, which bins, which axes."""

from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

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
