"""Which fields of a header the form offers, and what follows from what is filled in."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hsi_uq_app.scene.envi_types import REAL_TYPES
from hsi_uq_app.scene.quantity import QUANTITIES

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
        "data type", "Data type", "how a value is stored",
        tuple((str(number), f"{number} · {np.dtype(code).name}") for number, code in REAL_TYPES.items()),
    ),
    FormField(
        "interleave", "Interleave", "in which order the values lie",
        (("bsq", "bsq · band by band"), ("bil", "bil · line by line"), ("bip", "bip · pixel by pixel")),
    ),
    FormField("byte order", "Byte order", "", (("0", "0 · little-endian"), ("1", "1 · big-endian"))),
    FormField("header offset", "Header offset", "bytes in the data file before the first value"),
    FormField("reflectance scale factor", "Scale", "what the stored values are divided by"),
    FormField("data ignore value", "No-data value", "the stored value that means: nothing was measured"),
    FormField(
        "wavelength units", "Wavelength units", "",
        (("Nanometers", "Nanometers"), ("Micrometers", "Micrometers"), ("Wavenumber", "Wavenumber, 1/cm"),
         ("Index", "Index: they are no wavelengths")), free=True,
    ),
    FormField("quantity", "Quantity", "what the values are", tuple((name, name) for name in QUANTITIES)),
    FormField(DATA_FILE, "Data file", "the file with the values, beside the header", free=True),
)  # fmt: skip


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
