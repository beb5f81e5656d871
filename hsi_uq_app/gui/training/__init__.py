"""Train models in the background, one after the other; what is loaded stays until a new model is complete."""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.models import PREDICT, ModelsFeature
from hsi_uq_app.gui.models.curves import LiveCurve
from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.session.models import Model, model_loaded
from hsi_uq_app.session.scene import Scene, size_words
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.training import Train, TrainingPlan, sources, target_of
from hsi_uq_app.session.training_cost import check_plan, training_cost

if TYPE_CHECKING:
    from hsi_uq_app.gui.training.dialog import TrainingDialog

TRAIN: Final = "train"
STEPS: Final = (TRAIN, PREDICT)


class TrainingFeature(Feature):
    """Asks what to train, and works through the methods; one that fails is reported, and the next follows."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._files, self._models = context.of(FilesFeature), context.of(ModelsFeature)
        self._view = context.of(SceneFeature).view
        self._waiting: deque[Callable[[], None]] = deque()
        self.dialog: TrainingDialog | None = None
        self._scene: Scene | None = None
        self._title = ""
        self.views = (self._show_dialog,)
        self.commands = (
            Command(
                "train",
                "Train models",
                "Run",
                ("Ctrl+Shift+T",),
                self.ask,
                lambda state: "" if state.scene else "open a scene first",
                "Nothing to train on",
            ),
        )
        self._connect(context)

    def ask(self) -> None:
        """Open the dialog, off to the side so that the region can be seen in the scene."""
        if self._context.state.scene is None:
            return
        self.dialog = self.dialog or self._new_dialog()
        self._fill(self.dialog, self._context.state)
        self.dialog.open()
        window = self._context.window
        beside = QPoint(window.width() - self.dialog.width(), theme.em(window, 3))
        self.dialog.move(window.mapToGlobal(beside))

    def start(self, plan: TrainingPlan) -> None:
        """Queue the methods of a plan."""
        state = self._context.state
        if state.scene is None:
            return
        target = target_of(state, plan.pin)
        truth = None if target else state.truth
        for method in plan.methods:
            work = Train(state.scene, truth, target, plan, method)
            self._waiting.append(partial(self._train, work))
        self._next(TRAIN)

    def _train(self, work: Train) -> None:
        from hsi_uq_app.posterior.methods import METHODS

        label, plan = METHODS[work.method].label, work.plan
        self._title = f"Training: {label}, region {plan.region}, seed {plan.seed}"
        self._models.panel.show_live(self._title, None)
        self._context.window.tabs.bring_up(self._models.panel)
        self._context.start(TRAIN, work, partial(self._accept, work))

    def _accept(self, work: Train, model: Model) -> None:
        self._context.session.apply(model_loaded(model))
        self._context.notify(Notice("done", f"Trained {model.label}, saved in {model.path.parent}"))
        if work.plan.predict:
            self._waiting.appendleft(partial(self._predict, work.scene))

    def _predict(self, scene: Scene) -> None:
        """Run the model that was trained last, unless another scene was opened meanwhile."""
        if self._context.state.scene is scene:
            self._models.run()
        else:
            self._next(TRAIN)

    def _next(self, finished: str) -> None:
        if finished in STEPS and self._waiting and not set(STEPS) & set(self._context.tasks.running()):
            self._waiting.popleft()()

    def _forget(self, cancelled: str) -> None:
        if cancelled in STEPS:
            self._waiting.clear()

    def _show_dialog(self, state: AppState) -> None:
        """Keep the open dialog up to date, for example when truth was loaded from it."""
        offered = state.scene, sources(state), state.truth, state.view.framed
        if self.dialog and self.dialog.isVisible() and offered[0]:
            self._fill(self.dialog, state)

    def _new_dialog(self) -> "TrainingDialog":
        from hsi_uq_app.gui.training.dialog import TrainingDialog
        from hsi_uq_app.posterior.methods import METHODS

        dialog = TrainingDialog(
            {name: method.label for name, method in METHODS.items()}, self._context.window
        )
        dialog.plan_changed.connect(self._judge)
        dialog.train_asked.connect(self.start)
        dialog.truth_asked.connect(lambda: self._files.ask("truth"))
        dialog.finished.connect(lambda _: self._view.show_training_region(None))
        return dialog

    def _fill(self, dialog: "TrainingDialog", state: AppState) -> None:
        scene = state.scene
        if scene is None:
            return
        if scene is not self._scene:
            self._scene = scene
            dialog.show_scene(f"{scene.cube.name}: {size_words(scene)}", scene.path.with_suffix(""))
        framed = state.view.framed
        dialog.show_choices(sources(state), framed.text if framed else "")
        self._judge(dialog.form.plan())

    def _judge(self, plan: TrainingPlan) -> None:
        """Tell the cost of a plan and what stands in its way, and outline its region."""
        state, dialog = self._context.state, self.dialog
        if state.scene is None or dialog is None:
            return
        cube = state.scene.cube
        cost, problem = None, None
        self._view.show_training_region(None)
        try:
            region = parse_region(plan.region, cube.lines, cube.samples)
            self._view.show_training_region(region)
            cost = training_cost(plan, cube, state.truth)
            check_plan(plan, cost)
        except UserError as error:
            problem = error
        dialog.show_cost(cost, problem)

    def _connect(self, context: Context) -> None:
        curve = LiveCurve(context.tasks, TRAIN)
        curve.grown.connect(lambda grown: self._models.panel.show_live(self._title, grown))
        context.tasks.cancelled.connect(self._forget)
        context.tasks.finished.connect(self._next)
        self._files.panel.train_asked.connect(self.ask)
