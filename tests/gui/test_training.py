"""Training from the window: the cost is told, models arrive one by one, cancelling keeps what was there."""

from threading import Event

import pytest
from PySide6.QtWidgets import QDialogButtonBox

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.models import ModelsFeature
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.gui.training import TrainingFeature
from hsi_uq_app.gui.training.dialog import TrainingDialog
from hsi_uq_app.gui.training.method_list import SAMPLES, seconds_text
from hsi_uq_app.posterior.model_file import load_model
from hsi_uq_app.progress import Measured
from hsi_uq_app.session.training import TargetSource
from hsi_uq_app.session.training_cost import TrainingCost
from tests.gui.kit import press

PATIENCE_S = 60
"""Longer than any machine needs to train, however busy."""
METHODS = {"hmc": "Hamiltonian Monte Carlo", "deep-ensemble": "Deep ensemble"}


@pytest.fixture
def dialog(qtbot, themed, tmp_path) -> TrainingDialog:
    made = TrainingDialog(METHODS)
    qtbot.addWidget(made)
    made.show_scene("town: 40 lines", tmp_path / "town")
    made.show_choices([TargetSource(None, "truth"), TargetSource(3, "pin")], "lines=1:2,samples=0:60")
    return made


@pytest.fixture
def ready(program, settle, tiny_scene, tmp_path):
    """The program with the tiny scene and its truth; its training dialog is open, for 20 draws."""
    program.context.of(FilesFeature).open("scene", tiny_scene.scene)
    program.context.of(FilesFeature).open("truth", tiny_scene.truth)
    settle()
    program.context.of(TrainingFeature).ask()
    form = program.context.of(TrainingFeature).dialog.form
    form.place.path.setText(str(tmp_path / "town"))
    form.draws.setValue(20)
    form.predict.setChecked(False)
    return program


def train(program) -> None:
    program.context.of(TrainingFeature).dialog.accept()


def test_that_the_dialog_tells_what_is_chosen(dialog, tmp_path):
    plan = dialog.form.plan()
    assert (plan.methods, plan.region, plan.sample) == (("deep-ensemble",), "left", "stratified")
    assert (plan.draws, plan.seed, plan.pin) == (100, 0, None)
    assert plan.file("vi") == tmp_path / "town_vi.safetensors"


def test_that_every_choice_is_told(dialog, qtbot):
    form = dialog.form
    changes = [
        form.methods.boxes["hmc"].click,
        lambda: form.region.setCurrentText("lines=0:10"),
        lambda: form.sample.setCurrentIndex(2),
        lambda: form.draws.setValue(40),
        lambda: form.seed.setValue(4),
        lambda: form.targets.setCurrentIndex(1),
        lambda: form.base_rate.setValue(0.02),
        lambda: form.place.path.setText("/somewhere/else"),
    ]
    for change in changes:
        with qtbot.waitSignal(dialog.plan_changed, timeout=5000):
            change()
    plan = form.plan()
    assert (plan.methods, plan.region, plan.sample) == (("hmc", "deep-ensemble"), "lines=0:10", "paper")
    assert (plan.draws, plan.seed, plan.pin, plan.base_rate) == (40, 4, 3, 0.02)
    assert str(plan.stem) == "/somewhere/else"


def test_that_a_base_rate_is_asked_only_where_nothing_tells_it(dialog):
    dialog.show()
    assert not dialog.form.base_rate.isVisible()
    dialog.form.targets.setCurrentIndex(1)
    assert dialog.form.base_rate.isVisible()


def test_that_the_framed_region_is_offered_and_what_was_typed_stays(dialog):
    dialog.form.region.setCurrentText("lines=0:7")
    dialog.show_choices([TargetSource(None, "truth")], "lines=2:9,samples=0:60")
    assert dialog.form.region.currentText() == "lines=0:7"
    assert dialog.form.region.findText("lines=2:9,samples=0:60") >= 0


def test_that_the_cost_is_told_as_an_estimate_beside_each_method(dialog):
    cost = TrainingCost(72, 2643, 72, 7096, {"hmc": 25.0, "deep-ensemble": 130.0})
    dialog.show_cost(cost, None)
    assert dialog.cost.text().startswith("2,715 training pixels: 72 of 72 targets, 2,643 of 7,096 background")
    assert "Estimate: about" in dialog.cost.text()
    assert dialog.form.methods.times["hmc"].text() == "about 25 s"
    assert dialog.form.methods.times["deep-ensemble"].text() == "about 2 min"
    assert dialog.start.isEnabled()


def test_that_a_problem_is_told_and_start_is_barred(dialog):
    dialog.show_cost(None, UserError("region left holds 2 target pixels", "choose another"))
    assert "Region left holds 2 target pixels" in dialog.problem.text()
    assert not dialog.start.isEnabled()


def test_that_files_that_will_be_replaced_are_named(dialog, tmp_path):
    (tmp_path / "town_deep-ensemble.safetensors").touch()
    dialog.form.methods.changed.emit()
    assert "replaces town_deep-ensemble.safetensors" in dialog.form.place.names.text()


def test_that_start_asks_for_the_plan_and_cancel_for_nothing(dialog, qtbot):
    with qtbot.assertNotEmitted(dialog.train_asked):
        dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel).click()
    with qtbot.waitSignal(dialog.train_asked) as told:
        dialog.start.click()
    assert told.args == [dialog.form.plan()]


def test_that_paper_mode_says_what_is_wrong_with_it(dialog):
    dialog.form.sample.setCurrentIndex(list(SAMPLES).index("paper"))
    assert "false" in dialog.form.sample_hint.text()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "time unknown"),
        (0.2, "about 1 s"),
        (12.0, "about 10 s"),
        (150.0, "about 2 min"),
        (9000.0, "about 2 h"),
    ],
)
def test_that_estimates_do_not_pretend_to_be_exact(seconds, text):
    assert seconds_text(seconds) == text


def test_that_asking_without_a_scene_says_to_open_one(program, qtbot):
    press(program, qtbot, "Ctrl+Shift+T")
    assert "Open a scene first" in program.window.panels["notices"].text.text()


def test_that_the_region_is_outlined_while_the_dialog_is_open_and_only_then(ready):
    outline = ready.window.panels["scene"].training.outline
    assert outline.isVisible()
    assert outline.rect().width() == 30
    ready.context.of(TrainingFeature).dialog.form.region.setCurrentText("lines=0:99")
    assert not outline.isVisible()
    assert "beyond the scene" in ready.context.of(TrainingFeature).dialog.problem.text()
    ready.context.of(TrainingFeature).dialog.form.region.setCurrentText("right")
    assert outline.isVisible()
    ready.context.of(TrainingFeature).dialog.reject()
    assert not outline.isVisible()


def test_that_a_trained_model_is_saved_loaded_and_chosen(ready, settle, tmp_path):
    train(ready)
    settle(PATIENCE_S)
    state, file = ready.session.state, tmp_path / "town_deep-ensemble.safetensors"
    assert state.model.path == file.resolve()
    assert state.models == (state.model,)
    assert load_model(file).passport.region == "left"
    assert state.results == ()
    assert ready.window.panels["model"].passport.accessibleDescription().startswith("Method deep-ensemble")


def test_that_each_method_is_predicted_once_it_is_trained(ready, settle):
    form = ready.context.of(TrainingFeature).dialog.form
    form.methods.choose(("deep-ensemble", "mc-dropout"))
    form.predict.setChecked(True)
    train(ready)
    settle(PATIENCE_S)
    state = ready.session.state
    assert [one.posterior.passport.method for one in state.models] == ["deep-ensemble", "mc-dropout"]
    assert [one.quantiles.passport.method for one in state.results] == ["deep-ensemble", "mc-dropout"]


def test_that_a_pinned_spectrum_trains_a_model_that_says_so(ready, settle):
    ready.context.of(SceneFeature).pin((10, 10))
    settle()
    form = ready.context.of(TrainingFeature).dialog.form
    form.targets.setCurrentIndex(1)
    train(ready)
    settle(PATIENCE_S)
    assert ready.session.state.models[0].posterior.passport.truth == "implanted"


def test_that_a_place_once_typed_stays_until_another_scene_is_opened(ready, settle, truth_file, scene_file):
    place = ready.context.of(TrainingFeature).dialog.form.place
    typed = place.path.text()
    ready.context.of(SceneFeature).pin((10, 10))
    settle()
    ready.context.of(TrainingFeature).ask()
    assert place.path.text() == typed
    ready.context.of(FilesFeature).open("scene", scene_file)
    settle()
    assert place.path.text() == str(scene_file.resolve().with_suffix(""))


def test_that_a_method_that_fails_is_told_and_the_next_one_follows(ready, settle):
    form = ready.context.of(TrainingFeature).dialog.form
    form.methods.choose(("hmc", "deep-ensemble"))
    form.draws.setValue(21)  # cannot be thinned evenly from four chains
    train(ready)
    settle(PATIENCE_S)
    assert [one.posterior.passport.method for one in ready.session.state.models] == ["deep-ensemble"]


class Endless:
    """Whether it has begun, and whether it has heard that it is to stop."""

    def __init__(self) -> None:
        self.begun, self.ended = Event(), Event()


@pytest.fixture
def endless(monkeypatch):
    """A training that states a falling loss until it is stopped."""
    told = Endless()

    def work(*_, progress, **__):
        step = 0
        told.begun.set()
        try:
            while True:
                step += 1
                progress(min(step / 1e6, 1.0), Measured(f"step {step}", "loss", 1 / step))
        finally:
            told.ended.set()

    monkeypatch.setattr("hsi_uq_app.workflow.train.train", work)
    return told


def test_that_the_loss_is_drawn_while_it_trains(ready, endless, qtbot):
    train(ready)
    curve = ready.window.panels["model"].curve
    qtbot.waitUntil(lambda: "from" in curve.accessibleDescription())
    assert "loss from" in curve.accessibleDescription()
    assert ready.window.panels["model"].title.text() == "Training: Deep ensemble, region left, seed 0"
    assert ready.window.tabs.currentWidget() is ready.window.panels["model"]
    ready.context.of(ModelsFeature).cancel()


def test_that_cancelling_stops_the_work_forgets_the_rest_and_keeps_what_was_there(
    ready, endless, qtbot, settle, model_file, tmp_path
):
    ready.context.of(FilesFeature).open("model", model_file)
    settle()
    ready.context.of(TrainingFeature).dialog.form.methods.choose(("deep-ensemble", "mc-dropout"))
    train(ready)
    qtbot.waitUntil(endless.begun.is_set)
    ready.context.of(ModelsFeature).cancel()
    assert endless.ended.wait(PATIENCE_S)
    settle()
    state = ready.session.state
    assert [one.path for one in state.models] == [model_file.resolve()]
    assert state.running == ()
    assert list(tmp_path.glob("town_*")) == []


def test_that_a_model_trained_for_a_scene_closed_meanwhile_is_kept_and_not_run(
    ready, settle, scene_file, tmp_path
):
    ready.context.of(TrainingFeature).dialog.form.predict.setChecked(True)
    train(ready)
    ready.context.of(FilesFeature).open("scene", scene_file)
    settle(PATIENCE_S)
    state = ready.session.state
    assert state.scene.path == scene_file.resolve()
    assert len(state.models) == 1
    assert state.results == ()
