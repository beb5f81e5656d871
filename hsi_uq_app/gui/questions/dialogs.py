"""One answer out of several, and what was odd about a scene."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hsi_uq_app.gui import theme


class ChoiceDialog(QDialog):
    """Shown with open(), so nothing blocks. `choices`: what is told when chosen, and what more is said of it.

    Signals:
        chosen(str): the first of a choice's two texts.
    """

    chosen = Signal(str)

    def __init__(
        self, title: str, question: str, choices: Sequence[tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.choices = QListWidget()
        self.choices.setAccessibleName(question)
        for value, name in choices:
            item = QListWidgetItem(f"{value} · {name}" if name else value, self.choices)
            item.setData(Qt.ItemDataRole.UserRole, value)
        self.choices.setCurrentRow(0)
        buttons = QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        self.buttons = QDialogButtonBox(buttons)
        layout = QVBoxLayout(self)
        for widget in (QLabel(question), self.choices, self.buttons):
            layout.addWidget(widget)
        self.resize(theme.em(self, 20), theme.em(self, 16))
        self._connect()

    def _connect(self) -> None:
        self.choices.itemActivated.connect(lambda _: self.accept())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(self._tell)

    def _tell(self) -> None:
        if self.choices.currentItem():
            self.chosen.emit(self.choices.currentItem().data(Qt.ItemDataRole.UserRole))


NONE = "Nothing was odd about this file."


class NotesSheet(QDialog):
    """Shown with open(), so nothing blocks.

    Signals:
        correct_asked(): the header's fields are to be corrected.
    """

    correct_asked = Signal()

    def __init__(
        self, name: str, facts: str, notes: Sequence[str], can_correct: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"About {name}")
        self._text = "\n".join([facts, *notes])
        self.notes = QListWidget()
        self.notes.addItems(list(notes) or [NONE])
        self.notes.setWordWrap(True)
        self.notes.setAccessibleName("What was odd")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = self.buttons.addButton("Copy", QDialogButtonBox.ButtonRole.ActionRole)
        self.correct = self.buttons.addButton(
            "Correct header fields…", QDialogButtonBox.ButtonRole.ActionRole
        )
        self.correct.setVisible(can_correct)
        self._fill(facts)
        self.copy_button.clicked.connect(self.copy)
        self.correct.clicked.connect(self._correct)
        self.buttons.rejected.connect(self.reject)

    def copy(self) -> None:
        """Put everything on the clipboard."""
        QGuiApplication.clipboard().setText(self._text)

    def _fill(self, facts: str) -> None:
        about = QLabel(facts)
        about.setWordWrap(True)
        about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QVBoxLayout(self)
        for widget in (about, self.notes, self.buttons):
            layout.addWidget(widget)
        self.resize(theme.em(self, 34), theme.em(self, 18))

    def _correct(self) -> None:
        self.accept()
        self.correct_asked.emit()
