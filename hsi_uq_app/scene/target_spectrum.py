"""The spectrum to look for where there is no mask: from a library or from a pixel, at a scene's bands."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.quantity import HIGHEST_REFLECTANCE, Quantity
from hsi_uq_app.scene.read_library import read_library
from hsi_uq_app.scene.resampling import resample
from hsi_uq_app.scene.spectra import Library, Spectrum
from hsi_uq_app.scene.spectral_match import FEWEST_BANDS


@dataclass(frozen=True, eq=False)
class TargetSpectrum:
    """One spectrum and what its numbers are.

    `wavelengths_nm`, `values`: float (n,); a NaN value is a hole. Without wavelengths the values belong to
    the scene's bands one by one. `quantity`: of the values; None = measured in the scene itself.
    """

    name: str
    wavelengths_nm: np.ndarray | None
    values: np.ndarray
    quantity: Quantity | None = None

    def digest(self) -> str:
        """sha256 of wavelengths and values."""
        waves = b"" if self.wavelengths_nm is None else np.asarray(self.wavelengths_nm, "<f8").tobytes()
        return hashlib.sha256(waves + np.asarray(self.values, "<f8").tobytes()).hexdigest()


def read_target(text: str) -> TargetSpectrum:
    """The spectrum that LIBRARY:NAME names: a library's file, a colon, a name or a number from 1.

    Raises:
        UserError: no colon, no such library, no such spectrum (the message lists the names).
    """
    place = _colon(text)
    library = read_library(Path(text[:place]))
    spectrum = library.find(text[place + 1 :])
    return TargetSpectrum(spectrum.name, spectrum.wavelengths_nm, spectrum.values, _quantity(library))


def library_of(text: str) -> Path:
    """The library of LIBRARY:NAME.

    Raises:
        UserError: no colon.
    """
    return Path(text[: _colon(text)])


def _colon(text: str) -> int:
    """Where LIBRARY ends; names and paths may hold colons too: the longest name of a file is the library."""
    places = [place for place, letter in enumerate(text) if letter == ":"][::-1]
    if not places:
        raise UserError(f"the target {text} is not LIBRARY:NAME", "write for example paints.sli:green")
    return next((place for place in places if is_file(Path(text[:place]))), places[0])


def _quantity(library: Library) -> Quantity:
    """Reflectance, where a library's values can be that; else unknown."""
    values = np.concatenate([np.abs(spectrum.values) for spectrum in library.spectra])
    return "reflectance" if np.nanpercentile(values, 98) <= HIGHEST_REFLECTANCE else "unknown"


def at_bands(target: TargetSpectrum, cube: Cube) -> np.ndarray:
    """The spectrum at a cube's bands: float64 (bands,), NaN where it is not known.

    A spectrum at the cube's own wavelengths is taken as it is, another one resampled with the cube's FWHM.

    Raises:
        UserError: another quantity than the cube's, no wavelengths to go by, too few bands in common.
    """
    _check_quantity(target, cube)
    values = np.asarray(target.values, np.float64)
    if not _has_same_bands(target, cube):
        values = _resampled(target, cube)
    common = int(np.count_nonzero(np.isfinite(values) & cube.good_bands))
    if common < FEWEST_BANDS:
        raise UserError(
            f"the spectrum {target.name} is known in {common} of the {cube.good_bands.sum()} good bands of "
            f"{cube.name}",
            "choose a spectrum that covers the sensor's range",
        )
    return values


def cover_note(target: TargetSpectrum, cube: Cube) -> tuple[str, ...]:
    """What to say of a spectrum that is known in a part of the cube's good bands alone."""
    good = int(np.count_nonzero(cube.good_bands))
    common = int(np.count_nonzero(np.isfinite(at_bands(target, cube)) & cube.good_bands))
    if common == good:
        return ()
    return (f"the spectrum {target.name} is known in {common} of {good} good bands; the others are not used",)


def _check_quantity(target: TargetSpectrum, cube: Cube) -> None:
    if target.quantity in (None, cube.quantity):
        return
    kinds = {"reflectance": "reflectance (0..1)", "radiance": "radiance", "unknown": "of an unknown quantity"}
    raise UserError(
        f"the spectrum {target.name} is {kinds[target.quantity]} and the scene {cube.name} is "
        f"{kinds[cube.quantity]}",
        "make the scene reflectance first, or, if it is, say how it is stored: "
        "--set 'reflectance scale factor=10000' or --set quantity=reflectance",
    )


def _has_same_bands(target: TargetSpectrum, cube: Cube) -> bool:
    if len(target.values) != cube.bands:
        return False
    if target.wavelengths_nm is None:
        return True
    return cube.wavelengths_nm is not None and np.array_equal(target.wavelengths_nm, cube.wavelengths_nm)


def _resampled(target: TargetSpectrum, cube: Cube) -> np.ndarray:
    if target.wavelengths_nm is None:
        raise UserError(
            f"the spectrum {target.name} has {len(target.values)} values and no wavelengths, and {cube.name} "
            f"has {cube.bands} bands",
            "give its wavelengths",
        )
    if cube.wavelengths_nm is None:
        raise UserError(f"{cube.name} has no wavelengths", "give them with --set 'wavelength=...'")
    spectrum = Spectrum(target.name, np.asarray(target.wavelengths_nm, np.float64), target.values)
    return resample(spectrum, cube.wavelengths_nm, cube.fwhm_nm)
