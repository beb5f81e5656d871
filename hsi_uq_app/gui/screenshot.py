"""Take a picture of the window once everything it started has come to rest."""

from pathlib import Path

from PySide6.QtCore import QTimer

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui.program import Program

CHECK_MS = 50
QUIET_CHECKS = 8


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
