"""The choices of a training."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.training.method_list import SAMPLES, MethodList
from hsi_uq_app.scene.regions import GRAMMAR, REGIONS
from hsi_uq_app.session.training import TargetSource, TrainingPlan


class PlanForm(QWidget):
    """Every choice in a row of its own.

    Signals:
        changed(): something else is chosen.   truth_asked(): the analyst wants to load truth.
    """

    changed = Signal()
    truth_asked = Signal()

    def __init__(self, methods: Mapping[str, str]) -> None:
        super().__init__()
        self.scene, self.targets, self.load_truth = QLabel(), QComboBox(), QPushButton("Load truth…")
        self.base_rate, self.region, self.sample = QDoubleSpinBox(), QComboBox(), QComboBox()
        self.methods, self.sample_hint = MethodList(methods, ticked="deep-ensemble"), QLabel()
        self.draws, self.seed = QSpinBox(), QSpinBox()
        self.place, self.predict = ModelPlace(), QCheckBox("Predict when trained")
        self._fill()
        self._explain()
        self._lay_out()
        self._connect()
        self._adapt()

    def show_sources(self, sources: Sequence[TargetSource]) -> None:
        """Offer these sources of targets; the choice stays where it can."""
        chosen = self.targets.currentData()
        with QSignalBlocker(self.targets):
            self.targets.clear()
            for source in sources:
                self.targets.addItem(source.label, source.pin)
            self.targets.setCurrentIndex(max(0, self.targets.findData(chosen)))
        self.targets.setEnabled(bool(sources))
        self._adapt()

    def show_regions(self, framed: str) -> None:
        """Offer the region framed in the scene ("" for none) beside the named ones; what is typed stays."""
        typed = self.region.currentText()
        with QSignalBlocker(self.region):
            self.region.clear()
            self.region.addItems([*REGIONS, *([framed] if framed else [])])
            self.region.setCurrentText(typed)

    def plan(self) -> TrainingPlan:
        """What is chosen now."""
        return TrainingPlan(
            methods=self.methods.chosen(),
            region=self.region.currentText().strip(),
            sample=self.sample.currentData(),
            draws=self.draws.value(),
            seed=self.seed.value(),
            stem=self.place.stem(),
            predict=self.predict.isChecked(),
            pin=self.targets.currentData(),
            base_rate=self.base_rate.value(),
        )

    def _fill(self) -> None:
        for name, (label, _) in SAMPLES.items():
            self.sample.addItem(label, name)
        self.region.setEditable(True)
        self.region.addItems(list(REGIONS))
        self.draws.setRange(20, 5000)
        self.draws.setSingleStep(20)
        self.draws.setValue(100)
        self.seed.setRange(0, 999_999)
        self.base_rate.setDecimals(5)
        self.base_rate.setRange(1e-5, 0.5)
        self.base_rate.setSingleStep(1e-3)
        self.base_rate.setValue(1e-3)
        self.predict.setChecked(True)

    def _explain(self) -> None:
        """A name for screen readers and a tip for each choice."""
        explained: tuple[tuple[QWidget, str, str], ...] = (
            (
                self.targets,
                "Targets",
                "What to learn to find: what the truth marks, or a pinned spectrum, implanted",
            ),
            (self.base_rate, "Base rate", "How common you take targets to be: a spectrum alone cannot tell"),
            (self.region, "Region", f"Where the training pixels are taken from. {GRAMMAR}"),
            (self.sample, "Sample", "Which pixels of the region are learnt from"),
            (self.draws, "Draws", "Networks drawn; 100 are enough for alpha = 0.02"),
            (self.seed, "Seed", "The same seed gives the same model, to the byte"),
            (self.predict, "Predict", "Run each model on the scene as soon as it is trained"),
        )
        for widget, name, tip in explained:
            widget.setAccessibleName(name)
            widget.setToolTip(tip)

    def _lay_out(self) -> None:
        self.sample_hint.setWordWrap(True)
        self.sample_hint.setStyleSheet(f"color: {theme.MUTED}")
        self._rows = QFormLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addRow("Scene", self.scene)
        self._rows.addRow("Targets", _row(self.targets, self.load_truth))
        self._rows.addRow("Base rate", self.base_rate)
        self._rows.addRow("Region", self.region)
        self._rows.addRow("Methods", self.methods)
        self._rows.addRow("Sample", self.sample)
        self._rows.addRow("", self.sample_hint)
        self._rows.addRow("Draws", _row(self.draws, QLabel("Seed"), self.seed))
        self._rows.addRow("Save as", self.place)
        self._rows.addRow("", self.predict)

    def _connect(self) -> None:
        for signal in (
            self.methods.changed,
            self.place.changed,
            self.targets.currentIndexChanged,
            self.sample.currentIndexChanged,
            self.region.currentTextChanged,
            self.draws.valueChanged,
            self.seed.valueChanged,
            self.base_rate.valueChanged,
        ):
            signal.connect(self._on_changed)
        self.load_truth.clicked.connect(self.truth_asked)

    def _on_changed(self) -> None:
        self._adapt()
        self.changed.emit()

    def _adapt(self) -> None:
        """Say what the sample is, ask for a base rate only where nothing else says it, name the files."""
        self.sample_hint.setText(SAMPLES[self.sample.currentData()][1])
        self._rows.setRowVisible(self.base_rate, self.targets.currentData() is not None)
        self.place.show_methods(self.methods.chosen())


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget, 0 if isinstance(widget, QLabel | QPushButton) else 1)
    return row


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
