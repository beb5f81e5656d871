"""The methods to train, one check box each, with the time each will take."""

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.training.words import seconds_text
from hsi_uq_app.posterior.methods import METHODS


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
            box.setToolTip(METHODS[name].hint)
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
