"""The chosen model: what to think of it, and running it on the scene."""

from typing import Final

from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.models.panel import ModelPanel
from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.session.models import verdict_of
from hsi_uq_app.session.prediction import Predict, can_run
from hsi_uq_app.session.results import Result
from hsi_uq_app.session.state import AppState

PREDICT: Final = "predict"
STOPPABLE: Final = (PREDICT, "train", "calibrate", "export", "open")


class ModelsFeature(Feature):
    """The model's light, curves, passport; Run and Cancel. A result stays until the next is whole."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.panel, self._files = ModelPanel(), context.of(FilesFeature)
        self.panels = (Panel("model", self.panel, "tabs", "Model", rank=2),)
        self.views = (self._show_model,)
        self.commands = self._commands()
        self._files.panel.run_asked.connect(self.run)

    def run(self) -> None:
        """Run the chosen model on the open scene."""
        state = self._context.state
        if state.scene and state.model and can_run(state):
            work = Predict(state.scene, state.model, self._context.results)
            self._context.start(PREDICT, work, self._accept)

    def cancel(self) -> None:
        """Stop what runs; with nothing running, put the notice away."""
        running = [name for name in self._context.tasks.running() if name in STOPPABLE]
        for name in running:
            self._context.tasks.cancel(name)
        if not running:
            self._context.notify(None)

    def _accept(self, result: Result) -> None:
        foreign = Notice("note", f"The result for the scene before lies in {result.path}")
        self._files.accept_result(result, foreign)

    def _show_model(self, state: AppState) -> None:
        """The chosen model; while a training runs, its live curve keeps the panel."""
        model, trains = state.model, "train" in state.running
        self._context.window.tabs.show_available(self.panel, trains or model is not None)
        if trains:
            return
        passport = model.posterior.passport if model else None
        self.panel.show_model(
            model.label if model else "", passport, verdict_of(passport) if passport else None
        )

    def _commands(self) -> tuple[Command, ...]:
        return (
            Command(
                "run",
                "Run the model on the scene",
                "Run",
                ("Ctrl+R", "F5"),
                self.run,
                _missing,
                "Nothing to run",
            ),
            Command("cancel", "Cancel what runs", "Run", ("Esc",), self.cancel),
        )


def _missing(state: AppState) -> str:
    if state.scene is None or state.model is None:
        return "open a scene and load a model first"
    return "" if can_run(state) else "a model is running already; Esc cancels it"
