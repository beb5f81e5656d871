"""The choices of a calibration: which calibrators there are, and what can be chosen of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QWidget

from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.table import CALIBRATORS
from hsi_uq_app.gui import theme
from hsi_uq_app.scene.regions import GRAMMAR, REGIONS
from hsi_uq_app.workflow.calibration_plan import Plan

HALVES: Final = tuple(name for name in REGIONS if name != "all")


@dataclass(frozen=True)
class CalibratorChoice:
    """A calibrator that can be chosen.

    Attributes:
        hint: what it is, or why it cannot be chosen now.
        available: what it needs is loaded.
        has_criterion, has_noise, runs_again: which of the other choices matter to it.
    """

    name: str
    label: str
    hint: str
    available: bool
    has_criterion: bool
    has_noise: bool
    runs_again: bool


def choices_of(has_network: bool) -> list[CalibratorChoice]:
    """All calibrators; those that look inside the network wait for its model."""
    return [_choice(kind, has_network) for kind in CALIBRATORS.values()]


def _choice(kind: type[Calibrator], has_network: bool) -> CalibratorChoice:
    available = has_network or not kind.needs
    return CalibratorChoice(
        kind.name,
        f"{kind.label[:1].upper()}{kind.label[1:]}",
        kind.hint if available else f"{kind.hint} Load the result's model to use it.",
        available,
        "criterion" in kind.options(),
        "noise" in kind.options(),
        "perturbed" in kind.needs,
    )


_Values = dict[str | None, str]
"""What can be chosen, and how it is written."""
_APPLICATIONS: Final[_Values] = {
    None: "as the calibrator needs",
    "mean": "the mean over draws",
    "draw-by-draw": "each draw",
}
_CRITERIA: Final[_Values] = {
    None: "as the calibrator has it",
    "nll": "the log loss (NLL)",
    "ece": "the ECE, as in Tao et al. 2024",
}
_NOISES: Final[_Values] = {None: "as the calibrator has it", "gaussian": "Gaussian", "uniform": "uniform"}
_PERTURBATIONS: Final[_Values] = {
    "weak": "weak: noise",
    "moderate": "moderate: noise, gain",
    "strong": "strong: noise, gain, band jitter",
}


class CalibrationForm(QWidget):
    """Every choice in a row of its own; those that do not matter to the calibrator are greyed.

    Signals:
        changed(): something else is chosen.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.calibrator, self.fit, self.report = QComboBox(), QComboBox(), QComboBox()
        self.application, self.criterion = QComboBox(), QComboBox()
        self.noise, self.perturbation = QComboBox(), QComboBox()
        self.hint = QLabel()
        self._choices: dict[str, CalibratorChoice] = {}
        self._fill()
        self._explain()
        self._lay_out()
        self._connect()

    def show_calibrators(self, choices: Sequence[CalibratorChoice]) -> None:
        """Offer these calibrators; the choice stays where it can."""
        chosen = self.calibrator.currentData()
        self._choices = {choice.name: choice for choice in choices}
        with QSignalBlocker(self.calibrator):
            self.calibrator.clear()
            for choice in choices:
                words = choice.label if choice.available else f"{choice.label} (not here)"
                self.calibrator.addItem(words, choice.name)
            self.calibrator.setCurrentIndex(max(0, self.calibrator.findData(chosen)))
        self._adapt()

    def show_regions(self, suggested: tuple[str, str], framed: str) -> None:
        """Offer regions, the suggested ones first; what was typed stays."""
        for box, first in zip((self.fit, self.report), suggested, strict=True):
            typed = box.currentText()
            with QSignalBlocker(box):
                box.clear()
                box.addItems(list(dict.fromkeys(filter(None, (first, framed, *HALVES)))))
                box.setCurrentText(typed or first)

    def chosen(self) -> CalibratorChoice | None:
        """The calibrator that is chosen."""
        return self._choices.get(self.calibrator.currentData())

    def plan(self) -> Plan:
        """What is chosen now; what does not matter to the calibrator is left out."""
        choice = self.chosen()
        return Plan(
            self.fit.currentText().strip(),
            self.report.currentText().strip(),
            application=self.application.currentData(),
            criterion=self.criterion.currentData() if choice and choice.has_criterion else None,
            noise=self.noise.currentData() if choice and choice.has_noise else None,
            perturbation=self.perturbation.currentData() if choice and choice.runs_again else "moderate",
        )

    def _fill(self) -> None:
        for box, values in (
            (self.application, _APPLICATIONS),
            (self.criterion, _CRITERIA),
            (self.noise, _NOISES),
            (self.perturbation, _PERTURBATIONS),
        ):
            for value, words in values.items():
                box.addItem(words, value)
        self.perturbation.setCurrentIndex(1)
        for box in (self.fit, self.report):
            box.setEditable(True)
            box.setMinimumWidth(theme.em(self, 16))
        self.hint.setWordWrap(True)
        self.hint.setStyleSheet(f"color: {theme.MUTED}")
        self.hint.setMinimumHeight(2 * self.hint.fontMetrics().lineSpacing())

    def _explain(self) -> None:
        """A name for screen readers and a tip for each choice."""
        never_seen = "never where the calibrator was fitted"
        for box, name, tip in (
            (self.calibrator, "Calibrator", "How probabilities are mended"),
            (
                self.fit,
                "Fit",
                f"Where the calibrator is fitted: never where the model was trained. {GRAMMAR}",
            ),
            (self.report, "Report", f"Where before and after are compared: {never_seen}. {GRAMMAR}"),
            (self.application, "Application", "Draw by draw needs the result's model loaded"),
            (
                self.criterion,
                "Criterion",
                "What chooses the strength of the noise of consistency calibration",
            ),
            (self.noise, "Noise", "The law of the noise on logits"),
            (self.perturbation, "Perturbation", "How spectra are perturbed where the network runs again"),
        ):
            box.setAccessibleName(name)
            box.setToolTip(tip)

    def _lay_out(self) -> None:
        rows = QFormLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        for words, widget in (
            ("Calibrator", self.calibrator),
            ("", self.hint),
            ("Fit on", self.fit),
            ("Report on", self.report),
            ("Apply to", self.application),
            ("Strength by", self.criterion),
            ("Noise law", self.noise),
            ("Perturb", self.perturbation),
        ):
            rows.addRow(words, widget)

    def _connect(self) -> None:
        self.calibrator.currentIndexChanged.connect(self._adapt)
        for box in (self.calibrator, self.application, self.criterion, self.noise, self.perturbation):
            box.currentIndexChanged.connect(self.changed)
        for box in (self.fit, self.report):
            box.currentTextChanged.connect(self.changed)

    def _adapt(self) -> None:
        choice = self.chosen()
        self.hint.setText(choice.hint if choice else "")
        self.criterion.setEnabled(bool(choice and choice.has_criterion))
        self.noise.setEnabled(bool(choice and choice.has_noise))
        self.perturbation.setEnabled(bool(choice and choice.runs_again))
