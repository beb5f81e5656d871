"""The form that corrects the fields of an ENVI header."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from hsi_uq_app.gui import theme
from hsi_uq_app.scene.envi_types import REAL_TYPES
from hsi_uq_app.scene.quantity import QUANTITIES
from hsi_uq_app.session.questions import HeaderFields

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class FormField:
    """A header's key, what it is called, what may be chosen (value, words), and what it means.

    With `free` anything else may be typed, too.
    """

    key: str
    label: str
    hint: str = ""
    choices: Choices = ()
    free: bool = False


DATA_FILE = "data file"
FORM_FIELDS: tuple[FormField, ...] = (
    FormField("lines", "Lines", "rows of the picture"),
    FormField("samples", "Samples", "columns of the picture"),
    FormField("bands", "Bands", "channels of the sensor"),
    FormField(
        "data type",
        "Data type",
        "how a value is stored",
        tuple((str(number), f"{number} · {np.dtype(code).name}") for number, code in REAL_TYPES.items()),
    ),
    FormField(
        "interleave",
        "Interleave",
        "in which order the values lie",
        (("bsq", "bsq · band by band"), ("bil", "bil · line by line"), ("bip", "bip · pixel by pixel")),
    ),
    FormField("byte order", "Byte order", "", (("0", "0 · little-endian"), ("1", "1 · big-endian"))),
    FormField("header offset", "Header offset", "bytes in the data file before the first value"),
    FormField("reflectance scale factor", "Scale", "what the stored values are divided by"),
    FormField("data ignore value", "No-data value", "the stored value that means: nothing was measured"),
    FormField(
        "wavelength units",
        "Wavelength units",
        "",
        (
            ("Nanometers", "Nanometers"),
            ("Micrometers", "Micrometers"),
            ("Wavenumber", "Wavenumber, 1/cm"),
            ("Index", "Index: they are no wavelengths"),
        ),
        free=True,
    ),
    FormField("quantity", "Quantity", "what the values are", tuple((name, name) for name in QUANTITIES)),
    FormField(DATA_FILE, "Data file", "the file with the values, beside the header", free=True),
)


def needed_bytes(values: Mapping[str, str]) -> int | None:
    """Bytes a data file must have for these fields; None where they are no numbers."""
    try:
        lines, samples, bands, kind = (int(values[key]) for key in ("lines", "samples", "bands", "data type"))
        offset = int(values["header offset"] or 0)
        return offset + lines * samples * bands * np.dtype(REAL_TYPES[kind]).itemsize
    except (ValueError, KeyError):
        return None


def size_words(values: Mapping[str, str], sizes: Mapping[str, int]) -> str:
    """What the fields need against what the chosen file has, in words; "" where one is not known."""
    needed, name = needed_bytes(values), values.get(DATA_FILE, "")
    if needed is None or name not in sizes:
        return ""
    has = sizes[name]
    if needed == has:
        return f"{name} has the {has:,} bytes that these fields need"
    more_or_less = (
        f"{needed - has:,} bytes are missing" if needed > has else f"{has - needed:,} are left over"
    )
    return f"these fields need {needed:,} bytes, {name} has {has:,}: {more_or_less}"


def corrections(values: Mapping[str, str], fields: Mapping[str, str]) -> dict[str, str]:
    """The values that differ from what stands in the file; capitals make no difference."""
    return {
        key: value for key, value in values.items() if value.lower() != fields.get(key, "").strip().lower()
    }


def other_fields(text: str) -> dict[str, str]:
    """Fields typed as `key = value; key = value`; what has no equals sign is left out."""
    pairs = (part.partition("=") for part in text.split(";"))
    return {" ".join(key.lower().split()): value.strip() for key, equals, value in pairs if equals}


WHERE = (
    "Nothing is written: the file stays as it is. What you correct is kept with every result of this scene."
)


class HeaderForm(QDialog):
    """Shown with open(), so nothing blocks. A field left as it stands in the file corrects nothing.

    Signals:
        corrected(object): key -> value of the fields that differ from the file, those corrected before too.
    """

    corrected = Signal(object)

    def __init__(self, header: HeaderFields, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Header fields of {header.asked.path.name}")
        self._header = header
        self._in_file = dict(header.fields) | {DATA_FILE: header.data_file}
        self.inputs = {field.key: self._input(field) for field in FORM_FIELDS}
        self.other, self.size_line = QLineEdit(), QLabel()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.open_button = self.buttons.addButton("Open", QDialogButtonBox.ButtonRole.AcceptRole)
        self._fill()
        self._connect()
        self._say_size()

    def values(self) -> dict[str, str]:
        """What stands in the form, by header key."""
        return {key: _value(widget) for key, widget in self.inputs.items()}

    def overrides(self) -> dict[str, str]:
        """What differs from the file, and what was corrected before but has no place in the form."""
        hidden = {key: value for key, value in self._header.asked.overrides.items() if key not in self.inputs}
        return hidden | corrections(self.values(), self._in_file) | other_fields(self.other.text())

    def _input(self, field: FormField) -> QLineEdit | QComboBox:
        shown = self._header.asked.overrides.get(field.key, self._in_file.get(field.key, "")).strip()
        choices = field.choices
        if field.key == DATA_FILE:
            choices = tuple((name, name) for name in self._header.sizes)
        widget = _combo(shown, choices, field.free) if choices else QLineEdit(shown)
        widget.setAccessibleName(field.label)
        widget.setToolTip(field.hint)
        return widget

    def _fill(self) -> None:
        form = QFormLayout()
        for field in FORM_FIELDS:
            form.addRow(field.label, self.inputs[field.key])
        self.other.setAccessibleName("Other fields")
        self.other.setPlaceholderText("key = value; key = value")
        form.addRow("Other fields", self.other)
        note = QLabel(WHERE)
        for label in (note, self.size_line):
            label.setWordWrap(True)
            label.setStyleSheet(f"color: {theme.MUTED}")
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        for widget in (self.size_line, note, self.buttons):
            layout.addWidget(widget)
        self.setMinimumWidth(theme.em(self, 24))

    def _connect(self) -> None:
        for widget in self.inputs.values():
            changed = widget.textChanged if isinstance(widget, QLineEdit) else widget.currentTextChanged
            changed.connect(self._say_size)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: self.corrected.emit(self.overrides()))

    def _say_size(self) -> None:
        self.size_line.setText(size_words(self.values(), self._header.sizes))


def _combo(shown: str, choices: Choices, free: bool) -> QComboBox:
    """The choices, and what stands in the file where it is none of them."""
    combo = QComboBox()
    combo.setEditable(free)
    for value, words in choices:
        combo.addItem(words, value)
    place = combo.findData(shown.lower()) if combo.findData(shown) < 0 else combo.findData(shown)
    if place < 0:
        combo.insertItem(0, shown or "not given", shown)
        place = 0
    combo.setCurrentIndex(place)
    return combo


def _value(widget: QLineEdit | QComboBox) -> str:
    """The header's value of an input; of typed text the text itself."""
    if isinstance(widget, QLineEdit):
        return widget.text().strip()
    if widget.isEditable() and widget.currentText() != widget.itemText(widget.currentIndex()):
        return widget.currentText().strip()
    return str(widget.currentData())
