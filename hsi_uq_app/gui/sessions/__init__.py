"""Save a session, open one, and bring back what a crash left behind."""

from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.gui.sessions.autosave import Autosave
from hsi_uq_app.session.session_file import read_session, save_session

NAMES: Final = "Sessions (*.json)"


class SessionsFeature(Feature):
    """Sessions as files."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.autosave = Autosave(context.session, context.state_folder, context.window)
        self._left_behind = self.autosave.left_behind
        self.views = (self.autosave.follow,)
        self.commands = self._commands()
        if self._left_behind:
            context.notify(Notice("note", "The last session did not end well", "Ctrl+Shift+R brings it back"))

    def stop(self) -> None:
        self.autosave.end_well()

    def ask_save(self) -> None:
        """Let the analyst choose where to save."""
        where = str(Path.cwd() / "session.json")
        dialog = QFileDialog(self._context.window, "Save the session", where, NAMES)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.fileSelected.connect(lambda name: self.save(Path(name)))
        dialog.open()

    def ask_open(self) -> None:
        """Let the analyst choose a session."""
        dialog = QFileDialog(self._context.window, "Open a session", str(Path.cwd()), NAMES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        dialog.open()

    def save(self, path: Path) -> None:
        """Write the session as it is now."""
        try:
            save_session(self._context.state, path)
        except UserError as error:
            self._context.report(error)
        else:
            self._context.notify(Notice("done", f"Saved the session to {path}"))

    def open(self, path: Path) -> None:
        """Open the files of a session, then choose and look as it says."""
        try:
            document = read_session(path)
        except UserError as error:
            self._context.report(error)
        else:
            self._context.of(FilesFeature).restore(document, path.parent.resolve())

    def restore(self) -> None:
        """Bring back what a crash left behind."""
        if self._left_behind:
            self.open(self._left_behind)

    def _commands(self) -> tuple[Command, ...]:
        nothing = "" if self._left_behind else "the last session ended as it should"
        return (
            Command("save_session", "Save the session", "Files", ("Ctrl+S",), self.ask_save),
            Command("open_session", "Open a session", "Files", ("Ctrl+Shift+S",), self.ask_open),
            Command(
                "restore_session",
                "Restore the last session",
                "Files",
                ("Ctrl+Shift+R",),
                self.restore,
                lambda _: nothing,
                "Nothing to restore",
            ),
        )
