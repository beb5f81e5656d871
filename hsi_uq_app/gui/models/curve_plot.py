"""A curve of the training: the loss, the ELBO, or the acceptance."""

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.models.values import Curve


class CurvePlot(pyqtgraph.PlotWidget):
    """Shows one curve, always whole."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Training curve")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(theme.em(self, 11))
        plot = self.getPlotItem()
        plot.hideButtons()
        plot.setMenuEnabled(False)
        plot.setMouseEnabled(False, False)
        plot.showGrid(y=True, alpha=0.15)
        plot.getAxis("left").enableAutoSIPrefix(False)
        plot.layout.setContentsMargins(4, 6, 12, 4)
        self._line = plot.plot([], [], pen=pyqtgraph.mkPen(QColor(theme.ACCENT), width=2))

    def show_curve(self, curve: Curve | None) -> None:
        """Draw it; None clears the chart."""
        if curve is None:
            self._line.setData([], [])
            return
        plot = self.getPlotItem()
        plot.setLabel("left", curve.name)
        plot.setLabel("bottom", curve.along)
        plot.getAxis("left").setTicks([decade_ticks(curve.y)] if curve.logarithmic else None)
        self._line.setData(curve.x, np.log10(curve.y) if curve.logarithmic else curve.y)
        plot.enableAutoRange()
        if curve.end is not None:
            plot.setXRange(0, curve.end, padding=0)
        self.setAccessibleDescription(summary(curve))


def decade_ticks(values: npt.NDArray[np.float64]) -> list[tuple[float, str]]:
    """Places and labels of a logarithmic axis: powers of ten, with 2 and 5 between where there are few."""
    low, high = np.log10(values.min()), np.log10(values.max())
    steps = (1, 2, 5) if high - low < 2 else (1,)
    powers = range(int(np.floor(low)), int(np.ceil(high)) + 1)
    marks = [step * 10.0**power for power in powers for step in steps]
    return [(float(np.log10(mark)), f"{mark:g}") for mark in marks]


def summary(curve: Curve) -> str:
    """The curve for a screen reader."""
    if curve.y.size == 0:
        return f"{curve.name}: nothing yet"
    first, last = (f"{value:.4g}" for value in (curve.y[0], curve.y[-1]))
    return f"{curve.name} from {first} to {last} over {curve.y.size} points"
