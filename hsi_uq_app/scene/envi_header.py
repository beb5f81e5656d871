"""A tolerant reader of ENVI headers.

What ENVI opens is opened; where a guess is safe it is made and noted, with key and line; where it is not (an
unknown interleave or data type, sizes that cannot be), the header is refused with what to do.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.envi_fields import Fields, open_fields
from hsi_uq_app.scene.envi_frames import NO_FRAME, frame_of
from hsi_uq_app.scene.envi_pair import find_pair
from hsi_uq_app.scene.envi_text import HeaderText, read_text
from hsi_uq_app.scene.envi_types import KNOWN_AS, REAL_TYPES, REFUSED_TYPES
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.wavelengths import LARGEST, to_nanometres, unit_in

__all__ = ["EnviHeader", "Note", "find_pair", "interpret", "read_header"]

MOST_BANDS = 100_000  # a sample of all bands is held in memory; no imaging spectrometer comes near
SMALLEST_SCALE = 1e-30
GAINS = tuple(f"data {kind}{what} values" for kind in ("", "reflectance ") for what in ("gain", "offset"))
INTERLEAVES = ("bsq", "bil", "bip")
USED_KEYS = (
    "samples", "lines", "bands", "header offset", "data type", "interleave", "byte order", "wavelength",
    "wavelength units", "fwhm", "bbl", "data ignore value", "reflectance scale factor", "map info",
    "coordinate system string", "file compression", "default bands", "band names", "file type", "data file",
    "class names", "x start", "y start", "description", "spectra names", "quantity", "major frame offsets",
    "minor frame offsets", "undeclared fill", "rotation",
)  # fmt: skip
_UNIT_BEHIND = re.compile(r"(\d\.?)(nm|um|µm|μm)\b", re.IGNORECASE)
_TRUTH = re.compile(r"\b(true|false)\b", re.IGNORECASE)
_LITTLE = ("0", "little", "lsb", "lsf", "intel", "little endian", "host (intel)")
_BIG = ("1", "big", "msb", "msf", "ieee", "big endian", "network (ieee)")


@dataclass(frozen=True, eq=False)
class EnviHeader:
    """What a header says, made sense of. `fields` keeps every raw value, without braces, by lower-case key.

    `wavelengths_nm`, `fwhm_nm`: float64 (bands,) or None; 0 where the file gives a band no wavelength.
    `bad_band_list`: bool (bands,), True = bad, or None. `default_bands`: zero-based. `frame`: bytes before
    and after every line.
    """

    path: Path
    lines: int
    samples: int
    bands: int
    dtype: np.dtype
    interleave: str
    header_offset: int = 0
    fields: Mapping[str, str] = field(default_factory=dict)
    wavelengths_nm: np.ndarray | None = None
    fwhm_nm: np.ndarray | None = None
    bad_band_list: np.ndarray | None = None
    scale_factor: float = 1.0
    no_data: float | None = None
    default_bands: tuple[int, ...] | None = None
    band_names: tuple[str, ...] | None = None
    compressed: bool = False
    frame: tuple[int, int] = NO_FRAME
    notes: tuple[Note, ...] = ()

    @property
    def data_bytes(self) -> int:
        """Bytes the data file must have, the offset included."""
        line_bytes = self.samples * self.bands * self.dtype.itemsize + sum(self.frame)
        return self.header_offset + self.lines * line_bytes


def read_header(path: Path | str, overrides: Mapping[str, str] | None = None) -> EnviHeader:
    """Read and interpret a header.

    Args:
        path: the header, or the data file it belongs to.
        overrides: fields the user corrects, key -> value as it would stand in the header.

    Raises:
        UserError: not an ENVI header, or a field that cannot be guessed; the message names line and key.
    """
    path = Path(path)
    return interpret(read_text(path if path.suffix.lower() == ".hdr" else find_pair(path)[0]), overrides)


def interpret(text: HeaderText, overrides: Mapping[str, str] | None = None) -> EnviHeader:
    """Make sense of a header's keys (pure, so that it can be fuzzed)."""
    fields = open_fields(text, overrides, USED_KEYS)
    _respell(fields)
    bands = fields.whole_number("bands", least=1, most=MOST_BANDS)
    interleave = _interleave(fields, bands)
    wavelengths, fwhm = _wavelengths(fields, bands)
    return EnviHeader(
        path=text.path,
        lines=fields.whole_number("lines", least=1),
        samples=fields.whole_number("samples", least=1),
        bands=bands,
        dtype=_dtype(fields),
        interleave=interleave,
        header_offset=fields.whole_number("header offset", default=0),
        fields=fields.fields,
        wavelengths_nm=wavelengths,
        fwhm_nm=fwhm,
        bad_band_list=_bad_bands(fields, bands),
        scale_factor=_scale(fields),
        no_data=fields.number("data ignore value"),
        default_bands=_default_bands(fields, bands),
        band_names=fields.texts("band names", bands),
        compressed=_compressed(fields),
        frame=frame_of(fields, interleave),
        notes=_closing_notes(fields),
    )


def _respell(fields: Fields) -> None:
    """Lists as other programs print them: `450nm`, and True and False for 1 and 0."""
    for key in ("wavelength", "fwhm"):
        if fields.get(key):
            fields.fields[key] = _UNIT_BEHIND.sub(r"\1 \2", fields.fields[key])
    if fields.get("bbl"):
        fields.fields["bbl"] = _TRUTH.sub(lambda word: str(int(word[0][0] in "Tt")), fields.fields["bbl"])


def _dtype(fields: Fields) -> np.dtype:
    number = fields.whole_number("data type")
    if number in REFUSED_TYPES:
        meaning = REFUSED_TYPES[number]
        raise UserError(
            f"{fields.place('data type')}: data type {number} is {meaning}; only real numbers are read",
            "save its magnitude or its real part as a file of real numbers, and open that",
        )
    if number not in REAL_TYPES:
        raise fields.refuse("data type", f"data type {number} is not one of {KNOWN_AS}", "NUMBER")
    return np.dtype(REAL_TYPES[number]).newbyteorder(_byte_order(fields))


def _byte_order(fields: Fields) -> Literal["<", ">"]:
    word = " ".join(fields.get("byte order").lower().strip("{} ").split()).removesuffix(".0")
    if not word:
        fields.note("byte order", "not given; 0 (little-endian) is assumed")
        return "<"
    if word in _LITTLE:
        return "<"
    if word in _BIG:
        return ">"
    raise fields.refuse(
        "byte order", f"`byte order = {word[:40]}` is neither 0 (little-endian) nor 1 (big-endian)", "0"
    )


def _interleave(fields: Fields, bands: int) -> str:
    word = fields.get("interleave").lower().strip("\"' ")
    if word in INTERLEAVES:
        return word
    if bands == 1:
        fields.note(
            "interleave", f"`{word[:40]}` is not one of bsq, bil, bip; with one band they are the same"
        )
        return "bsq"
    said = f"`interleave = {word[:40]}`" if word else "the interleave is not given; it"
    raise fields.refuse("interleave", f"{said} is not one of bsq, bil, bip", "bil")


def _wavelengths(fields: Fields, bands: int) -> tuple[np.ndarray | None, np.ndarray | None]:
    """Wavelengths and widths in nm; both in the same unit, so the same factor serves both."""
    values = fields.numbers("wavelength", bands)
    if values is None:
        return None, None
    values = np.where((values > 1 / LARGEST) & (values < LARGEST), values, 0.0)
    unit = fields.get("wavelength units") or unit_in(fields.get("wavelength"))
    nanometres, oddity = to_nanometres(values, unit)
    if oddity:
        fields.note("wavelength units" if "unit" in oddity else "wavelength", oddity)
    if nanometres is None:
        return None, None
    _note_order(fields, nanometres)
    return nanometres, _widths(fields, bands, values, nanometres)


def _note_order(fields: Fields, nanometres: np.ndarray) -> None:
    missing = int(np.count_nonzero(nanometres == 0))
    if missing:
        fields.note("wavelength", f"{missing} bands have no wavelength; they are left out as bad")
    given = nanometres[nanometres > 0]
    twice = len(given) - len(np.unique(given))
    if twice:
        fields.note("wavelength", f"{twice} of {len(given)} stand twice (detectors overlap); both are kept")
    steps = np.diff(given)
    if np.any(steps > 0) and np.any(steps < 0):
        fields.note("wavelength", "not in rising order (detectors overlap); the file's order is kept")


def _widths(fields: Fields, bands: int, values: np.ndarray, nanometres: np.ndarray) -> np.ndarray | None:
    """FWHM to nm: d(lambda) = |lambda'(x)| dx, which for reciprocal units is lambda / x."""
    widths = fields.numbers("fwhm", bands)
    if widths is None:
        return None
    widths = _in_unit_of(values, widths, fields)
    factor = np.divide(nanometres, values, out=np.zeros_like(values), where=values > 0)
    sensible = (widths > 0) & (widths < values + 1)
    if not np.all(sensible | (widths == 0) | (values == 0)):
        fields.note("fwhm", "some widths are wider than their wavelength or no widths; those are not used")
    return np.where(sensible, np.where(sensible, widths, 0.0) * factor, 0.0)


def _in_unit_of(values: np.ndarray, widths: np.ndarray, fields: Fields) -> np.ndarray:
    """Widths in the wavelengths' unit: nm beside um, or um beside nm, lie far off the step between bands."""
    both = (widths > 0) & (values > 0)
    steps = np.abs(np.diff(values[both]))
    step = np.median(steps[steps > 0]) if steps.any() else 0.0
    if step == 0:
        return widths
    share, steps = np.median(widths[both] / values[both]), np.median(widths[both]) / step
    factor = 1000.0 if share < 1e-4 and steps < 0.02 else 0.001 if share > 0.5 and steps > 20 else 1.0
    if factor != 1.0:
        fields.note("fwhm", "not in the unit of the wavelengths but " + ("um" if factor > 1 else "nm"))
    return widths * factor


def _bad_bands(fields: Fields, bands: int) -> np.ndarray | None:
    """True where bad: `bbl` holds 0 for bad bands and 1 (or a multiplier) for good ones."""
    values = fields.numbers("bbl", bands)
    if values is None:
        return None
    bad = ~(values > 0)
    if bad.all():
        fields.note("bbl", "marks every band as bad; not used")
        return None
    return bad


def _scale(fields: Fields) -> float:
    scale = fields.number("reflectance scale factor")
    if scale is None:
        return 1.0
    if not SMALLEST_SCALE < scale < 1 / SMALLEST_SCALE:
        fields.note("reflectance scale factor", f"{scale:g} is no scale and is not used")
        return 1.0
    return scale


def _default_bands(fields: Fields, bands: int) -> tuple[int, ...] | None:
    text = fields.get("default bands")
    if not text:
        return None
    values = fields.numbers("default bands", len(text.replace(",", " ").split()))
    if values is None or not np.all((values >= 1) & (values <= bands)):
        fields.note("default bands", f"`{text[:40]}` names no bands from 1 to {bands}; not used")
        return None
    return tuple(int(value) - 1 for value in values)


def _compressed(fields: Fields) -> bool:
    return fields.get("file compression").strip("{} ") in ("1", "1.0")


def _closing_notes(fields: Fields) -> tuple[Note, ...]:
    if not fields.get("file type"):
        fields.note("file type", "not given; ENVI Standard is assumed")
    for key in GAINS:
        if fields.get(key):
            fields.note(key, "not applied; the values are shown as stored")
    return tuple(fields.notes)
