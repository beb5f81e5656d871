"""What to write, and where."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from hsi_uq_app.export.formats import FORMATS
from hsi_uq_app.gui import theme
from hsi_uq_app.session.export import Wanted
from hsi_uq_app.session.view import Thresholds


class ExportDialog(QDialog):
    """Shown with open(), so nothing blocks.

    Signals:
        export_asked(object): what is Wanted.
    """

    export_asked = Signal(object)

    def __init__(
        self, result: str, thresholds: Thresholds, scene: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export")
        self._stem = scene.with_name(f"{scene.stem}_hcs_a{thresholds.alpha:02d}_d{thresholds.delta:03d}")
        self.format, self.file, self.browse = QComboBox(), QLineEdit(), QPushButton("Browse…")
        self.connectivity, self.minimum = QComboBox(), QSpinBox()
        self.note = QLabel(
            f"{result}\nα = {thresholds.alpha_value:.2f}, δ = {thresholds.delta_value:.3f}. "
            "The method, hashes and version go into a file beside it."
        )
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.write = self.buttons.addButton("Write", QDialogButtonBox.ButtonRole.AcceptRole)
        self._fill()
        self._connect()
        self._suggest()

    def path(self) -> Path:
        """The file as typed, with the format's suffix."""
        path = Path(self.file.text()).expanduser()
        return path if path.suffix else path.with_suffix(self._suffix())

    def wanted(self) -> Wanted:
        """What the dialog says."""
        return Wanted(
            self.format.currentData(), self.path(), self.connectivity.currentData(), self.minimum.value()
        )

    def _fill(self) -> None:
        for name, format in FORMATS.items():
            self.format.addItem(format.label, name)
        for neighbours, words in ((8, "8 neighbours: corners join"), (4, "4 neighbours: only edges join")):
            self.connectivity.addItem(words, neighbours)
        self.minimum.setRange(1, 1_000_000)
        self.minimum.setSuffix(" pixels")
        self.minimum.setToolTip("Smaller detections are left out of tables and polygons, never of a mask")
        self.note.setWordWrap(True)
        self.note.setStyleSheet(f"color: {theme.MUTED}")
        self.file.setMinimumWidth(theme.em(self, 24))
        where = QHBoxLayout()
        where.addWidget(self.file, 1)
        where.addWidget(self.browse)
        form = QFormLayout()
        form.addRow("Format", self.format)
        form.addRow("File", where)
        form.addRow("Detections over", self.connectivity)
        form.addRow("of at least", self.minimum)
        layout = QVBoxLayout(self)
        for part in (form, self.note, self.buttons):
            layout.addLayout(part) if isinstance(part, QFormLayout) else layout.addWidget(part)

    def _connect(self) -> None:
        self.format.currentIndexChanged.connect(self._suggest)
        self.file.textChanged.connect(lambda text: self.write.setEnabled(bool(text.strip())))
        self.browse.clicked.connect(self._browse)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: self.export_asked.emit(self.wanted()))

    def _suffix(self) -> str:
        return FORMATS[self.format.currentData()].suffix

    def _suggest(self) -> None:
        """A name beside the scene that says alpha, delta and format; a folder typed before is kept."""
        typed = Path(self.file.text()) if self.file.text() else self._stem
        ending = "_maps" if self.format.currentData() == "envi-maps" else ""
        self.file.setText(str(typed.with_name(self._stem.name + ending + self._suffix())))

    def _browse(self) -> None:
        dialog = QFileDialog(self, "Write to", str(self.path().parent), f"*{self._suffix()}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(self.path().name)
        dialog.fileSelected.connect(self.file.setText)
        dialog.open()
