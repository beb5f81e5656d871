"""Ask the analyst what only he knows: header fields, the target's class; and show what was odd."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QDialog

from hsi_uq_app.gui.choice_dialog import ChoiceDialog
from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.header_form import HeaderForm
from hsi_uq_app.gui.intents.files import FileIntents
from hsi_uq_app.gui.notes_sheet import NotesSheet
from hsi_uq_app.gui.notice_strip import Notice
from hsi_uq_app.gui.window import Window
from hsi_uq_app.session.questions import Choices, ClassInQuestion, HeaderInQuestion, VariableInQuestion
from hsi_uq_app.session.requests.headers import HeaderFields, ReadHeader, can_be_corrected
from hsi_uq_app.session.requests.variables import ReadVariables


class QuestionIntents:
    """Forms that an offer, a menu or the scene's notes open; what they answer opens the file again."""

    def __init__(self, desk: Desk, window: Window, files: FileIntents) -> None:
        self._desk, self._window, self._files = desk, window, files
        window.notices.offer_taken.connect(self.take)
        window.loaded.notes_asked.connect(self.show_notes)

    def actions(self) -> dict[str, Callable[[], object]]:
        """Names of `key_table.KEYS` and what they do."""
        return {"scene_notes": self.show_notes, "correct_header": self.correct_scene}

    def take(self, about: object) -> None:
        """Ask what an offer is about."""
        match about:
            case HeaderInQuestion():
                self._desk.start("header", ReadHeader(about), self._ask_header)
            case ClassInQuestion():
                self._ask_class(about)
            case VariableInQuestion():
                done = lambda choices: self._ask_variable(about.path, choices)  # noqa: E731
                self._desk.start("header", ReadVariables(about), done)

    def show_notes(self) -> None:
        """What the open scene is, and what was odd about it."""
        scene = self._desk.state.scene
        if scene is None:
            self._desk.tell(Notice("warning", "No scene is open", "open one first"))
            return
        cube = scene.cube
        facts = (
            f"{scene.path}\n{cube.lines} lines × {cube.samples} samples × {cube.bands} bands, {cube.quantity}"
        )
        sheet = NotesSheet(
            cube.name, facts, [str(note) for note in cube.notes], can_be_corrected(scene.path), self._window
        )
        sheet.correct_asked.connect(self.correct_scene)
        self._show(sheet)

    def correct_scene(self) -> None:
        """Correct the open scene's header."""
        scene = self._desk.state.scene
        if scene is None or not can_be_corrected(scene.path):
            self._desk.tell(Notice("warning", "No ENVI scene is open", "only ENVI headers have a form"))
            return
        self.take(HeaderInQuestion(scene.path, scene.cube.overrides))

    def _ask_header(self, found: HeaderFields) -> None:
        form = HeaderForm(found, self._window)
        form.corrected.connect(lambda overrides: self._files.open("scene", found.asked.path, overrides))
        self._show(form)

    def _ask_class(self, asked: ClassInQuestion) -> None:
        title, path = f"Target in {asked.path.name}", asked.path
        dialog = ChoiceDialog(title, "Which one is the target?", asked.choices, self._window)
        dialog.chosen.connect(lambda value: self._files.open("truth", path, {"class": value}))
        self._show(dialog)

    def _ask_variable(self, path: Path, choices: Choices) -> None:
        dialog = ChoiceDialog(f"Scene in {path.name}", "Which array is the scene?", choices, self._window)
        dialog.chosen.connect(lambda value: self._files.open("scene", path, {"variable": value}))
        self._show(dialog)

    def _show(self, dialog: QDialog) -> None:
        self.dialog = dialog
        dialog.open()
