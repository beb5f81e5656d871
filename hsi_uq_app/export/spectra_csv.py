"""Spectra as CSV, a row a spectrum: name, colour, place, then the value at each wavelength.

Hyperspectral tools exchange regions in these columns: Name, Color, Pixel_x, Pixel_y, wavelengths.
"""

import csv
from io import StringIO
from pathlib import Path

import numpy as np

from hsi_uq_app.export.spectra import MeasuredSpectra, MeasuredSpectrum, provenance
from hsi_uq_app.export.targets import beside, export_of, named, sparing_scene
from hsi_uq_app.files import whole_files
from hsi_uq_app.plain_text import cell, plain
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import starts_with
from hsi_uq_app.scene.cube import Cube

_PLAIN = Guard()
_SIDE_CAR, _TABLE = export_of("CSV spectra"), starts_with(b"Name,Color,Pixel_x,Pixel_y")
_HEAD = ("Name", "Color", "Pixel_x", "Pixel_y")


def write(measured: MeasuredSpectra, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write NAME.csv; wavelengths in nm (band numbers where the scene has none), empty = no data.

    Bands without a wavelength have no column where the others have one.
    """
    target = named(path, ".csv")
    targets = (target, beside(target, ".json"))
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    columns = _columns(measured.cube)
    table.writerow((*_HEAD, *columns.values()))
    table.writerows(_row(spectrum, list(columns)) for spectrum in measured.spectra)
    guard = sparing_scene(guard, measured.cube)
    with whole_files(*targets, ours=_ours, guard=guard) as (draft, side_car):
        draft.write_text(text.getvalue(), encoding="utf-8")
        side_car.write_bytes(provenance(measured, "CSV spectra"))
    return list(targets)


def _ours(path: Path) -> bool:
    """Other tools write the same columns, so the JSON beside the table must be there, too."""
    side_car = path if path.suffix == ".json" else beside(path, ".json")
    return _SIDE_CAR(side_car) and (path == side_car or _TABLE(path))


def _columns(cube: Cube) -> dict[int, str]:
    """Which bands have a column, and what stands above it."""
    if cube.wavelengths_nm is None:
        return {band: f"band {band + 1}" for band in range(cube.bands)}
    return {band: f"{nm:.8g}" for band, nm in enumerate(cube.wavelengths_nm) if nm > 0}


def _row(spectrum: MeasuredSpectrum, bands: list[int]) -> list[str]:
    values = [f"{value:.9g}" if np.isfinite(value) else "" for value in spectrum.values[bands]]
    return [
        str(cell(plain(spectrum.name))),
        spectrum.colour,
        str(spectrum.sample),
        str(spectrum.line),
        *values,
    ]
