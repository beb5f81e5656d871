"""One spectrum in the plot: a line that breaks at gaps, and points where no line reaches."""

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem

from hsi_uq_app.gui.spectra.horizontal import Horizontal, runs

Floats = npt.NDArray[np.float64]


class Trace:
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
        self._line = pyqtgraph.PlotCurveItem(pen=pen, connect="finite")
        self._points = pyqtgraph.ScatterPlotItem(size=5, pen=None, brush=pyqtgraph.mkBrush(colour))
        for item in (self._line, self._points):
            item.setZValue(height_in_stack)
            plot.addItem(item, ignoreBounds=True)
        self.range: tuple[float, float] | None = None

    def show(self, horizontal: Horizontal, y: Floats, marked: npt.NDArray[np.intp]) -> None:
        """Heights (k,) from left to right, NaN = gap."""
        self._line.setData(horizontal.x, y, connect="finite")
        points = marked[np.isfinite(y[marked])]
        self._points.setData(horizontal.x[points], y[points])
        self.range = finite_range(y)

    def set_visible(self, visible: bool) -> None:
        self._line.setVisible(visible)
        self._points.setVisible(visible)

    def clear(self) -> None:
        self._line.clear()
        self._points.clear()
        self.range = None

    def remove(self) -> None:
        self._plot.removeItem(self._line)
        self._plot.removeItem(self._points)


class Ribbon(QGraphicsPathItem):
    """The area between two curves, broken at gaps."""

    def __init__(self, colour: QColor) -> None:
        super().__init__()
        self.setBrush(colour)
        self.setPen(QPen(colour, 0))
        self.setZValue(-5)

    def show_area(self, x: Floats, lower: Floats, upper: Floats) -> None:
        path = QPainterPath()
        for first, last in runs(np.isfinite(lower) & np.isfinite(upper)):
            there, back = slice(first, last), slice(last - 1, first - 1 if first else None, -1)
            outline = pyqtgraph.arrayToQPath(
                np.concatenate((x[there], x[back])), np.concatenate((lower[there], upper[back]))
            )
            path.addPath(outline)
        self.setPath(path)


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
