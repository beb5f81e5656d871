"""How many pixels each bin holds, on a logarithmic scale: a diagram without it hides where the pixels are."""

from typing import Final

import numpy as np
import pyqtgraph
from PySide6.QtGui import QColor

from hsi_uq_app.calibration.reliability import ReliabilityCurve
from hsi_uq_app.gui.probability_scale import ProbabilityScale
from hsi_uq_app.gui.reliability.bin_box import BinBox
from hsi_uq_app.gui.reliability.bin_picking import bin_spans
from hsi_uq_app.gui.reliability.diagram import NOW, SELECTED
from hsi_uq_app.gui.reliability.fixed_axis import FixedAxis, Tick
from hsi_uq_app.gui.spans import Spans

_FLOOR: Final = float(np.log10(0.6))  # below one pixel, so that a bin with one pixel has a bar
_UNITS: Final = ((9, "G"), (6, "M"), (3, "k"), (0, ""))


class Histogram(pyqtgraph.PlotWidget):
    """Bars from edge to edge; an empty bin has none. The mouse is reported by `box`."""

    def __init__(self) -> None:
        self.box = BinBox()
        self._axes = {side: FixedAxis(side) for side in ("left", "bottom")}
        super().__init__(viewBox=self.box, axisItems=self._axes)
        self.setAccessibleName("Pixels in each bin")
        plot = self.getPlotItem()
        plot.hideButtons()
        plot.layout.setContentsMargins(4, 2, 14, 8)
        plot.setLabel("left", "Pixels")
        self.hovered = Spans(QColor(255, 255, 255, 28), QColor(0, 0, 0, 0), -9)
        self._bars = pyqtgraph.BarGraphItem(x0=[], x1=[], y0=[], y1=[])
        for item in (self.hovered, self._bars):
            plot.addItem(item, ignoreBounds=True)

    def show_scale(self, scale: ProbabilityScale, kind: str) -> None:
        self._axes["bottom"].show_ticks(scale.ticks())
        self.box.setXRange(*scale.limits, padding=0)
        self.getPlotItem().setLabel("bottom", "Mean probability π" if kind == "positive" else "Confidence")

    def show_curve(
        self, scale: ProbabilityScale, curve: ReliabilityCurve | None, selected: tuple[int, ...]
    ) -> None:
        filled = np.flatnonzero(curve.counts) if curve is not None else np.array([], np.intp)
        if curve is None or filled.size == 0:
            self._bars.setOpts(x0=[], x1=[], y0=[], y1=[])
            return
        spans, heights = bin_spans(curve, scale)[filled], np.log10(curve.counts[filled])
        colours = [SELECTED if bin_ in selected else NOW for bin_ in filled.tolist()]
        self._bars.setOpts(
            x0=spans[:, 0],
            x1=spans[:, 1],
            y0=np.full(filled.size, _FLOOR),
            y1=heights,
            brushes=[pyqtgraph.mkBrush(QColor(colour).darker(140)) for colour in colours],
            pens=[pyqtgraph.mkPen(colour, width=1) for colour in colours],
        )
        top = float(heights.max()) + 0.25
        self.box.setYRange(_FLOOR, top, padding=0)
        self._axes["left"].show_ticks(_decades(top))


def _decades(top: float) -> list[Tick]:
    """1, 10, ... 1M: every decade, every second or third where there are many."""
    step = max(1, int(np.ceil(top / 4)))
    return [(float(power), _power_text(power)) for power in range(0, int(top) + 1, step)]


def _power_text(power: int) -> str:
    """10^power as 1, 10, 100, 1k, ..."""
    exponent, unit = next(pair for pair in _UNITS if power >= pair[0])
    return f"{10 ** (power - exponent)}{unit}"
