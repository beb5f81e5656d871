"""Run, cancel, and results that come too late."""

import threading

import pytest

from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.models import PREDICT, ModelsFeature
from hsi_uq_app.progress import Cancelled, silent
from hsi_uq_app.session.results import LoadResult
from hsi_uq_app.session.scene import COMPOSITE, MakeComposite
from tests.gui.kit import press, ramp, write_cube, write_model

PATIENCE_S = 30
"""Longer than any machine needs, however busy; what is waited for comes in a moment or never."""


@pytest.fixture
def ready(program, settle, scene_file, model_file):
    """The program with a scene and a model, nothing predicted yet."""
    program.context.of(FilesFeature).open("scene", scene_file)
    program.context.of(FilesFeature).open("model", model_file)
    settle()
    return program


def test_that_run_predicts_in_the_background_and_shows_the_result(ready, settle):
    assert ready.window.panels["loaded"].run.isEnabled()
    ready.window.panels["loaded"].run.click()
    assert ready.session.state.running == (PREDICT,)
    settle()
    (result,) = ready.session.state.results
    assert ready.session.state.result is result
    assert result.quantiles.draws == 100
    assert ready.window.panels["loaded"].results.count() == 1


def test_that_the_same_prediction_is_opened_from_the_disk_the_second_time(ready, settle, monkeypatch):
    ready.context.of(ModelsFeature).run()
    settle()
    monkeypatch.setattr("hsi_uq_app.session.prediction.predict", None)
    ready.context.of(ModelsFeature).run()
    settle()
    assert len(ready.session.state.results) == 1
    notice = ready.window.panels["notices"].notice
    assert notice is None or notice.severity == "note"


def test_that_run_without_a_model_says_what_is_missing(program, settle, qtbot, scene_file):
    program.context.of(FilesFeature).open("scene", scene_file)
    settle()
    assert not program.window.panels["loaded"].run.isEnabled()
    press(program, qtbot, "Ctrl+R")
    assert "load a model" in program.window.panels["notices"].notice.hint


def test_that_a_model_for_other_bands_is_told_and_nothing_is_written(program, settle, scene_file, tmp_path):
    program.context.of(FilesFeature).open("scene", scene_file)
    program.context.of(FilesFeature).open("model", write_model(tmp_path / "other.safetensors", bands=11))
    settle()
    program.context.of(ModelsFeature).run()
    settle()
    told = program.window.panels["notices"].notice
    assert "11" in told.what
    assert "6" in told.what
    assert not list((tmp_path / "results").glob("*"))


class Gate:
    """Work that waits until it is let through, and hears when it is cancelled."""

    def __init__(self, value) -> None:
        self.value = value
        self.entered, self.open, self.cancelled = threading.Event(), threading.Event(), threading.Event()

    def __call__(self, progress):
        self.entered.set()
        while not self.open.wait(0.01):
            try:
                progress(0.5, "waiting")
            except Cancelled:
                self.cancelled.set()
                raise
        return self.value


def test_that_escape_cancels_the_run_and_keeps_the_earlier_result(opened, qtbot):
    gate = Gate(None)
    earlier = opened.session.state.result
    opened.context.start(PREDICT, gate, lambda _: None)
    assert gate.entered.wait(PATIENCE_S)
    press(opened, qtbot, "Esc")
    assert gate.cancelled.wait(PATIENCE_S)
    qtbot.waitUntil(lambda: not opened.session.state.running)
    assert opened.session.state.result is earlier is not None


def test_that_the_cancel_button_of_the_progress_line_stops_the_task(opened, qtbot):
    gate = Gate(None)
    opened.context.start(PREDICT, gate, lambda _: None)
    qtbot.waitUntil(opened.window.panels["progress"].isVisible, timeout=1000 * PATIENCE_S)
    opened.window.panels["progress"].cancel_button.click()
    assert gate.cancelled.wait(PATIENCE_S)
    qtbot.waitUntil(lambda: not opened.window.panels["progress"].isVisible())


def test_that_a_result_of_a_scene_closed_meanwhile_is_refused(
    ready, settle, qtbot, result_file, tmp_path, monkeypatch
):
    gate = Gate(LoadResult(result_file)(silent))
    monkeypatch.setattr("hsi_uq_app.gui.models.Predict", lambda *_: gate)
    ready.context.of(ModelsFeature).run()
    ready.context.of(FilesFeature).open("scene", write_cube(tmp_path / "next.hdr", ramp() * 2))
    qtbot.waitUntil(lambda: ready.session.state.scene.cube.name == "next")
    gate.open.set()
    settle()
    assert ready.session.state.results == ()
    assert str(result_file) in ready.window.panels["notices"].notice.what


def test_that_a_composite_of_bands_no_longer_chosen_is_refused(opened):
    before = opened.session.state
    key = (before.scene, (0, 0, 0))
    opened.session.apply(COMPOSITE.ready(key, MakeComposite(*key)(silent)))
    assert opened.session.state is before
    assert COMPOSITE.of(before).bands == before.view.bands


def test_that_the_latest_start_of_a_task_wins(program, qtbot):
    first, second, got = Gate("first"), Gate("second"), []
    program.context.start("same", first, got.append)
    assert first.entered.wait(PATIENCE_S)
    program.context.start("same", second, got.append)
    for gate in (second, first):
        gate.open.set()
    qtbot.waitUntil(lambda: got == ["second"])
    qtbot.wait(50)
    assert got == ["second"]


def test_that_results_arrive_on_the_thread_of_the_window(program, qtbot):
    threads = []
    program.context.start(
        "where", lambda _: threads.append(threading.current_thread()),
        lambda _: threads.append(threading.current_thread()),
    )  # fmt: skip
    qtbot.waitUntil(lambda: len(threads) == 2)
    assert threads[0] is not threading.main_thread()
    assert threads[1] is threading.main_thread()
