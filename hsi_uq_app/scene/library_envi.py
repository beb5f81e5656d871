"""ENVI spectral libraries: lines are spectra, samples are channels."""

from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.conversion import conversion
from hsi_uq_app.scene.envi_data import open_data
from hsi_uq_app.scene.envi_fields import as_number
from hsi_uq_app.scene.envi_header import EnviHeader, interpret
from hsi_uq_app.scene.envi_pair import data_beside, find_pair, is_header
from hsi_uq_app.scene.envi_reader import READERS
from hsi_uq_app.scene.envi_text import HeaderText, read_text
from hsi_uq_app.scene.library_values import to_spectra
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.quantity import QUANTITIES
from hsi_uq_app.scene.spectra import Library

LARGEST_VALUES = 2**27


def read_envi_library(path: Path, unit: str | None, scale: float | None) -> Library:
    """Read a `.sli` and its header; the header's `reflectance scale factor` is the scale unless one is given.

    Raises:
        UserError: a file of the pair is missing, not understood, too short or too large; no wavelengths.
    """
    header_path = path if is_header(path) else find_pair(path)[0]
    header = interpret(_as_column(read_text(header_path)), {"wavelength units": unit} if unit else None)
    _check_size(header)
    data_path = data_beside(path, header.data_bytes) if path == header_path else path
    file, size_notes = open_data(header, data_path, silent)
    convert = conversion(header.dtype, 1.0, header.no_data)
    shape = (header.lines, 1, header.bands)
    values = np.empty((header.bands, header.lines, 1), dtype=np.float32)
    reader = READERS[header.interleave](file, shape, header.dtype, header.header_offset, convert)
    reader.read_lines(0, header.lines, np.arange(header.bands), values)
    if header.wavelengths_nm is None:
        odd = [note.text for note in header.notes if note.key in ("wavelength", "wavelength units")]
        why = f": {'; '.join(odd)}" if odd else ""
        raise UserError(
            f"{header_path.name} gives no wavelengths that can be used{why}",
            "add `wavelength = {...}`, one number a channel, to the header",
        )
    names, name_notes = _names(header.fields.get("spectra names", ""), header.lines)
    spectra, notes = to_spectra(
        names,
        header.wavelengths_nm,
        values[:, :, 0].T.astype(np.float64),
        "nm",
        scale or _said_scale(header),
        data_path.name,
    )
    return Library(data_path, spectra, (*header.notes, *size_notes, *name_notes, *notes))


def _check_size(header: EnviHeader) -> None:
    """All of a library is held in memory, so no claim may make that large."""
    count = header.lines * header.bands
    if count > LARGEST_VALUES:
        raise UserError(
            f"{header.path.name} claims {count:,} values; a library holds at most {LARGEST_VALUES:,}",
            "open it as a scene, or split it",
        )


def _said_scale(header: EnviHeader) -> float | None:
    """The header's scale; a header that says what its values are, and no scale, means them as they are."""
    is_said = header.scale_factor != 1.0 or header.fields.get("quantity", "").strip().lower() in QUANTITIES
    return header.scale_factor if is_said else None


def _as_column(text: HeaderText) -> HeaderText:
    """The library as a cube of one column: channels become bands, so wavelengths are read as a cube's.

    Some programs write it as such a cube: one sample, a band a channel.

    Raises:
        UserError: several samples and several bands: a scene.
    """
    channels, bands = (text.fields.get(key, "").strip() for key in ("samples", "bands"))
    if _is_many(channels) and _is_many(bands):
        raise UserError(
            f"{text.path.name} has {channels} samples and {bands} bands: a scene, not a spectral library",
            "open it as a scene, and pin spectra there",
        )
    if _is_many(bands):
        return text
    fields = text.fields | {"bands": channels, "samples": "1", "interleave": "bip", "band names": ""}
    return HeaderText(text.path, fields, text.lines | {"bands": text.lines.get("samples", 0)}, text.notes)


def _is_many(text: str) -> bool:
    number = as_number(text)
    return number is not None and number > 1


def _names(text: str, count: int) -> tuple[list[str], tuple[Note, ...]]:
    """The spectra's names; where they are missing or of another number (said), numbers."""
    names = [name.strip() for name in text.strip(", ").split(",")] if text else []
    if len(names) == count:
        return names, ()
    said = Note("spectra names", None, f"{len(names)} names for {count} spectra; numbers stand for them")
    return [f"spectrum {number}" for number in range(1, count + 1)], (said,) if names else ()
