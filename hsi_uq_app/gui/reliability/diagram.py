"""The reliability diagram and its histogram, as plots."""

from typing import TYPE_CHECKING, Final

import numpy as np
import pyqtgraph
from PySide6.QtGui import QColor, QPainterPath

from hsi_uq_app.calibration.reliability import ReliabilityCurve
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.plot_parts import ProbabilityScale, Ribbon, Spans
from hsi_uq_app.gui.reliability.axes import BinBox, FixedAxis, Tick, bin_spans

if TYPE_CHECKING:
    from hsi_uq_app.calibration.isotonic_curve import IsotonicCurve

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
        self.bars = pyqtgraph.BarGraphItem(x0=[], x1=[], y0=[], y1=[])
        for item in (self.hovered, self.bars):
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
            self.bars.setOpts(x0=[], x1=[], y0=[], y1=[])
            return
        spans, heights = bin_spans(curve, scale)[filled], np.log10(curve.counts[filled])
        colours = [SELECTED if bin_ in selected else NOW for bin_ in filled.tolist()]
        self.bars.setOpts(
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


NOW: Final = theme.ACCENT
BEFORE: Final = "#e69f00"
ISOTONIC: Final = "#2fbf95"
SELECTED: Final = "#f0e442"
POINTED: Final = "#cc79a7"
_BAND: Final = QColor(47, 191, 149, 45)


class CurveMarks:
    """One curve as points with Wilson bars.

    A hollow point has too few pixels to be judged by; an arrowhead stands for 0 or 1 on a logit axis.
    """

    def __init__(self, plot: pyqtgraph.PlotItem, colour: str, symbol: str, height_in_stack: float) -> None:
        self._colour, self._symbol = colour, symbol
        self._line = pyqtgraph.PlotCurveItem(pen=pyqtgraph.mkPen(QColor(colour).darker(160), width=1))
        self.bars = pyqtgraph.PlotCurveItem(pen=pyqtgraph.mkPen(colour, width=1.5), connect="pairs")
        self.points = pyqtgraph.ScatterPlotItem(size=9)
        for item in (self._line, self.bars, self.points):
            item.setZValue(height_in_stack)
            plot.addItem(item, ignoreBounds=True)

    def show(
        self, curve: ReliabilityCurve | None, scale: ProbabilityScale, selected: tuple[int, ...]
    ) -> None:
        if curve is None:
            for item in (self._line, self.bars, self.points):
                item.clear()
            return
        filled = np.flatnonzero(curve.counts)
        x, y = scale.place(curve.mean_probability[filled]), scale.place(curve.observed[filled])
        ends = np.stack((scale.place(curve.lower[filled]), scale.place(curve.upper[filled])), axis=1)
        self._line.setData(x, y)
        self.bars.setData(np.repeat(x, 2), ends.ravel(), connect="pairs")
        styles = [self._style(curve, scale, bin_, bin_ in selected) for bin_ in filled.tolist()]
        self.points.setData(
            x,
            y,
            symbol=[symbol for symbol, _, _ in styles],
            brush=[pyqtgraph.mkBrush(brush) for _, brush, _ in styles],
            pen=[pyqtgraph.mkPen(pen, width=1.8) for _, _, pen in styles],
        )

    def _style(
        self, curve: ReliabilityCurve, scale: ProbabilityScale, bin_: int, selected: bool
    ) -> tuple[str, str, str]:
        """Symbol, fill and outline of one point."""
        colour = SELECTED if selected else self._colour
        fill = theme.PANEL if curve.hollow[bin_] else colour
        if scale.beyond(curve.observed[bin_]):
            return ("t" if curve.observed[bin_] <= 0 else "t1"), fill, colour
        return self._symbol, fill, colour


class Diagram(pyqtgraph.PlotWidget):
    """Passive: everything shown comes by `show_…`; the mouse is reported by `box`."""

    def __init__(self) -> None:
        self.box = BinBox()
        self._axes = {side: FixedAxis(side) for side in ("left", "bottom")}
        super().__init__(viewBox=self.box, axisItems=self._axes)
        self.setAccessibleName("Reliability curve")
        plot = self.getPlotItem()
        plot.hideButtons()
        plot.layout.setContentsMargins(4, 6, 14, 2)
        plot.getAxis("bottom").setStyle(showValues=False)
        self.hovered, self.selected = Spans(QColor(255, 255, 255, 28), QColor(0, 0, 0, 0), -9), _selection(-8)
        self.pointed = Spans(QColor(204, 121, 167, 40), QColor(POINTED), -8.5)
        self._diagonal = pyqtgraph.PlotCurveItem(pen=pyqtgraph.mkPen(theme.MUTED, width=1, dash=[5, 4]))
        self.isotonic = pyqtgraph.PlotCurveItem(pen=pyqtgraph.mkPen(ISOTONIC, width=2))
        self.ribbon = Ribbon(_BAND)
        for item in (self.hovered, self.pointed, self.selected, self.ribbon, self._diagonal, self.isotonic):
            plot.addItem(item, ignoreBounds=True)
        self.before = CurveMarks(plot, BEFORE, "d", 4)
        self.now = CurveMarks(plot, NOW, "o", 6)

    def show_scale(self, scale: ProbabilityScale, kind: str) -> None:
        """Ranges, ticks, diagonal and the name of the vertical axis."""
        for axis in self._axes.values():
            axis.show_ticks(scale.ticks())
        self.box.setRange(xRange=scale.limits, yRange=scale.limits, padding=0)
        self._diagonal.setData([scale.low, scale.high], [scale.low, scale.high])
        self.getPlotItem().setLabel("left", "Share of targets" if kind == "positive" else "Share right")

    def left_width(self) -> float:
        """Pixels its vertical axis needs for the widest tick and the name."""
        return self._axes["left"].text_width() + theme.em(self, 1.2) + 12

    def show_curves(
        self,
        scale: ProbabilityScale,
        curve: ReliabilityCurve | None,
        before: ReliabilityCurve | None,
        selected: tuple[int, ...],
    ) -> None:
        self.now.show(curve, scale, selected)
        self.before.show(before, scale, ())

    def show_isotonic(self, scale: ProbabilityScale, isotonic: "IsotonicCurve | None") -> None:
        if isotonic is None:
            self.isotonic.clear()
            self.ribbon.setPath(QPainterPath())
            return
        x = scale.place(isotonic.confidence)
        self.isotonic.setData(x, scale.place(isotonic.observed))
        if isotonic.lower is not None and isotonic.upper is not None:
            self.ribbon.show_area(x, scale.place(isotonic.lower), scale.place(isotonic.upper))


def _selection(height_in_stack: float) -> Spans:
    return Spans(QColor(240, 228, 66, 40), QColor(SELECTED), height_in_stack)
