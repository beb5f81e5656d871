"""Holes and scale of library values: what every format's reader does with the numbers it found."""

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.spectra import Spectrum
from hsi_uq_app.scene.wavelengths import to_nanometres

LARGEST_VALUE = 1e30  # USGS marks holes with -1.23e34
LOWEST_VALUE = -99.0  # others with -999 or -9999
# Highest usual value -> scale: reflectance 0..1, per cent, times 10,000
_SCALES = ((2.0, 1.0, ""), (150.0, 100.0, "per cent"), (20_000.0, 10_000.0, "reflectance x 10,000"))


def to_spectra(
    names: list[str],
    wavelengths: np.ndarray,
    values: np.ndarray,
    unit: str | None,
    scale: float | None,
    file: str,
) -> tuple[tuple[Spectrum, ...], tuple[Note, ...]]:
    """Make spectra of a table.

    Args:
        wavelengths: float64 (n,) as in the file. values: float64 (spectra, n) as in the file.
        unit: unit of the wavelengths, None = not known. scale: divisor, None = by magnitude.

    Raises:
        UserError: the wavelengths make no sense, or there is no value at all.
    """
    nanometres, oddity = to_nanometres(wavelengths, unit)
    if nanometres is None:
        raise UserError(f"{file}: {oddity}", "name the unit of its wavelengths")
    notes = [Note("wavelength", None, oddity)] if oddity else []
    twice = len(nanometres) - len(np.unique(nanometres))
    if twice:
        notes.append(
            Note("wavelength", None, f"{twice} of {len(nanometres)} stand twice; all values are kept")
        )
    holes = ~np.isfinite(values) | (np.abs(values) > LARGEST_VALUE) | (values < LOWEST_VALUE)
    if holes.all():
        raise UserError(f"{file} holds no values, only holes", "choose another file")
    if holes.any():
        notes.append(Note("values", None, f"{int(holes.sum())} holes are left out"))
    cleaned = np.where(holes, np.nan, values)
    divisor, said = _scale(cleaned, scale)
    notes += [Note("values", None, said)] if said else []
    found = (Spectrum(name, nanometres, row / divisor) for name, row in zip(names, cleaned, strict=True))
    return tuple(found), tuple(notes)


def _scale(values: np.ndarray, scale: float | None) -> tuple[float, str]:
    if scale is not None:
        return scale, ""
    high = float(np.nanpercentile(np.abs(values), 98))
    for most, divisor, name in _SCALES:
        if high <= most:
            return divisor, f"taken for {name}, as they reach {high:g}" if name else ""
    return 1.0, f"reach {high:g}: no reflectance; kept as they are"
