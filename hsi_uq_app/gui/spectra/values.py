"""What the spectrum panel is shown, and its spectra as a table."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from hsi_uq_app.confidence.high_confidence_set import (
    NOT_EVALUATED,
    high_confidence_set,
)
from hsi_uq_app.confidence.width import probability_of
from hsi_uq_app.posterior.levels import rank, to_int16

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


ALPHAS = np.arange(1, 51)
"""The stops of the alpha slider, in hundredths."""


@dataclass(frozen=True)
class PixelVerdict:
    """The numbers behind one pixel's class.

    Attributes:
        class_: UNDECIDED, TARGET, BACKGROUND or NOT_EVALUATED.
        mean: mean over the draws of sigma(z). lower, upper: LB and UB at alpha. All probabilities.
        target_margin: LB - (1 - delta), positive for a target.
        background_margin: delta - UB, positive for background.
        ranks: which of the sorted draws LB and UB are, from 1.
        flips_at: the nearest alpha (hundredths) with another class, None if none has; flips_to: that class.
    """

    class_: int
    mean: float
    lower: float
    upper: float
    target_margin: float
    background_margin: float
    ranks: tuple[int, int]
    flips_at: int | None
    flips_to: int | None

    @property
    def width(self) -> float:
        return self.upper - self.lower


def explain(draws: PixelDraws) -> PixelVerdict:
    """Sort the draws once, then ask the set's own definition at every alpha.

    The logits are rounded as the quantile map rounds them, so that this never contradicts the map.
    """
    levels = np.sort(to_int16(draws.logits))
    low = np.array([rank(5 * int(alpha), levels.size) for alpha in ALPHAS])
    high = np.array([rank(1000 - 5 * int(alpha), levels.size) for alpha in ALPHAS])
    lower, upper = levels[low - 1], levels[high - 1]
    now = draws.alpha - 1
    classes = high_confidence_set(lower, upper, draws.delta)
    bounds = probability_of(np.array([lower[now], upper[now]]))
    flips_at = _nearest_other(classes, now)
    return PixelVerdict(
        class_=int(classes[now]),
        mean=_mean_probability(draws.logits),
        lower=float(bounds[0]),
        upper=float(bounds[1]),
        target_margin=float(bounds[0]) - (1 - draws.delta),
        background_margin=draws.delta - float(bounds[1]),
        ranks=(int(low[now]), int(high[now])),
        flips_at=None if flips_at is None else int(ALPHAS[flips_at]),
        flips_to=None if flips_at is None else int(classes[flips_at]),
    )


def _nearest_other(classes: np.ndarray, now: int) -> int | None:
    """Position of the nearest alpha with another class; of two as near, the stricter (smaller) alpha."""
    if classes[now] == NOT_EVALUATED:
        return None
    others = np.flatnonzero(classes != classes[now])
    return int(others[np.abs(others - now).argmin()]) if others.size else None


def _mean_probability(logits: np.ndarray) -> float:
    """Mean over the draws of sigma(z)."""
    return float(expit(logits.astype(np.float64)).mean())
