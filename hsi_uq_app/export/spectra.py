"""Spectra that were measured in a scene, as one frozen value, and the table of formats they leave in."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app import __version__
from hsi_uq_app.export.formats import Format
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.scene.cube import Cube

_PLAIN = Guard()

SPECTRA_FORMATS: dict[str, Format] = {
    "csv": Format("CSV: a row a spectrum", ".csv", "spectra_csv"),
    "sli": Format("ENVI spectral library", ".sli", "spectral_library"),
}


@dataclass(frozen=True, eq=False)
class MeasuredSpectrum:
    """One pixel of a scene: what it is called, its colour in the window as "#rrggbb", and its values.

    `values`: float32 (bands,), physical, NaN = no data.
    """

    name: str
    colour: str
    line: int
    sample: int
    values: npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class MeasuredSpectra:
    """Spectra and the scene they are from."""

    cube: Cube
    spectra: tuple[MeasuredSpectrum, ...]

    @property
    def values(self) -> npt.NDArray[np.float32]:
        """float32 (spectra, bands)."""
        return np.stack([spectrum.values for spectrum in self.spectra]).astype(np.float32)


def write(name: str, measured: MeasuredSpectra, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write one format of SPECTRA_FORMATS; the files, the main one first, the provenance (JSON) last.

    Raises:
        UserError: full disk, a folder that cannot be written, a name that would overwrite a scene.
    """
    module = import_module(f"{__package__}.{SPECTRA_FORMATS[name].module}")
    files: list[Path] = module.write(measured, path, guard)
    return files


def provenance(measured: MeasuredSpectra, kind: str) -> bytes:
    """The JSON beside the spectra: of which scene they are, where, and in which unit; no paths, no clock."""
    cube, place = measured.cube, measured.cube.georeference
    document = {
        "format": kind,
        "version": __version__,
        "cube_name": cube.name,
        "cube": cube.fingerprint(),
        "overrides": dict(cube.overrides),
        "derivation": list(cube.derivation),
        "notes": [str(note) for note in cube.notes],
        "quantity": cube.quantity,
        "wavelengths_nm": _plain(cube.wavelengths_nm),
        "fwhm_nm": _plain(cube.fwhm_nm),
        "good_bands": np.flatnonzero(cube.good_bands).tolist(),
        "spectra": [_where(cube, spectrum) for spectrum in measured.spectra],
        "crs": place.crs_wkt if place else None,
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def _plain(values: npt.NDArray[np.float64] | None) -> Sequence[float] | None:
    return None if values is None else values.tolist()


def _where(cube: Cube, spectrum: MeasuredSpectrum) -> dict[str, Any]:
    place = cube.georeference
    x, y = place.map_xy(spectrum.line, spectrum.sample) if place else (None, None)
    return {"name": spectrum.name, "line": spectrum.line, "sample": spectrum.sample, "x": x, "y": y}
