"""The curves of a training: what they are, their plots, and one that grows while it goes on."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.tasks import TaskRunner
from hsi_uq_app.progress import Measured
from hsi_uq_app.session.spectra import pin_colour


@dataclass(frozen=True, eq=False)
class Curve:
    """A figure that training followed.

    Attributes:
        name: of the figure, along the vertical axis.
        along: what the horizontal axis counts.
        x, y: (n,).
        logarithmic: y is shown by its powers of ten.
        end: where the horizontal axis ends; None for where the curve ends.
    """

    name: str
    along: str
    x: npt.NDArray[np.float64]
    y: npt.NDArray[np.float64]
    logarithmic: bool = False
    end: float | None = None


def curve_from(name: str, along: str, x: object, y: object, end: float | None = None) -> Curve:
    """A curve; a loss that never leaves the positive numbers is shown by its powers of ten."""
    values = np.asarray(y, np.float64)
    falls = name == "loss" and values.size > 0 and bool((values > 0).all())
    return Curve(name, along, np.asarray(x, np.float64), values, logarithmic=falls, end=end)


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


class TracePlot(pyqtgraph.GraphicsLayoutWidget):
    """One narrow plot for each probe pixel, one line for each chain."""

    def __init__(self) -> None:
        super().__init__()
        self.setBackground(theme.PANEL)
        self.setAccessibleName("Traces of the chains")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.ci.layout.setContentsMargins(4, 4, 12, 4)
        self.ci.layout.setVerticalSpacing(2)

    def show_traces(self, traces: npt.NDArray[np.float64] | None) -> None:
        """Draw logits (pixels, chains, iterations); None hides the chart."""
        self.clear()
        self.setVisible(traces is not None)
        if traces is None:
            return
        pixels, chains, iterations = traces.shape
        for row in range(pixels):
            self._add(row, traces[row], is_last=row == pixels - 1)
        self.setFixedHeight(theme.em(self, 3.2 * pixels + 2.5))
        self.setAccessibleDescription(f"{pixels} pixels, {chains} chains, {iterations} iterations each")

    def _add(self, row: int, chains: npt.NDArray[np.float64], is_last: bool) -> None:
        plot = self.addPlot(row=row, col=0)
        plot.setMenuEnabled(False)
        plot.setMouseEnabled(False, False)
        plot.hideButtons()
        plot.setLabel("left", f"pixel {row + 1}")
        plot.getAxis("left").setWidth(theme.em(self, 3.2))
        plot.getAxis("left").setStyle(maxTextLevel=0)
        plot.getAxis("left").setTickDensity(0.5)
        if is_last:
            plot.setLabel("bottom", "iteration after the warm-up; logit by chain")
        else:
            plot.getAxis("bottom").setStyle(showValues=False)
        for number, chain in enumerate(chains):
            plot.plot(chain, pen=pyqtgraph.mkPen(pin_colour(number), width=1))


class LiveCurve(QObject):
    """Collects what one task states.

    Signals:
        grown(object): the Curve so far.
    """

    grown = Signal(object)

    def __init__(self, tasks: TaskRunner, task: str) -> None:
        super().__init__(tasks)
        self._task = task
        self._points: list[tuple[float, float]] = []
        tasks.started.connect(self._forget)
        tasks.measured.connect(self._add)

    def _forget(self, task: str) -> None:
        if task == self._task:
            self._points = []

    def _add(self, task: str, fraction: float, line: Measured) -> None:
        if task != self._task:
            return
        self._points.append((100 * fraction, line.value))
        x, y = zip(*self._points, strict=True)
        self.grown.emit(curve_from(line.name, "% of the training", x, y, end=100))
