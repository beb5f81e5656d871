"""The spectral library of the suburb, as it travels with the program."""

import csv
from dataclasses import dataclass

import numpy as np

from hsi_uq_app.resources import data_path

WAVELENGTHS_NM = np.arange(400.0, 2501.0, 10.0)
"""Band centres of the library and of the simulated sensor, nanometres (211,)."""
FWHM_NM = 10.0

_WATER_NM = ((1360.0, 1450.0), (1800.0, 1950.0), (2460.0, 2500.0))
WATER_BANDS = np.any([(low <= WAVELENGTHS_NM) & (high >= WAVELENGTHS_NM) for low, high in _WATER_NM], axis=0)
"""Bands where water vapour leaves no signal (211,); the library holds fillings there."""


@dataclass(frozen=True, eq=False)
class MaterialLibrary:
    """Reflectance spectra of named materials.

    Attributes:
        spectra: reflectance, float32 (spectra, bands).
        names: name of each spectrum.
        rows: material -> rows of `spectra`.
    """

    spectra: np.ndarray
    names: tuple[str, ...]
    rows: dict[str, np.ndarray]


def load_library() -> MaterialLibrary:
    """The shipped library; the order of its rows is part of the scene's format."""
    with open(data_path("resources", "spectra", "suburb.csv"), encoding="utf-8", newline="") as handle:
        entries = list(csv.DictReader(handle))
    values = np.fromfile(data_path("resources", "spectra", "suburb.sli"), "<f4")
    materials = np.array([entry["material"] for entry in entries])
    rows = {str(material): np.flatnonzero(materials == material) for material in np.unique(materials)}
    spectra = values.reshape(len(entries), len(WAVELENGTHS_NM))
    return MaterialLibrary(spectra, tuple(entry["name"] for entry in entries), rows)


def angle_degrees(spectrum: np.ndarray, other: np.ndarray) -> float:
    """Spectral angle outside the water bands: arccos of the cosine of two spectra (bands,), in degrees."""
    a, b = (np.asarray(values, np.float64)[~WATER_BANDS] for values in (spectrum, other))
    cosine = a @ b / np.sqrt((a @ a) * (b @ b))
    return float(np.degrees(np.arccos(min(cosine, 1.0))))
