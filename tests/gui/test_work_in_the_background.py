"""Work in the background: it may be slow, flood the window with progress, fail or be cancelled."""

import gc
import os
import subprocess
import sys
import textwrap
import time
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QTimer

from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.models import ModelsFeature
from hsi_uq_app.gui.notices.progress import ProgressLine
from hsi_uq_app.gui.tasks import Task, TaskRunner
from tests.gui.kit import write_cube, write_model, write_result

ROUNDS = """
    import gc
    from PySide6.QtCore import QCoreApplication
    from hsi_uq_app.gui.tasks import Task, TaskRunner

    app, done = QCoreApplication([]), []
    runner = TaskRunner()
    for number in range({rounds}):
        runner.start(Task(str(number % 7), lambda progress: [0] * 100, done.append))
        while {wait_each} and runner.running():
            app.processEvents()
        if {collect}:
            gc.collect()
    while runner.running():
        app.processEvents()
    assert len(done) >= 7, done
    assert runner.stop(5)
"""

CLOSED_WHILE_WORKING = """
    import time
    from PySide6.QtCore import QTimer
    from hsi_uq_app.gui import app, program

    class Busy(program.Program):
        def __init__(self):
            super().__init__()
            self.context.start("detection", self.work, lambda value: None)
            QTimer.singleShot(200, self.window.close)

        def work(self, progress):
            until = time.monotonic() + 60
            while time.monotonic() < until:
                time.sleep(0.02)
                {report}

    app.Program = Busy
    raise SystemExit(app.run(None, [], None, [], None))
"""


def fresh(code: str, tmp_path, **choices: object) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run code in a fresh process without a screen; what it left, and its seconds."""
    text = textwrap.dedent(code).format(**choices)
    homes = {name: str(tmp_path) for name in ("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
    python = {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(sys.path)}
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", text],
        env=os.environ | homes | python,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done, time.monotonic() - started


def test_that_200_rounds_of_start_and_finish_end_cleanly(tmp_path):
    done, _ = fresh(ROUNDS, tmp_path, rounds=200, wait_each=True, collect=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_that_500_tasks_survive_the_garbage_collector(tmp_path):
    done, _ = fresh(ROUNDS, tmp_path, rounds=500, wait_each=False, collect=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("report", ["progress(0.1)", "pass"])
def test_that_closing_the_window_while_it_works_ends_soon_without_a_traceback(report, tmp_path):
    _, starting = fresh("from hsi_uq_app.gui import app", tmp_path)
    done, seconds = fresh(CLOSED_WHILE_WORKING, tmp_path, report=report)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert seconds - starting < 30, "the work lasts 60 s; a closed window waits 2.5 s for it"


def test_that_the_progress_of_12_billion_bytes_rises_from_0_to_100(qtbot, themed):
    total, runner, line = 11_816_000_000, TaskRunner(), ProgressLine()
    qtbot.addWidget(line)
    told, shown = [], []

    def read(progress) -> None:
        for done in range(0, total + 1, total // 40):
            progress(done / total, f"{done:,} bytes")
            time.sleep(0.03)

    runner.progressed.connect(lambda _, fraction, text: told.append(fraction))
    runner.progressed.connect(line.show_progress)
    runner.progressed.connect(lambda *_: shown.append(100 * line.bar.value() / line.bar.maximum()))
    with qtbot.waitSignal(runner.finished, timeout=10_000):
        runner.start(Task("read", read, lambda _: None))
    assert told == sorted(told)
    assert shown == sorted(shown)
    assert 0 <= min(shown) <= max(shown) <= 100
    assert max(shown) > 90
    assert runner.stop(2)


def test_that_cancelling_at_a_tenth_stops_soon_and_keeps_the_earlier_result(program, settle, qtbot, tmp_path):
    scene = write_cube(tmp_path / "wide.hdr", np.zeros((211, 2, 2), np.float32))
    scene.write_text(
        scene.read_text(encoding="utf-8")
        .replace("samples = 2", "samples = 400")
        .replace("lines = 2", "lines = 400"),
        encoding="utf-8",
    )
    with open(tmp_path / "wide.img", "r+b") as data:
        data.truncate(400 * 400 * 211 * 4)
    program.context.of(FilesFeature).open("scene", scene)
    program.context.of(FilesFeature).open("model", write_model(tmp_path / "m.safetensors", bands=211))
    program.context.of(FilesFeature).open(
        "result", write_result(scene, tmp_path / "R.hdr", np.zeros((400, 400), np.float32))
    )
    settle()
    earlier = program.session.state.result
    with qtbot.waitSignal(
        program.context.tasks.progressed,
        check_params_cb=lambda _, fraction, __: fraction >= 0.1,
        timeout=60_000,
    ):
        program.context.of(ModelsFeature).run()
    started = time.process_time()
    program.context.of(ModelsFeature).cancel()
    assert program.context.tasks.running() == ()
    assert program.context.tasks.stop(30)
    assert time.process_time() - started < 1
    assert program.session.state.result is earlier is not None
    assert not list((tmp_path / "results").glob("*.hdr"))


def test_that_50000_progress_calls_a_second_leave_the_window_answering(program, qtbot):
    """The work goes on until the window has answered: starved, it would not answer before the work ends."""
    answered = Event()

    def shout(progress) -> None:
        until = time.monotonic() + 60
        while not answered.is_set() and time.monotonic() < until:
            for number in range(1000):
                progress(number / 1000, "working")

    program.context.start("shout", shout, lambda _: None)
    waited = []
    for _ in range(20):
        asked = time.monotonic()
        QTimer.singleShot(0, lambda asked=asked: waited.append(time.monotonic() - asked))
        program.window.panels["loaded"].run.click()
        qtbot.wait(25)
    assert len(waited) == 20
    assert program.context.tasks.running() == ("shout",)
    assert np.median(waited) < 0.2
    answered.set()
    gc.collect()
