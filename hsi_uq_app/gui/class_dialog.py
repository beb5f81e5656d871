"""Which class of a truth is the target."""

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
from hsi_uq_app.session.questions import ClassInQuestion


class ClassDialog(QDialog):
    """Shown with open(), so nothing blocks.

    Signals:
        chosen(str): the class, as `read_truth` takes it.
    """

    chosen = Signal(str)

    def __init__(self, asked: ClassInQuestion, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Target in {asked.path.name}")
        self.classes = QListWidget()
        self.classes.setAccessibleName("Classes")
        for value, name in asked.choices:
            item = QListWidgetItem(f"{value} · {name}" if name else value, self.classes)
            item.setData(Qt.ItemDataRole.UserRole, value)
        self.classes.setCurrentRow(0)
        buttons = QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        self.buttons = QDialogButtonBox(buttons)
        self._fill()
        self.classes.itemActivated.connect(lambda _: self.accept())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(self._tell)

    def _fill(self) -> None:
        layout = QVBoxLayout(self)
        for widget in (QLabel("Which one is the target?"), self.classes, self.buttons):
            layout.addWidget(widget)
        self.resize(theme.em(self, 20), theme.em(self, 16))

    def _tell(self) -> None:
        self.chosen.emit(self.classes.currentItem().data(Qt.ItemDataRole.UserRole))
