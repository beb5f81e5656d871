"""What the spectrum panel is shown: the axis of a cube, spectra, and one pixel's draws."""

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
