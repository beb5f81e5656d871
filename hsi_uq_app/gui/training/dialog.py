"""What to train, on which pixels, how long it will take, and where the models go."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLayout,
    QVBoxLayout,
    QWidget,
)

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.training.method_list import pixels_text, total_text
from hsi_uq_app.gui.training.plan_form import PlanForm
from hsi_uq_app.session.training import TargetSource
from hsi_uq_app.session.training_cost import TrainingCost


class TrainingDialog(QDialog):
    """Shown with open(), so nothing blocks.

    Signals:
        plan_changed(object): TrainingPlan, as chosen now.
        train_asked(object): TrainingPlan, to be carried out.
        truth_asked(): the analyst wants to load truth.
    """

    plan_changed = Signal(object)
    train_asked = Signal(object)
    truth_asked = Signal()

    def __init__(self, methods: Mapping[str, str], parent: QWidget | None = None) -> None:
        """`methods`: name -> label of each that can be trained."""
        super().__init__(parent)
        self.setWindowTitle("Train a model")
        self.form, self.cost, self.problem = PlanForm(methods), QLabel(), QLabel()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.start = self.buttons.addButton("Start", QDialogButtonBox.ButtonRole.AcceptRole)
        self._lay_out()
        self.form.changed.connect(lambda: self.plan_changed.emit(self.form.plan()))
        self.form.truth_asked.connect(self.truth_asked)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: self.train_asked.emit(self.form.plan()))

    def show_scene(self, words: str, stem: Path) -> None:
        """Another scene: its models go beside it."""
        self.form.scene.setText(words)
        self.form.place.show_stem(stem)

    def show_choices(self, sources: Sequence[TargetSource], framed: str) -> None:
        """What can be chosen: sources of targets, and the region framed in the scene ("" for none)."""
        self.form.show_sources(sources)
        self.form.show_regions(framed)

    def show_cost(self, cost: TrainingCost | None, problem: UserError | None) -> None:
        """The cost of the plan, and what stands in its way."""
        implanted = self.form.plan().pin is not None
        self.cost.setText(f"{pixels_text(cost, implanted)}\n{total_text(cost)}" if cost else "")
        self.form.methods.show_times(cost.seconds if cost else {})
        self.problem.setText(f"! {_sentence(problem.message)}\n{_sentence(problem.hint)}" if problem else "")
        self.problem.setVisible(problem is not None)
        self.start.setEnabled(problem is None)

    def _lay_out(self) -> None:
        for label, colour in ((self.cost, theme.TEXT), (self.problem, theme.WARNING)):
            label.setWordWrap(True)
            label.setStyleSheet(f"color: {colour}")
        self.cost.setMinimumHeight(3 * self.cost.fontMetrics().lineSpacing())
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)
        layout.setSpacing(theme.em(self, 0.6))
        for part in (self.form, self.cost, self.problem, self.buttons):
            layout.addWidget(part)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
