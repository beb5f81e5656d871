"""Spectra as CSV, a row a spectrum: name, colour, place, then the value at each wavelength.

Hyperspectral tools exchange regions in these columns: Name, Color, Pixel_x, Pixel_y, wavelengths.
"""

import csv
from io import StringIO
from pathlib import Path

import numpy as np

from hsi_uq_app.export.spectra import MeasuredSpectra, MeasuredSpectrum, provenance
from hsi_uq_app.export.targets import beside, named, spare_foreign, spare_scene
from hsi_uq_app.files import whole_files
from hsi_uq_app.scene.cube import Cube

_HEAD = ("Name", "Color", "Pixel_x", "Pixel_y")


def write(measured: MeasuredSpectra, path: Path) -> list[Path]:
    """Write NAME.csv; wavelengths in nm (band numbers where the scene has none), empty = no data.

    Bands without a wavelength have no column where the others have one.
    """
    target = named(path, ".csv")
    targets = (target, beside(target, ".json"))
    spare_scene(measured.cube, *targets)
    spare_foreign(target)
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    columns = _columns(measured.cube)
    table.writerow((*_HEAD, *columns.values()))
    table.writerows(_row(spectrum, list(columns)) for spectrum in measured.spectra)
    with whole_files(*targets) as (draft, side_car):
        draft.write_text(text.getvalue(), encoding="utf-8")
        side_car.write_bytes(provenance(measured, "CSV spectra"))
    return list(targets)


def _columns(cube: Cube) -> dict[int, str]:
    """Which bands have a column, and what stands above it."""
    if cube.wavelengths_nm is None:
        return {band: f"band {band + 1}" for band in range(cube.bands)}
    return {band: f"{nm:.8g}" for band, nm in enumerate(cube.wavelengths_nm) if nm > 0}


def _row(spectrum: MeasuredSpectrum, bands: list[int]) -> list[str]:
    values = [f"{value:.9g}" if np.isfinite(value) else "" for value in spectrum.values[bands]]
    return [
        " ".join(spectrum.name.splitlines()),
        spectrum.colour,
        str(spectrum.sample),
        str(spectrum.line),
        *values,
    ]
