"""Spectra as CSV for a spreadsheet: one row a band in file order, one column a spectrum."""

import csv
import io
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hsi_uq_app.gui.spectra.values import SpectralAxis

Column = tuple[str, npt.NDArray[np.float32]]


def spectra_csv(axis: SpectralAxis, columns: Sequence[Column]) -> str:
    """Columns: band from 1, wavelength in nm if known, good (1 or 0), each spectrum; empty = no data."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    wavelength = [] if axis.wavelengths_nm is None else ["wavelength_nm"]
    writer.writerow(["band", *wavelength, "good", *(name for name, _ in columns)])
    for band in range(axis.bands):
        writer.writerow(_row(axis, columns, band))
    return text.getvalue()


def _row(axis: SpectralAxis, columns: Sequence[Column], band: int) -> list[str]:
    wavelength = [] if axis.wavelengths_nm is None else [_number(axis.wavelengths_nm[band])]
    good = "1" if axis.good_bands is None or axis.good_bands[band] else "0"
    return [str(band + 1), *wavelength, good, *(_number(values[band]) for _, values in columns)]


def _number(value: np.floating) -> str:
    return f"{value:.7g}" if np.isfinite(value) else ""
