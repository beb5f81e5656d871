"""Traces of the chains at a few probe pixels: chains that agree cannot be told apart by eye."""

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import Qt

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.colours import pin_colour


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
