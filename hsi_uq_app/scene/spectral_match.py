"""Which library spectra a pixel resembles: spectral angle over the bands both have."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.resampling import resample
from hsi_uq_app.scene.spectra import Library

FEWEST_BANDS = 3


@dataclass(frozen=True, eq=False)
class SensorSpectrum:
    """A library spectrum at a cube's bands: `values` float64 (bands,), NaN = not known, or a bad band."""

    name: str
    values: np.ndarray

    @property
    def bands(self) -> int:
        """How many bands both have."""
        return int(np.isfinite(self.values).sum())


@dataclass(frozen=True)
class Match:
    """A library spectrum and its spectral angle (degrees) to a pixel, over so many common bands.

    `place`: which one of the library it is, from 0; names may stand twice.
    """

    name: str
    degrees: float
    bands: int
    place: int


def to_sensor(library: Library, cube: Cube) -> list[SensorSpectrum]:
    """All spectra of a library at the cube's good bands, with its FWHM where it has one.

    Raises:
        UserError: the cube has no wavelengths.
    """
    if cube.wavelengths_nm is None:
        raise UserError(f"{cube.name} has no wavelengths", "give them with --set 'wavelength=...'")
    found = []
    for spectrum in library.spectra:
        values = resample(spectrum, cube.wavelengths_nm, cube.fwhm_nm)
        found.append(SensorSpectrum(spectrum.name, np.where(cube.good_bands, values, np.nan)))
    return found


def spectral_angle(first: np.ndarray, second: np.ndarray) -> tuple[float, int]:
    """Angle in degrees between two spectra (bands,) over their common finite bands, and how many those are.

    theta = arccos(x . y / (|x| |y|)) (Kruse et al. 1993); NaN below three common bands or without any signal.
    """
    from spectral import spectral_angles  # a tenth of a second that the window's start need not wait for

    common = np.isfinite(first) & np.isfinite(second)
    x, y = first[common].astype(np.float64), second[common].astype(np.float64)
    if len(x) < FEWEST_BANDS or not (x.any() and y.any()):
        return float("nan"), len(x)
    # Of length about 1 first, or the squares of tiny or huge values would leave the range of floats.
    x, y = x / np.abs(x).max(), y / np.abs(y).max()
    return float(np.degrees(spectral_angles(x[None, None], y[None])[0, 0, 0])), len(x)


def match_table(pixel: np.ndarray, candidates: list[SensorSpectrum]) -> list[Match]:
    """Rank library spectra by their angle to a pixel (bands,); those without an angle are left out."""
    matches = [
        Match(each.name, *spectral_angle(pixel, each.values), place) for place, each in enumerate(candidates)
    ]
    return sorted((match for match in matches if match.degrees == match.degrees), key=lambda m: m.degrees)
