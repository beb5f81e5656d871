"""The session is kept on the disk while the program runs; what a crash leaves behind can be restored."""

import contextlib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import platformdirs
from PySide6.QtCore import QLockFile, QObject, QTimer, Slot

from hsi_uq_app.errors import UserError
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.session_file import save_session
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.view import View

SAVE_MS = 3000


def state_folder() -> Path:
    """Where the running session is kept."""
    return Path(platformdirs.user_state_dir("hsi-uq"))


class Autosave(QObject):
    """Saves SAVE_MS after a change. Only the first of several windows does, told by a lock file.

    Attributes:
        left_behind: the session of a program that did not end well, or None.
    """

    def __init__(self, session: Session, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._file = session, folder / "session.json"
        self._timer = QTimer(self, singleShot=True, interval=SAVE_MS)
        self._timer.timeout.connect(self.save)
        self.left_behind: Path | None = None
        self._is_followed = False
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = QLockFile(str(folder / "session.lock"))
        self._lock.setStaleLockTime(0)
        self._mine = self._lock.tryLock(0)
        if self._mine:
            self.left_behind = _set_aside(self._file)

    def follow(self, state: AppState) -> None:
        """Save soon after what a session file holds has changed: called again when it has."""
        _read_kept(state)
        if self._mine and self._is_followed and not self._timer.isActive():
            self._timer.start()
        self._is_followed = True

    @Slot()
    def save(self) -> None:
        """Write the session now; a disk that cannot be written costs nothing but the file."""
        with contextlib.suppress(UserError):
            save_session(self._session.state, self._file)

    def end_well(self) -> None:
        """The program ends as it should: nothing is left behind."""
        self._timer.stop()
        if self._mine:
            self._file.unlink(missing_ok=True)
            self._lock.unlock()


def _read_kept(state: AppState) -> None:
    """Read everything that a session file holds."""
    for name in ("scene", "truth", "models", "model", "results", "result", "library"):
        getattr(state, name)
    for field in fields(View):
        value = getattr(state.view, field.name)
        if isinstance(value, Mapping):
            list(value)


def _set_aside(file: Path) -> Path | None:
    """Rename what an earlier program left, so that this one's does not overwrite it."""
    aside = file.with_name("left-behind.json")
    try:
        file.replace(aside)
    except OSError:
        return None
    return aside
