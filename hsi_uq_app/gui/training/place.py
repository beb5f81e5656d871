"""Where the trained models go: a folder, and the first part of their names."""

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QLabel, QLineEdit, QPushButton, QWidget

from hsi_uq_app.gui import theme

SUFFIX = ".safetensors"


class ModelPlace(QWidget):
    """A path without method and suffix, and the files it comes to.

    Signals:
        changed(): another path.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.path, self.browse, self.names = QLineEdit(), QPushButton("Browse…"), QLabel()
        self.path.setAccessibleName("Save as")
        self.path.setMinimumWidth(theme.em(self, 22))
        self.browse.setAccessibleName("Choose where the models go")
        self.names.setWordWrap(True)
        self.names.setStyleSheet(f"color: {theme.MUTED}")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self.path, 0, 0)
        grid.addWidget(self.browse, 0, 1)
        grid.addWidget(self.names, 1, 0, 1, 2)
        self.path.textChanged.connect(self.changed)
        self.browse.clicked.connect(self._browse)

    def show_stem(self, stem: Path) -> None:
        """Suggest a path, without a word to anybody."""
        with QSignalBlocker(self.path):
            self.path.setText(str(stem))

    def stem(self) -> Path:
        """The path as typed."""
        return Path(self.path.text().strip().removesuffix(SUFFIX)).expanduser()

    def show_methods(self, methods: tuple[str, ...]) -> None:
        """Name the files, and say which are there already."""
        stem = self.stem()
        files = [stem.with_name(f"{stem.name}_{method}{SUFFIX}") for method in methods if stem.name]
        there = [file.name for file in files if file.exists()]
        names = f"{stem.name}_METHOD{SUFFIX}" if len(files) > 1 else "".join(file.name for file in files)
        replaced = f"; replaces {', '.join(there)}" if there else ""
        self.names.setText(names + replaced)

    def _browse(self) -> None:
        dialog = QFileDialog(self, "Where the models go", str(self.stem().parent))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(self.stem().name)
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()
