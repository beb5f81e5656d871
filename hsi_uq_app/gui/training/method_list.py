"""The methods to train, one check box each, with the time each will take."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.training.words import seconds_text

HINTS: Final[Mapping[str, str]] = {
    "hmc": "Draws from the posterior itself: the slowest, and the one the others approximate",
    "vi": "One Gaussian for each weight, fitted to the posterior",
    "bootstrap": "Each network learns from its own resample of the pixels",
    "deep-ensemble": "Each network starts elsewhere and sees the pixels in another order",
    "mc-dropout": "One network, with random hidden units switched off in each draw",
}


class MethodList(QWidget):
    """Which methods are ticked.

    Signals:
        changed(): another choice.
    """

    changed = Signal()

    def __init__(self, labels: Mapping[str, str], ticked: str) -> None:
        super().__init__()
        self.boxes = {name: QCheckBox(label) for name, label in labels.items()}
        self.times = {name: QLabel() for name in labels}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(theme.em(self, 0.1))
        grid.setColumnStretch(0, 1)
        for row, (name, box) in enumerate(self.boxes.items()):
            box.setToolTip(HINTS.get(name, ""))
            box.setChecked(name == ticked)
            box.toggled.connect(self.changed)
            self.times[name].setStyleSheet(f"color: {theme.MUTED}")
            grid.addWidget(box, row, 0)
            grid.addWidget(self.times[name], row, 1, Qt.AlignmentFlag.AlignRight)

    def chosen(self) -> tuple[str, ...]:
        """Names of the ticked methods."""
        return tuple(name for name, box in self.boxes.items() if box.isChecked())

    def choose(self, names: tuple[str, ...]) -> None:
        """Tick these and no others, without a word to anybody."""
        for name, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setChecked(name in names)

    def show_times(self, seconds: Mapping[str, float | None]) -> None:
        """The estimate beside each ticked method."""
        for name, label in self.times.items():
            label.setText(seconds_text(seconds[name]) if name in seconds else "")
