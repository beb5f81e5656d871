"""Spectral libraries: named spectra in nm, from ENVI libraries, CSV, ASCII and ECOSTRESS text."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.scene.notes import Note

_TEXT_SUFFIXES = (".csv", ".txt", ".asc", ".tsv", ".json")


@dataclass(frozen=True, eq=False)
class Spectrum:
    """One spectrum in the file's order.

    `wavelengths_nm`, `values`: float64 (n,); a NaN value is a hole. Values are reflectance 0..1 where the
    library is one of reflectance.
    """

    name: str
    wavelengths_nm: np.ndarray
    values: np.ndarray

    def in_order(self) -> tuple[np.ndarray, np.ndarray]:
        """Wavelengths and values by rising wavelength, each value with its own wavelength; for plots."""
        order = plot_order(self.wavelengths_nm)
        return self.wavelengths_nm[order], self.values[order]


@dataclass(frozen=True)
class Library:
    """The spectra of a file, and what was odd about it."""

    path: Path
    spectra: tuple[Spectrum, ...]
    notes: tuple[Note, ...] = ()

    def find(self, name: str) -> Spectrum:
        """The spectrum of a name (case aside), or of a number from 1.

        Raises:
            UserError: there is none; the message lists the names.
        """
        word = name.strip().lower()
        for number, spectrum in enumerate(self.spectra, 1):
            if word in (spectrum.name.lower(), str(number)):
                return spectrum
        listed = ", ".join(spectrum.name for spectrum in self.spectra[:12])
        raise UserError(f"{self.path.name} has no spectrum `{name}`; it holds {listed}", "choose one of them")


def plot_order(wavelengths_nm: np.ndarray) -> np.ndarray:
    """Indices that sort overlapping detectors' wavelengths; equal ones keep the file's order."""
    return np.argsort(wavelengths_nm, kind="stable")


def read_library(path: Path | str, unit: str | None = None, scale: float | None = None) -> Library:
    """Read a spectral library; either file of an ENVI pair may be named.

    Args:
        unit: the wavelengths' unit, where the file's or the guessed one is wrong.
        scale: what the values are divided by to become reflectance 0..1, where the guess is wrong.

    Raises:
        UserError: the file is missing, or no spectra can be found in it.
    """
    from hsi_uq_app.scene.library_envi import read_envi_library
    from hsi_uq_app.scene.library_text import read_text_library

    path = Path(path)
    if not is_file(path):
        raise UserError(f"{path} does not exist or is not a file", "check the name")
    return (read_envi_library if _is_envi(path) else read_text_library)(path, unit, scale)


def _is_envi(path: Path) -> bool:
    """Whether a library is an ENVI pair; a table may lie beside a scene's header of the same name."""
    suffix = path.suffix.lower()
    if suffix in (".sli", ".hdr") or path.with_name(f"{path.name}.hdr").is_file():
        return True
    return suffix not in _TEXT_SUFFIXES and path.with_suffix(".hdr").is_file()
