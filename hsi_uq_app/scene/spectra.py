"""Spectra with a name, in nm, and libraries of them."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.notes import Note


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
            UserError: there is none, or several have the name; the message lists names or numbers.
        """
        word = name.strip().lower()
        called_so = [number for number, s in enumerate(self.spectra, 1) if s.name.strip().lower() == word]
        if len(called_so) > 1:
            numbers = " and ".join(map(str, called_so))
            raise UserError(
                f"{self.path.name} has {len(called_so)} spectra called `{name}`: numbers {numbers}",
                f"choose by number, for example {called_so[0]}",
            )
        if called_so or (word.isdecimal() and 1 <= int(word) <= len(self.spectra)):
            return self.spectra[(called_so[0] if called_so else int(word)) - 1]
        listed = ", ".join(spectrum.name for spectrum in self.spectra[:12])
        raise UserError(f"{self.path.name} has no spectrum `{name}`; it holds {listed}", "choose one of them")


def plot_order(wavelengths_nm: np.ndarray) -> np.ndarray:
    """Indices that sort overlapping detectors' wavelengths; equal ones keep the file's order."""
    return np.argsort(wavelengths_nm, kind="stable")
