"""Where the bands of a cube lie on the horizontal axis: sorted, in the unit asked for, bad bands as gaps."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from hsi_uq_app.gui.spectra.values import SpectralAxis

Unit = Literal["nm", "µm"]
_SCALES: Final[dict[Unit, float]] = {"nm": 1.0, "µm": 1e-3}
_FEW_BANDS = 24

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Horizontal:
    """k bands from left to right. Overlapping detectors leave a file unsorted; values keep their places.

    Attributes:
        order: (k,) indices of the bands in the file.
        x: (k,) ascending wavelengths, or band numbers from 1.
        good: (k,) bool.
        label: of the axis. decimals: enough to tell neighbours apart.
    """

    order: npt.NDArray[np.intp]
    x: Floats
    good: npt.NDArray[np.bool_]
    label: str
    decimals: int

    def place(self, values: npt.NDArray[np.floating]) -> Floats:
        """Values in file order (bands,) as heights from left to right (k,), NaN at bad bands."""
        y = np.asarray(values, dtype=np.float64)[self.order]
        y[~self.good] = np.nan
        return y

    @property
    def limits(self) -> tuple[float, float]:
        """First and last place; one band gets room on both sides."""
        first, last = float(self.x[0]), float(self.x[-1])
        return (first, last) if last > first else (first - 1, last + 1)

    def nearest(self, x: float) -> int:
        """Position 0..k-1 of the band nearest to a place."""
        return int(np.abs(self.x - x).argmin())


def horizontal_of(axis: SpectralAxis, unit: Unit) -> Horizontal:
    """Lay out the bands; bands without a finite wavelength have no place and are left out."""
    good = np.ones(axis.bands, bool) if axis.good_bands is None else axis.good_bands
    if axis.wavelengths_nm is None:
        return Horizontal(np.arange(axis.bands), np.arange(1.0, axis.bands + 1), good, "Band", 0)
    order = np.argsort(axis.wavelengths_nm, kind="stable")
    order = order[np.isfinite(axis.wavelengths_nm[order])]
    x = axis.wavelengths_nm[order] * _SCALES[unit]
    return Horizontal(order, x, good[order], f"Wavelength ({unit})", 1 if unit == "nm" else 4)


def bad_spans(horizontal: Horizontal) -> list[tuple[float, float]]:
    """Stretches of the axis held by bad bands, each reaching half way to its good neighbours."""
    x = horizontal.x
    half_way = np.concatenate((x[:1], (x[1:] + x[:-1]) / 2, x[-1:]))
    return [(float(half_way[first]), float(half_way[last])) for first, last in runs(~horizontal.good)]


def marked(horizontal: Horizontal) -> npt.NDArray[np.intp]:
    """Positions to be drawn as points: all where bands are few, else good bands that no line reaches."""
    if horizontal.x.size <= _FEW_BANDS:
        return np.flatnonzero(horizontal.good)
    lonely = [first for first, last in runs(horizontal.good) if last - first == 1]
    return np.array(lonely, dtype=np.intp)


def runs(mask: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Half-open stretches (first, last) where a mask holds."""
    steps = np.diff(np.concatenate(([False], mask, [False])).astype(np.int8))
    return list(zip(np.flatnonzero(steps == 1).tolist(), np.flatnonzero(steps == -1).tolist(), strict=True))
