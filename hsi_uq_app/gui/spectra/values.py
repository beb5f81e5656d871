"""What the spectrum panel is shown, and its spectra as a table."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Quantity = Literal["reflectance", "radiance", "unknown"]


@dataclass(frozen=True, eq=False)
class SpectralAxis:
    """The bands of a cube, in file order.

    Attributes:
        bands: how many there are.
        wavelengths_nm: (bands,) in any order, or None: then the axis shows band numbers, from 1.
        good_bands: (bands,) bool, or None for all good.
        quantity: what the values are; it names the vertical axis.
    """

    bands: int
    wavelengths_nm: npt.NDArray[np.float64] | None = None
    good_bands: npt.NDArray[np.bool_] | None = None
    quantity: Quantity = "unknown"


@dataclass(frozen=True, eq=False)
class PinnedSpectrum:
    """A spectrum that stays, in its marker's colour; `values` (bands,) in physical units, NaN = no data.

    `name` heads its column where it is copied, `short` stands on its chip; the name does where it is empty.
    """

    key: int
    name: str
    colour: str
    values: npt.NDArray[np.float32]
    visible: bool = True
    short: str = ""


@dataclass(frozen=True, eq=False)
class SpectrumGroup:
    """Many pixels as one band of values: the pixels of clicked bins, or of a region. Arrays are (bands,)."""

    name: str
    pixels: int
    mean: npt.NDArray[np.float32]
    lower: npt.NDArray[np.float32]
    upper: npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class PixelDraws:
    """One pixel's S draws under the current alpha and delta.

    Attributes:
        logits: (S,) float32, in any order; one for each draw.
        alpha: in hundredths, 1..50. delta: 0 < delta < 0.5.
        name: how the pixel is called, for example "line 12, sample 40".
    """

    name: str
    logits: npt.NDArray[np.float32]
    alpha: int
    delta: float


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
