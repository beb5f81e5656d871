"""Ask the analyst what only he knows: header fields, the target's class, an array; and show what was odd."""

from functools import partial
from pathlib import Path
from typing import assert_never

from PySide6.QtWidgets import QDialog

from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.notices import NoticesFeature
from hsi_uq_app.gui.questions.dialogs import ChoiceDialog, NotesSheet
from hsi_uq_app.gui.questions.header_form import HeaderForm
from hsi_uq_app.scene.class_codes import Choices
from hsi_uq_app.scene.open_scene import OPENERS
from hsi_uq_app.session.questions import (
    ClassInQuestion,
    HeaderFields,
    HeaderInQuestion,
    Question,
    ReadHeader,
    ReadVariables,
    VariableInQuestion,
    can_be_corrected,
)
from hsi_uq_app.session.scene import size_words
from hsi_uq_app.session.state import AppState


class QuestionsFeature(Feature):
    """Forms that a notice, a menu or the scene's notes open; what they answer opens the file again."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._files = context.of(FilesFeature)
        self.dialog: QDialog | None = None
        self.commands = self._commands()
        context.of(NoticesFeature).strip.offer_taken.connect(self.ask)
        self._files.panel.notes_asked.connect(self.show_notes)

    def ask(self, question: Question) -> None:
        """Ask what stands in a question."""
        match question:
            case HeaderInQuestion():
                self._context.start("header", ReadHeader(question), self._ask_header)
            case ClassInQuestion():
                self._ask_class(question)
            case VariableInQuestion():
                self._context.start(
                    "header", ReadVariables(question), partial(self._ask_variable, question.path)
                )
            case _:
                assert_never(question)

    def show_notes(self) -> None:
        """What the open scene is, and what was odd about it."""
        scene = self._context.state.scene
        if scene is None:
            return
        cube = scene.cube
        facts = f"{scene.path}\n{size_words(scene)}, {cube.quantity}"
        notes = [str(note) for note in cube.notes]
        sheet = NotesSheet(cube.name, facts, notes, can_be_corrected(scene.path), self._context.window)
        sheet.correct_asked.connect(self.correct_scene)
        self._show(sheet)

    def correct_scene(self) -> None:
        """Correct the open scene's header."""
        scene = self._context.state.scene
        if scene:
            self.ask(HeaderInQuestion(scene.path, scene.cube.overrides))

    def _ask_header(self, header: HeaderFields) -> None:
        form = HeaderForm(header, self._context.window)
        form.corrected.connect(lambda overrides: self._files.open("scene", header.asked.path, overrides))
        self._show(form)

    def _ask_class(self, asked: ClassInQuestion) -> None:
        title, path = f"Target in {asked.path.name}", asked.path
        dialog = ChoiceDialog(title, "Which one is the target?", asked.choices, self._context.window)
        dialog.chosen.connect(lambda value: self._files.open("truth", path, {"class": value}))
        self._show(dialog)

    def _ask_variable(self, path: Path, choices: Choices) -> None:
        title = f"Scene in {path.name}"
        dialog = ChoiceDialog(title, "Which array is the scene?", choices, self._context.window)
        dialog.chosen.connect(lambda value: self._files.open("scene", path, {"variable": value}))
        self._show(dialog)

    def _show(self, dialog: QDialog) -> None:
        self.dialog = dialog
        dialog.open()

    def _commands(self) -> tuple[Command, ...]:
        return (
            Command(
                "scene_notes",
                "What was odd about the scene",
                "Files",
                ("Ctrl+I",),
                self.show_notes,
                lambda state: "" if state.scene else "open one first",
                "No scene is open",
            ),
            Command(
                "correct_header",
                "Correct the scene's header fields",
                "Files",
                ("Ctrl+Shift+I",),
                self.correct_scene,
                _uncorrectable,
                "No ENVI scene is open",
            ),
        )


def _uncorrectable(state: AppState) -> str:
    is_envi = state.scene is not None and state.scene.path.suffix.lower() not in OPENERS
    return "" if is_envi else "only ENVI headers have a form"
