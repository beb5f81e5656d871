"""What is loaded: the scene, its truth, models and results; and what can be done with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hsi_uq_app.gui import theme
from hsi_uq_app.scene.regions import REGIONS

_REGIONS: Final = tuple(sorted(REGIONS, key=lambda name: name != "all"))
"""The whole scene first: truth is often of all of it."""


@dataclass(frozen=True)
class Entry:
    """A line of a list: the model or result it stands for, what it is called, and more under the mouse."""

    value: object
    label: str
    hint: str


class FileList(QListWidget):
    """Files of one kind, one of them chosen.

    Signals:
        chosen(object): the value of an entry.   dropped(object): one to leave the list; its file stays.
    """

    chosen = Signal(object)
    dropped = Signal(object)

    def __init__(self, name: str, rows: float) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFixedHeight(theme.em(self, rows * 1.35))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._offer)
        self.currentItemChanged.connect(lambda item, _: self._tell(item))

    def show_entries(self, entries: Sequence[Entry], chosen: object) -> None:
        """Fill the list, without a word to anybody."""
        with QSignalBlocker(self):
            self.clear()
            for entry in entries:
                item = QListWidgetItem(entry.label, self)
                item.setData(Qt.ItemDataRole.UserRole, entry.value)
                item.setToolTip(entry.hint)
                if entry.value is chosen:
                    self.setCurrentItem(item)

    def _tell(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def drop_current(self) -> None:
        """Ask for the chosen file to leave the list."""
        if self.currentItem():
            self.dropped.emit(self.currentItem().data(Qt.ItemDataRole.UserRole))

    def _offer(self, at: QPoint) -> None:
        if self.itemAt(at):
            menu = QMenu(self)
            menu.addAction("Remove from the list", self.drop_current)
            menu.popup(self.mapToGlobal(at))


class LoadedPanel(QWidget):
    """Scene, truth, models, results, Run and Export.

    Signals:
        open_asked(str): "scene", "model", "truth" or "result".
        region_chosen(str): where truth is compared.
        run_asked(), export_asked(), train_asked(), compare_asked().
        notes_asked(): what was odd about the scene.
    """

    open_asked = Signal(str)
    region_chosen = Signal(str)
    run_asked = Signal()
    export_asked = Signal()
    train_asked = Signal()
    compare_asked = Signal()
    notes_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene, self.truth, self.region = QLabel(), QLabel(), QComboBox()
        self.models, self.results = FileList("Models", 3.2), FileList("Results", 3.2)
        self.run, self.export = QPushButton("Run"), QPushButton("Export…")
        self.train, self.notes = QPushButton("Train…"), QPushButton()
        self.compare = QPushButton("Compare")
        self._fill()
        self._connect()

    def show_scene(self, name: str, hint: str, notes: int = 0) -> None:
        """The open scene; more about it under the mouse, and how many things were odd about it."""
        self.scene.setText(name or "no scene")
        self.scene.setToolTip(hint)
        self.notes.setText("1 note" if notes == 1 else f"{notes} notes")
        self.notes.setVisible(notes > 0)

    def show_truth(self, name: str, hint: str, region: str, framed: str = "") -> None:
        """The truth, and where it is compared: a half, all, or the region that was framed."""
        self.truth.setText(name or "no truth")
        self.truth.setToolTip(hint)
        self.region.setEnabled(bool(name))
        with QSignalBlocker(self.region):
            self.region.clear()
            self.region.addItems(list(dict.fromkeys((*_REGIONS, *filter(None, (framed, region))))))
            self.region.setCurrentText(region)

    def show_can(self, run: bool, export: bool, train: bool) -> None:
        """Which buttons have what they need."""
        self.run.setEnabled(run)
        self.export.setEnabled(export)
        self.train.setEnabled(train)
        self.compare.setEnabled(export)

    def _fill(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        for row, (what, label) in enumerate((("scene", self.scene), ("truth", self.truth))):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            grid.addWidget(_heading(what.capitalize()), row, 0)
            grid.addWidget(label, row, 1)
            grid.addWidget(self._opener(what), row, 3)
        grid.addWidget(self.notes, 0, 2)
        grid.addWidget(self.region, 1, 2)
        layout.addLayout(grid)
        lists = (("model", self.models, self.train), ("result", self.results, self.compare))
        for what, files, more in lists:
            layout.addLayout(_row(_heading(f"{what.capitalize()}s"), None, more, self._opener(what)))
            layout.addWidget(files)
        layout.addLayout(_row(self.run, self.export))
        self.notes.setAccessibleName("What was odd about the scene")
        self.notes.setToolTip("What was odd about the scene (Ctrl+I)")
        self.region.setAccessibleName("Region of truth")
        self.region.setToolTip("Where the result is compared with the truth; not where the model was trained")
        self.run.setToolTip("Run the chosen model on the scene (Ctrl+R)")
        self.export.setToolTip("Write the set, maps or a picture (Ctrl+E)")
        self.train.setToolTip("Train models on a region of the scene (Ctrl+Shift+T)")
        self.compare.setToolTip("Compare all loaded results with the truth and with each other (Ctrl+K)")
        self.run.setDefault(True)

    def _opener(self, what: str) -> QPushButton:
        button = QPushButton("Open…")
        button.setAccessibleName(f"Open {what}")
        button.clicked.connect(lambda: self.open_asked.emit(what))
        return button

    def _connect(self) -> None:
        self.region.textActivated.connect(self.region_chosen)
        self.run.clicked.connect(self.run_asked)
        self.export.clicked.connect(self.export_asked)
        self.train.clicked.connect(self.train_asked)
        self.compare.clicked.connect(self.compare_asked)
        self.notes.clicked.connect(self.notes_asked)


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setStyleSheet(f"color: {theme.MUTED}")
    return label


def _row(*widgets: QWidget | None) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addStretch(1) if widget is None else row.addWidget(widget)
    return row
