"""Start the program: the window first, then the files; or take its picture without a screen."""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QApplication

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.bug_report import catch_bugs
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.program import Program

CHECK_MS = 50
QUIET_CHECKS = 8
TURN_S = 1e-4
"""How long a thread that computes in Python keeps the interpreter's lock before others get it."""


def take_short_turns() -> None:
    """Let threads take turns of TURN_S in this process, where Python's own choice is 5 ms.

    Qt asks for the lock again at each call into Python, hundreds of times a frame; while a task computes in
    Python, a frame waits as many turns.
    """
    sys.setswitchinterval(TURN_S)


def save_when_settled(program: Program, path: Path, failures: list[UserError]) -> None:
    """Wait until nothing has run for a while, save the picture, and close the window."""
    timer = QTimer(program, interval=CHECK_MS)
    quiet = 0

    def check() -> None:
        nonlocal quiet
        quiet = quiet + 1 if program.is_settled else 0
        if quiet >= QUIET_CHECKS:
            timer.stop()
            if not program.window.grab().save(str(path)):
                failures.append(
                    UserError(f"cannot write {path}", "name a .png file in a folder that can be written")
                )
            program.window.close()

    timer.timeout.connect(check)
    timer.start()


def run(
    scene: Path | None, models: list[Path], truth: Path | None, results: list[Path], screenshot: Path | None
) -> int:
    """Open the window on these files and stay until it is closed. Returns the exit code.

    Raises:
        UserError: the picture cannot be written.
    """
    take_short_turns()
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("HSI UQ")
    theme.apply(app)
    program = Program()
    catch_bugs(lambda error, _: program.bug_met.emit(error))
    program.window.resize(program.window.sizeHint().boundedTo(_room(app)))
    program.window.show()
    open_all(program, scene, models, truth, results)
    failures: list[UserError] = []
    if screenshot:
        save_when_settled(program, screenshot, failures)
    code = app.exec()
    if failures:
        raise failures[0]
    if not program.ended_in_time:
        os._exit(code)  # a task that never reports cannot be stopped, and waiting for it would hang the exit
    return code


def _room(app: QApplication) -> QSize:
    """The largest window the screen has room for; a picture without a screen has all it wants."""
    if app.platformName() == "offscreen":
        return QSize(9999, 9999)
    return app.primaryScreen().availableSize() * 0.95


def open_all(
    program: Program, scene: Path | None, models: list[Path], truth: Path | None, results: list[Path]
) -> None:
    """Queue the files in the order in which they need each other."""
    for what, paths in (("scene", [scene]), ("model", models), ("truth", [truth]), ("result", results)):
        for path in paths:
            if path is not None:
                program.context.of(FilesFeature).open(what, path)
