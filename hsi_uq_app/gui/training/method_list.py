"""The methods to train, one check box each, with the time each will take."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.numbers import count_text
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.session.training_cost import TrainingCost

SAMPLES: Final = {
    "stratified": (
        "Stratified (recommended)",
        "All targets, background that resembles them, a little of the rest",
    ),
    "random": ("Random", "All targets and 10,000 background pixels, corrected for their share"),
    "paper": (
        "Paper mode, 1 : 1",
        "As in Ries et al. 2023, uncorrected: most of its target part will be false",
    ),
    "all": ("All pixels", "Everything in the region: slow on a processor"),
}
"""Name of a sample -> label, what it is."""


def seconds_text(seconds: float | None) -> str:
    """A rough time; it is an estimate, so two figures are plenty."""
    if seconds is None:
        return "time unknown"
    if seconds < 90:
        return f"about {_round(seconds)} s"
    minutes = seconds / 60
    return f"about {_round(minutes)} min" if minutes < 90 else f"about {_round(minutes / 60)} h"


def pixels_text(cost: TrainingCost, implanted: bool) -> str:
    """How many pixels are learnt from, and of how many."""
    targets = f"{count_text(cost.targets)} " + (
        "implanted targets" if implanted else f"of {count_text(cost.region_targets)} targets"
    )
    background = f"{count_text(cost.background)} of {count_text(cost.region_background)} background"
    return f"{count_text(cost.pixels)} training pixels: {targets}, {background}"


def total_text(cost: TrainingCost) -> str:
    """The time of all methods together, labelled as the estimate it is."""
    known = [seconds for seconds in cost.seconds.values() if seconds is not None]
    if not known:
        return "No estimate of the time"
    together = " together" if len(cost.seconds) > 1 else ""
    return f"Estimate: {seconds_text(sum(known))}{together}, from times measured on another machine"


def _round(value: float) -> str:
    """Whole numbers below ten, steps of five above: no figure that pretends to be exact."""
    return str(max(1, round(value)) if value < 10 else 5 * round(value / 5))


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
