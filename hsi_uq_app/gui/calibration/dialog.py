"""Which calibrator, fitted where, reported where."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLayout, QVBoxLayout, QWidget

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.calibration.form import CalibrationForm, CalibratorChoice

_ADVICE = "Leave a strip between the regions: neighbouring pixels resemble each other."


class CalibrationDialog(QDialog):
    """Shown with open(), so nothing blocks.

    Signals:
        plan_changed(object): Plan, as chosen now.
        calibrate_asked(str, object): the calibrator's name and its Plan.
    """

    plan_changed = Signal(object)
    calibrate_asked = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Calibrate")
        self.result_name, self.form, self.problem = QLabel(), CalibrationForm(), QLabel()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.start = self.buttons.addButton("Calibrate", QDialogButtonBox.ButtonRole.AcceptRole)
        self._lay_out()
        self.form.changed.connect(lambda: self.plan_changed.emit(self.form.plan()))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(self._ask)

    def show_choices(
        self, result: str, choices: Sequence[CalibratorChoice], suggested: tuple[str, str], framed: str
    ) -> None:
        """What is calibrated, by what, and where; `framed` is the region framed in the scene, "" for none."""
        self.result_name.setText(result)
        self.form.show_calibrators(choices)
        self.form.show_regions(suggested, framed)

    def show_problem(self, problem: UserError | None) -> None:
        """What stands in the plan's way; what the calibrator lacks counts too."""
        choice = self.form.chosen()
        lacking = choice is not None and not choice.available
        text = f"! {_sentence(problem.message)}\n{_sentence(problem.hint)}" if problem else _ADVICE
        self.problem.setText(text)
        self.problem.setStyleSheet(f"color: {theme.WARNING if problem else theme.MUTED}")
        self.start.setEnabled(problem is None and not lacking)

    def _ask(self) -> None:
        choice = self.form.chosen()
        if choice:
            self.calibrate_asked.emit(choice.name, self.form.plan())

    def _lay_out(self) -> None:
        self.result_name.setStyleSheet(f"color: {theme.MUTED}")
        self.problem.setWordWrap(True)
        self.problem.setMinimumHeight(3 * self.problem.fontMetrics().lineSpacing())
        self.problem.setMinimumWidth(theme.em(self, 24))
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)
        layout.setSpacing(theme.em(self, 0.6))
        for part in (self.result_name, self.form, self.problem, self.buttons):
            layout.addWidget(part)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
