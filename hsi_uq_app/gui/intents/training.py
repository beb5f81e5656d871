"""Train models in the background, one after the other; what is loaded stays until a new model is complete."""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.intents.files import FileIntents
from hsi_uq_app.gui.intents.prediction import PredictionIntents
from hsi_uq_app.gui.live_curve import LiveCurve
from hsi_uq_app.gui.notice_strip import Notice
from hsi_uq_app.gui.window import Window
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.session.requests.training import Train
from hsi_uq_app.session.state import AppState, Model, Scene
from hsi_uq_app.session.training_cost import check_plan, training_cost
from hsi_uq_app.session.training_plan import TrainingPlan
from hsi_uq_app.session.training_target import scene_words, sources, target_of
from hsi_uq_app.session.transitions import model_loaded

if TYPE_CHECKING:
    from hsi_uq_app.gui.training_dialog import TrainingDialog

NAME = "train"
STEPS = (NAME, "predict")


class TrainingIntents:
    """Asks what to train, and works through the methods; a method that fails is told and the next follows."""

    def __init__(self, desk: Desk, window: Window, files: FileIntents, runs: PredictionIntents) -> None:
        self._desk, self._window, self._files, self._runs = desk, window, files, runs
        self._waiting: deque[Callable[[], None]] = deque()
        self._dialog: TrainingDialog | None = None
        self._scene: Scene | None = None
        self._title = ""
        curve = LiveCurve(desk.tasks, NAME)
        curve.grown.connect(lambda grown: window.model.show_live(self._title, grown))
        desk.tasks.cancelled.connect(self._forget)
        desk.tasks.finished.connect(self._next)

    def ask(self) -> None:
        """Open the dialog, off to the side so that the region can be seen in the scene."""
        if self._desk.state.scene is None:
            self._desk.tell(Notice("warning", "Nothing to train on", "open a scene first"))
            return
        self._dialog = self._dialog or self._new_dialog()
        self._fill(self._dialog, self._desk.state)
        self._dialog.open()
        beside = QPoint(self._window.width() - self._dialog.width(), theme.em(self._window, 3))
        self._dialog.move(self._window.mapToGlobal(beside))

    def follow(self, old: AppState | None, new: AppState) -> None:
        """Keep the open dialog up to date, for example when truth was loaded from it."""
        if self._dialog and self._dialog.isVisible() and new.scene and old and _offered(old) != _offered(new):
            self._fill(self._dialog, new)

    def start(self, plan: TrainingPlan) -> None:
        """Queue the methods of a plan."""
        state = self._desk.state
        if state.scene is None:
            return
        target = target_of(state, plan.pin)
        truth = None if target else state.truth
        for method in plan.methods:
            work = Train(state.scene, truth, target, plan, method)
            self._waiting.append(partial(self._train, work))
        self._next(NAME)

    def _train(self, work: Train) -> None:
        from hsi_uq_app.posterior.methods import METHODS

        self._title = (
            f"Training: {METHODS[work.method].label}, region {work.plan.region}, seed {work.plan.seed}"
        )
        self._window.model.show_live(self._title, None)
        self._window.side.bring_up(self._window.model)
        self._desk.start(NAME, work, partial(self._accept, work))

    def _accept(self, work: Train, model: Model) -> None:
        self._desk.session.apply(model_loaded(model))
        self._desk.tell(Notice("done", f"Trained {model.label}, saved in {model.path.parent}"))
        if work.plan.predict:
            self._waiting.appendleft(partial(self._predict, work.scene))

    def _predict(self, scene: Scene) -> None:
        """Run the model that was trained last, unless another scene was opened meanwhile."""
        if self._desk.state.scene is scene:
            self._runs.run()
        else:
            self._next(NAME)

    def _next(self, finished: str) -> None:
        if finished in STEPS and self._waiting and not set(STEPS) & set(self._desk.tasks.running()):
            self._waiting.popleft()()

    def _forget(self, cancelled: str) -> None:
        if cancelled in STEPS:
            self._waiting.clear()

    def _new_dialog(self) -> "TrainingDialog":
        from hsi_uq_app.gui.training_dialog import TrainingDialog
        from hsi_uq_app.posterior.methods import METHODS

        dialog = TrainingDialog({name: method.label for name, method in METHODS.items()}, self._window)
        dialog.plan_changed.connect(self._judge)
        dialog.train_asked.connect(self.start)
        dialog.truth_asked.connect(lambda: self._files.ask("truth"))
        dialog.finished.connect(lambda _: self._window.scene.show_training_region(None))
        return dialog

    def _fill(self, dialog: "TrainingDialog", state: AppState) -> None:
        if state.scene is None:
            return
        if state.scene is not self._scene:
            self._scene = state.scene
            dialog.show_scene(scene_words(state.scene), state.scene.path.with_suffix(""))
        framed = state.view.framed
        dialog.show_choices(sources(state), framed.text if framed else "")
        self._judge(dialog.form.plan())

    def _judge(self, plan: TrainingPlan) -> None:
        """Tell the cost of a plan and what stands in its way, and outline its region."""
        state, dialog = self._desk.state, self._dialog
        if state.scene is None or dialog is None:
            return
        cube = state.scene.cube
        cost, problem = None, None
        self._window.scene.show_training_region(None)
        try:
            region = parse_region(plan.region, cube.lines, cube.samples)
            self._window.scene.show_training_region(region)
            cost = training_cost(plan, cube, state.truth)
            check_plan(plan, cost)
        except UserError as error:
            problem = error
        dialog.show_cost(cost, problem)


def _offered(state: AppState) -> tuple[object, ...]:
    return state.scene, state.truth, state.view.pins, state.spectra, state.view.framed
