"""Above the scene: which three bands, and how near."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent, QValidator
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSpinBox, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.scene.composites import CUSTOM, PRESETS

CHANNELS = (("R", "#ff8a80"), ("G", "#8be08b"), ("B", "#8ab8ff"))


class CompositeBar(QWidget):
    """Presets, three band boxes (bands count from 1), zoom.

    Signals:
        preset_chosen(str).   bands_chosen(object): three bands, 0-based.   fit_asked(), one_to_one_asked().
    """

    preset_chosen = Signal(str)
    bands_chosen = Signal(object)
    fit_asked = Signal()
    one_to_one_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.preset, self.zoom = QComboBox(), QLabel()
        self.boxes = tuple(BandBox(name) for name, _ in CHANNELS)
        self.fit, self.one_to_one = QPushButton("Fit"), QPushButton("1:1")
        self._fill()
        self._connect()
        self.setEnabled(False)

    def show_cube(
        self, bands: int, wavelengths_nm: npt.NDArray[np.float64] | None, presets: Sequence[str]
    ) -> None:
        """Offer the presets this cube covers and the bands it has; none for zero bands."""
        with QSignalBlocker(self.preset):
            self.preset.clear()
            for name in presets:
                self.preset.addItem(PRESETS[name].label, name)
            self.preset.addItem("Custom bands", CUSTOM)
        for box in self.boxes:
            box.show_bands(bands, wavelengths_nm)
        self.setEnabled(bands > 0)

    def show_choice(self, preset: str, bands: Sequence[int]) -> None:
        """Show what is chosen, without a word to anybody."""
        with QSignalBlocker(self.preset):
            self.preset.setCurrentIndex(self.preset.findData(preset))
        for box, band in zip(self.boxes, bands, strict=False):
            with QSignalBlocker(box):
                box.setValue(band + 1)

    def show_zoom(self, scale: float) -> None:
        """Screen pixels for each scene pixel, in per cent."""
        self.zoom.setText(f"{100 * scale:.0f} %")

    def _fill(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.preset)
        for (name, colour), box in zip(CHANNELS, self.boxes, strict=True):
            label = QLabel(f"<b style='color:{colour}'>{name}</b>")
            label.setBuddy(box)
            layout.addWidget(label)
            layout.addWidget(box)
        layout.addStretch(1)
        for widget in (self.zoom, self.fit, self.one_to_one):
            layout.addWidget(widget)
        self.preset.setMinimumContentsLength(len(PRESETS["natural"].label))
        self.preset.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.preset.setAccessibleName("Composite")
        self.preset.setToolTip("Composites by wavelength; bad bands are never used")
        self.fit.setToolTip("See the whole scene (F)")
        self.one_to_one.setToolTip("One screen pixel for each scene pixel (1)")

    def _connect(self) -> None:
        self.preset.activated.connect(lambda _: self.preset_chosen.emit(self.preset.currentData()))
        for box in self.boxes:
            box.valueChanged.connect(
                lambda _: self.bands_chosen.emit(tuple(b.value() - 1 for b in self.boxes))
            )
        self.fit.clicked.connect(self.fit_asked)
        self.one_to_one.clicked.connect(self.one_to_one_asked)


class BandBox(QSpinBox):
    """A band by number, with its wavelength behind it where there is room."""

    def __init__(self, channel: str) -> None:
        super().__init__()
        self._wavelengths: npt.NDArray[np.float64] | None = None
        self.setAccessibleName(f"{channel} band")
        self.setToolTip("Band number, from 1")
        self.setKeyboardTracking(False)

    def show_bands(self, bands: int, wavelengths_nm: npt.NDArray[np.float64] | None) -> None:
        """Offer the bands of another cube."""
        self._wavelengths = wavelengths_nm
        with QSignalBlocker(self):
            self.setRange(1, max(1, bands))
        width, arrows = self.fontMetrics().horizontalAdvance, theme.em(self, 2.4)
        self.setMinimumWidth(width(str(bands)) + arrows)
        self.setMaximumWidth(width(self._full(max(1, bands))) + arrows)

    def textFromValue(self, value: int) -> str:
        short = self.width() < self.maximumWidth()
        return str(value) if short else self._full(value)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lineEdit().setText(self.textFromValue(self.value()))

    def valueFromText(self, text: str) -> int:
        return int(text.split("·", maxsplit=1)[0])

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        state, *_ = super().validate(text.split("·", maxsplit=1)[0].strip(), position)
        return state, text, position

    def _full(self, value: int) -> str:
        """Number and wavelength."""
        if self._wavelengths is None or value > len(self._wavelengths):
            return str(value)
        return f"{value} · {self._wavelengths[value - 1]:.0f} nm"
