"""A spectrum as a line: its horizontal axis, and its pieces."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import Qt

from hsi_uq_app.gui.plot_parts import runs
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


class SpectrumTrace:
    """Lives in a plot from `__init__` to `remove`."""

    def __init__(
        self,
        plot: pyqtgraph.PlotItem,
        colour: str,
        width: float,
        height_in_stack: float,
        style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    ) -> None:
        self._plot = plot
        pen = pyqtgraph.mkPen(colour, width=width, style=style)
        self.line = pyqtgraph.PlotCurveItem(pen=pen, connect="finite")
        self._points = pyqtgraph.ScatterPlotItem(size=5, pen=None, brush=pyqtgraph.mkBrush(colour))
        for item in (self.line, self._points):
            item.setZValue(height_in_stack)
            plot.addItem(item, ignoreBounds=True)
        self.range: tuple[float, float] | None = None

    def show(self, horizontal: Horizontal, y: Floats, marked: npt.NDArray[np.intp]) -> None:
        """Heights (k,) from left to right, NaN = gap."""
        self.line.setData(horizontal.x, y, connect="finite")
        points = marked[np.isfinite(y[marked])]
        self._points.setData(horizontal.x[points], y[points])
        self.range = finite_range(y)

    def set_visible(self, visible: bool) -> None:
        self.line.setVisible(visible)
        self._points.setVisible(visible)

    def clear(self) -> None:
        self.line.clear()
        self._points.clear()
        self.range = None

    def remove(self) -> None:
        self._plot.removeItem(self.line)
        self._plot.removeItem(self._points)


def finite_range(y: Floats) -> tuple[float, float] | None:
    """Smallest and largest finite height; None when there is none."""
    finite = y[np.isfinite(y)]
    return (float(finite.min()), float(finite.max())) if finite.size else None


def view_range(ranges: list[tuple[float, float] | None]) -> tuple[float, float]:
    """A range that holds all, in round steps: it stands still while the cursor moves over alike pixels.

    It starts at zero when the values do not come near to being negative, as reflectance and counts do.
    """
    known = [given for given in ranges if given is not None]
    if not known:
        return 0.0, 1.0
    low, high = min(given[0] for given in known), max(given[1] for given in known)
    if high - low <= 1e-6 * abs(high):
        low, high = low - 0.1 * abs(low), high + 0.1 * abs(high)
    low = 0.0 if 0 <= low < 0.7 * high else low
    if high <= low:
        return 0.0, 1.0
    step = 10.0 ** np.floor(np.log10(high - low)) / 2
    return float(np.floor(low / step) * step), float(np.ceil((high + 0.02 * (high - low)) / step) * step)
