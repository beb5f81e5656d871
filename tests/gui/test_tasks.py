"""Tasks: figures that work states come through, and every end is told in the same order."""

from threading import Event

import pytest

from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.tasks import Task, TaskRunner
from hsi_uq_app.progress import Cancelled, Measured


@pytest.fixture
def runner(qtbot) -> TaskRunner:
    made = TaskRunner()
    yield made
    assert made.stop(30)


def test_that_a_figure_that_work_states_is_told_with_its_fraction(runner, qtbot, monkeypatch):
    monkeypatch.setattr("hsi_uq_app.gui.tasks.REPORT_EVERY_S", 0.0)

    def work(progress):
        progress(0.25, Measured("epoch 1 of 4, loss 0.5", "loss", 0.5))

    with qtbot.waitSignal(runner.measured) as told:
        runner.start(Task("train", work, lambda _: None))
    name, fraction, line = told.args
    assert (name, fraction, line.name, line.value) == ("train", 0.25, "loss", 0.5)


def test_that_a_task_is_finished_after_its_outcome_was_delivered(runner, qtbot):
    said = []
    runner.failed.connect(lambda *_: said.append("failed"))
    runner.finished.connect(lambda _: said.append("finished"))
    with qtbot.waitSignal(runner.finished):
        runner.start(Task("good", lambda _: 1, lambda _: said.append("done")))
    with qtbot.waitSignal(runner.finished):
        runner.start(Task("bad", lambda _: 1 / 0, lambda _: said.append("done")))
    assert said == ["done", "finished", "failed", "finished"]


def test_that_only_a_cancelled_task_is_told_as_cancelled(runner, qtbot):
    ended = Event()

    def work(progress):
        try:
            while True:
                progress(0.5)
        except Cancelled:
            ended.set()
            raise

    with qtbot.waitSignal(runner.started):
        runner.start(Task("long", work, lambda _: None))
    with qtbot.waitSignals([runner.cancelled, runner.finished], order="strict"):
        runner.cancel("long")
    assert ended.wait(30)
    with qtbot.assertNotEmitted(runner.cancelled), qtbot.waitSignal(runner.finished):
        runner.start(Task("short", lambda _: 1, lambda _: None))


def test_that_truth_opened_right_after_its_scene_finds_it(program, settle, scene_file, truth_file):
    program.context.of(FilesFeature).open("scene", scene_file)
    program.context.of(FilesFeature).open("truth", truth_file)
    settle()
    assert program.session.state.truth is not None
