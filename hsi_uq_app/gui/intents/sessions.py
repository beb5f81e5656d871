"""Save a session, open one, and bring back what a crash left behind."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.intents.files import FileIntents
from hsi_uq_app.gui.notice_strip import Notice
from hsi_uq_app.session.session_file import read_session, save_session

NAMES = "Sessions (*.json)"


class SessionIntents:
    """Sessions as files."""

    def __init__(self, desk: Desk, window: QWidget, files: FileIntents, left_behind: Path | None) -> None:
        self._desk, self._window, self._files, self._left_behind = desk, window, files, left_behind
        if left_behind:
            desk.tell(Notice("note", "The last session did not end well", "Ctrl+Shift+R brings it back"))

    def actions(self) -> dict[str, Callable[[], object]]:
        """Names of `key_table.KEYS` and what they do."""
        return {"save_session": self.ask_save, "open_session": self.ask_open, "restore_session": self.restore}

    def ask_save(self) -> None:
        """Let the analyst choose where to save."""
        dialog = QFileDialog(self._window, "Save the session", str(Path.cwd() / "session.json"), NAMES)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.fileSelected.connect(lambda name: self.save(Path(name)))
        dialog.open()

    def ask_open(self) -> None:
        """Let the analyst choose a session."""
        dialog = QFileDialog(self._window, "Open a session", str(Path.cwd()), NAMES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        dialog.open()

    def save(self, path: Path) -> None:
        """Write the session as it is now."""
        try:
            save_session(self._desk.state, path)
        except UserError as error:
            self._desk.report(error)
        else:
            self._desk.tell(Notice("done", f"Saved the session to {path}"))

    def open(self, path: Path) -> None:
        """Open the files of a session, then choose and look as it says."""
        try:
            document = read_session(path)
        except UserError as error:
            self._desk.report(error)
        else:
            self._files.restore(document, path.parent.resolve())

    def restore(self) -> None:
        """Bring back what a crash left behind."""
        if self._left_behind:
            self.open(self._left_behind)
        else:
            self._desk.tell(Notice("note", "Nothing to restore", "the last session ended as it should"))
