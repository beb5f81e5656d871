"""How a scene of radiance becomes one of reflectance."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from hsi_uq_app.gui import theme

NO_REGION = "Frame a bright, flat region first: Shift and drag over the scene."
NO_PAIRS = "Pin spectra and open a spectral library first."
NOT_USED = "not used"


class ReflectanceDialog(QDialog):
    """Shown with open(), so nothing blocks. What lacks its ingredients says so and cannot be chosen.

    Signals:
        flat_field_asked(float): the reflectance of the framed region.
        empirical_line_asked(object): pin key -> place in the library, of the pins that have a partner.
    """

    flat_field_asked = Signal(float)
    empirical_line_asked = Signal(object)

    def __init__(
        self, region: str, pins: Mapping[int, str], library: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Radiance to reflectance")
        self.flat, self.line = QGroupBox("Flat field"), QGroupBox("Empirical line")
        self.reflectance = QDoubleSpinBox(minimum=0.01, maximum=1.0, value=1.0, singleStep=0.01, decimals=3)
        self.partners = {key: _partner(name, library) for key, name in pins.items()} if library else {}
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.apply_button = self.buttons.addButton("Apply", QDialogButtonBox.ButtonRole.AcceptRole)
        self._fill_flat(region)
        self._fill_line(pins)
        self._lay_out()
        self._connect()
        self.line.setChecked(bool(self.partners) and not region)
        self.flat.setChecked(bool(region))
        self._say_ready()

    def chosen(self) -> dict[int, int]:
        """Pin key -> place in the library, of the pins that have a partner."""
        return {
            key: combo.currentData()
            for key, combo in self.partners.items()
            if combo.currentData() is not None
        }

    def _fill_flat(self, region: str) -> None:
        form = QFormLayout(self.flat)
        form.addRow(QLabel(region or NO_REGION))
        form.addRow("It reflects", self.reflectance)
        self.reflectance.setToolTip("1 gives reflectance relative to the region")
        self.flat.setEnabled(bool(region))

    def _fill_line(self, pins: Mapping[int, str]) -> None:
        form = QFormLayout(self.line)
        if not self.partners:
            form.addRow(QLabel(NO_PAIRS))
        for key, combo in self.partners.items():
            form.addRow(f"{pins[key]} is", combo)
        self.line.setEnabled(bool(self.partners))

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        for widget in (self.flat, self.line, self.buttons):
            layout.addWidget(widget)
        for group in (self.flat, self.line):
            group.setCheckable(True)
        self.setMinimumWidth(theme.em(self, 26))

    def _connect(self) -> None:
        self.flat.toggled.connect(lambda on: self.line.setChecked(not on and bool(self.partners)))
        self.line.toggled.connect(lambda on: self.flat.setChecked(not on and self.flat.isEnabled()))
        for group in (self.flat, self.line):
            group.toggled.connect(self._say_ready)
        for combo in self.partners.values():
            combo.currentIndexChanged.connect(self._say_ready)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(self._tell)

    def _say_ready(self) -> None:
        self.apply_button.setEnabled(self.flat.isChecked() or (self.line.isChecked() and bool(self.chosen())))

    def _tell(self) -> None:
        if self.flat.isChecked():
            self.flat_field_asked.emit(self.reflectance.value())
        else:
            self.empirical_line_asked.emit(self.chosen())


def _partner(pin: str, library: Sequence[str]) -> QComboBox:
    combo = QComboBox()
    combo.addItem(NOT_USED, None)
    for place, name in enumerate(library):
        combo.addItem(name, place)
    combo.setAccessibleName(f"Library partner of {pin}")
    return combo
