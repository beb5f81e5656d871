"""Run a model on the scene, in the background; the earlier result stays until the new one is complete."""

from pathlib import Path

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.notice_strip import Notice, notice_of_cautions
from hsi_uq_app.session.cautions import cautions
from hsi_uq_app.session.derived import belongs, can_run, chosen_model
from hsi_uq_app.session.requests.prediction import Predict, results_folder
from hsi_uq_app.session.state import Result
from hsi_uq_app.session.transitions import result_ready

NAME = "predict"
STOPPABLE = (NAME, "train", "calibrate", "export", "open")


class PredictionIntents:
    """Run and cancel."""

    def __init__(self, desk: Desk, folder: Path | None = None) -> None:
        self._desk, self._folder = desk, folder or results_folder()

    def run(self) -> None:
        """Run the chosen model on the open scene."""
        state = self._desk.state
        model = chosen_model(state)
        if state.scene is None or model is None or not can_run(state):
            self._desk.tell(Notice("warning", "Nothing to run", "open a scene and load a model first"))
            return
        self._desk.start(NAME, Predict(state.scene, model, self._folder), self._accept)

    def cancel(self) -> None:
        """Stop what runs; with nothing running, put the notice away."""
        running = [name for name in self._desk.tasks.running() if name in STOPPABLE]
        for name in running:
            self._desk.tasks.cancel(name)
        if not running:
            self._desk.tell(None)

    def _accept(self, result: Result) -> None:
        if not belongs(result, self._desk.state):
            self._desk.tell(Notice("note", f"The result for the scene before lies in {result.path}"))
        elif notice := notice_of_cautions(result.label, cautions(result, self._desk.state.scene)):
            self._desk.tell(notice)
        self._desk.session.apply(result_ready(result))
