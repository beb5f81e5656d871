"""One of several parts of a file: a truth's class, a MATLAB file's variable."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
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
