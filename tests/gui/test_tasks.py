"""Tasks: figures of the work come through, ends are told in the same order, and nothing blocks a start."""

import sys
import threading
from threading import Event

import pytest

from hsi_uq_app.gui import app
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


def test_that_a_task_starts_at_once_though_five_retired_ones_ignore_progress(runner, qtbot):
    begun, release = threading.Semaphore(0), Event()

    def deaf(progress):
        begun.release()
        release.wait(60)

    try:
        for _ in range(5):
            runner.start(Task("map", deaf, lambda _: None))
            assert begun.acquire(timeout=30), "kept waiting by retired tasks"
        with qtbot.waitSignal(runner.finished, timeout=30_000):
            runner.start(Task("map", lambda _: 1, lambda _: None))
        assert not release.is_set()
    finally:
        release.set()


def test_that_no_more_tasks_are_at_work_than_there_are_threads(qtbot):
    runner, lock, at_work, most = TaskRunner(threads=2), threading.Lock(), [], []

    def work(progress):
        with lock:
            at_work.append(1)
            most.append(len(at_work))
        Event().wait(0.02)
        with lock:
            at_work.pop()

    for number in range(7):
        runner.start(Task(str(number), work, lambda _: None))
    qtbot.waitUntil(lambda: not runner.running(), timeout=30_000)
    assert (len(most), max(most)) == (7, 2)
    assert runner.stop(30)


def test_that_a_read_waits_for_the_one_it_retires_so_that_a_disk_is_asked_once_at_a_time(qtbot):
    reads, begun, release, said = TaskRunner(threads=1, retired=0), Event(), Event(), []

    def slow(progress):
        begun.set()
        release.wait(60)
        said.append("slow")

    reads.start(Task("read", slow, lambda _: None))
    assert begun.wait(30)
    reads.start(Task("read", lambda _: said.append("new"), lambda _: None))
    release.set()
    qtbot.waitUntil(lambda: not reads.running(), timeout=30_000)
    assert said == ["slow", "new"]
    assert reads.stop(30)


def test_that_a_task_that_waits_can_be_cancelled_and_is_never_run(qtbot):
    runner, release, ran = TaskRunner(threads=1), Event(), []
    runner.start(Task("first", lambda _: release.wait(60), lambda _: None))
    runner.start(Task("second", lambda _: ran.append("second"), lambda _: None))
    with qtbot.waitSignals([runner.cancelled, runner.finished], order="strict"):
        runner.cancel("second")
    runner.start(Task("third", lambda _: ran.append("third"), lambda _: None))
    release.set()
    qtbot.waitUntil(lambda: not runner.running(), timeout=30_000)
    assert ran == ["third"]
    assert runner.stop(30)


def test_that_the_program_and_not_a_runner_sets_the_turns_of_threads(monkeypatch, qtbot):
    class ProgramError(Exception):
        pass

    def program() -> None:
        raise ProgramError

    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        assert TaskRunner().stop(5)
        assert sys.getswitchinterval() == pytest.approx(0.005)
        monkeypatch.setattr(app, "Program", program)
        with pytest.raises(ProgramError):
            app.run(None, [], None, [], None)
        assert sys.getswitchinterval() == pytest.approx(app.TURN_S)
    finally:
        sys.setswitchinterval(before)


def test_that_truth_opened_right_after_its_scene_finds_it(program, settle, scene_file, truth_file):
    program.context.of(FilesFeature).open("scene", scene_file)
    program.context.of(FilesFeature).open("truth", truth_file)
    settle()
    assert program.session.state.truth is not None
