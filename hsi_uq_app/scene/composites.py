"""Which three bands make a composite: by wavelength where the cube has any, never a bad band."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from hsi_uq_app.scene.cube import Cube

CUSTOM: Final = "custom"
Bands = tuple[int, int, int]


@dataclass(frozen=True)
class Preset:
    """A composite by wavelength: what it is called, and its red, green and blue in nm."""

    label: str
    wavelengths_nm: tuple[float, float, float]


PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "natural": Preset("Natural colour", (640.0, 550.0, 460.0)),
        "infrared": Preset("Colour infrared", (860.0, 650.0, 550.0)),
        "shortwave": Preset("Short-wave infrared", (2200.0, 1650.0, 860.0)),
    }
)
"""Wavelengths as analysts know them from ENVI's True, CIR and SWIR."""

REACH_NM: Final = 100.0
"""A preset is offered when each of its wavelengths has a good band this near."""


def presets_of(cube: Cube) -> tuple[str, ...]:
    """The presets whose wavelengths the cube covers; none without wavelengths."""
    return tuple(name for name in PRESETS if _reach(cube, name) <= REACH_NM)


def first_preset(cube: Cube) -> str:
    """The preset a new scene opens with: the first the cube covers, else its default or spread bands."""
    return next(iter(presets_of(cube)), CUSTOM)


def choose_bands(cube: Cube, preset: str) -> Bands:
    """The good bands nearest to a preset's wavelengths, red first; for CUSTOM the header's default bands."""
    if preset == CUSTOM or cube.wavelengths_nm is None:
        return _without_wavelengths(cube)
    good, wavelengths = _good(cube), np.asarray(cube.wavelengths_nm)
    red, green, blue = (
        int(good[np.argmin(np.abs(wavelengths[good] - wanted))]) for wanted in PRESETS[preset].wavelengths_nm
    )
    return red, green, blue


def _reach(cube: Cube, name: str) -> float:
    """The largest distance in nm between a preset's wavelengths and the good bands."""
    if cube.wavelengths_nm is None:
        return np.inf
    have = np.asarray(cube.wavelengths_nm)[_good(cube)]
    return float(max(np.min(np.abs(have - wanted)) for wanted in PRESETS[name].wavelengths_nm))


def _good(cube: Cube) -> np.ndarray:
    """Indices of good bands; all bands when none is good, so that something can be shown."""
    good = np.flatnonzero(cube.good_bands)
    return good if good.size else np.arange(cube.bands)


def _without_wavelengths(cube: Cube) -> Bands:
    """The header's default bands if three good ones, else three spread over the good bands, long first."""
    default = cube.header.default_bands
    good = _good(cube)
    if default and len(default) == 3 and all(band in good for band in default):
        return default[0], default[1], default[2]
    red, green, blue = (int(good[round(share * (good.size - 1))]) for share in (0.5, 0.3, 0.1))
    return red, green, blue
