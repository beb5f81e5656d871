"""The plot of the spectrum panel: live, pinned, grouped and library spectra over one wavelength axis."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainterPath, QResizeEvent
from PySide6.QtWidgets import QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.colours import LIVE
from hsi_uq_app.gui.plot_parts import Ribbon, Spans
from hsi_uq_app.gui.spectra.trace import (
    Horizontal,
    SpectrumTrace,
    bad_spans,
    finite_range,
    marked,
    view_range,
)
from hsi_uq_app.gui.spectra.values import PinnedSpectrum, Quantity, SpectrumGroup

_BAD: Final = (QColor(150, 156, 164, 38), QColor(150, 156, 164, 190))
_GROUP: Final = QColor(240, 228, 66, 60)
_LABEL_FROM: Final = 9.0  # lines of text high
_STEPS: Final[dict[int, int]] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_LABELS: Final[dict[Quantity, str]] = {
    "reflectance": "Reflectance",
    "radiance": "Radiance",
    "unknown": "Digital number",
}


class SpectrumPlot(pyqtgraph.PlotWidget):
    """Keeps its ranges fitted until the user zooms; `fit` or a double click takes them back.

    Left and right walk along the bands while the plot has the keyboard.

    Signals:
        band_hovered(int): position (0..k-1, from left to right) under the mouse, -1 when it left.
    """

    band_hovered = Signal(int)
    _horizontal: Horizontal | None = None  # on the class, for pyqtgraph resizes the view while making it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marked: npt.NDArray[np.intp] = np.array([], np.intp)
        self.bad, self.ribbon = Spans(*_BAD, -10), Ribbon(_GROUP)
        self._cursor = pyqtgraph.InfiniteLine(angle=90, pen=pyqtgraph.mkPen(theme.FAINT, width=1))
        self._cursor.hide()
        plot = self.getPlotItem()
        for item in (self.bad, self.ribbon, self._cursor):
            plot.addItem(item, ignoreBounds=True)
        self.live = SpectrumTrace(plot, LIVE, 1, 20)
        self.mean = SpectrumTrace(plot, _GROUP.name(), 2, 5)
        self.pins: dict[int, SpectrumTrace] = {}
        self.library: list[SpectrumTrace] = []
        self._position = 0
        self._fitted = True
        self._prepare(plot)

    def _prepare(self, plot: pyqtgraph.PlotItem) -> None:
        plot.hideButtons()
        plot.setMenuEnabled(False)
        plot.showGrid(y=True, alpha=0.15)
        plot.layout.setContentsMargins(4, 4, 6, 8)  # the axis draws its label 5 pixels below itself
        for side in ("left", "bottom"):
            plot.getAxis(side).enableAutoSIPrefix(False)
            plot.getAxis(side).setStyle(maxTickLevel=1)
        view = plot.getViewBox()
        view.disableAutoRange()
        view.sigRangeChangedManually.connect(self._zoomed)
        self.scene().sigMouseMoved.connect(self._mouse_moved)

    def show_axis(self, horizontal: Horizontal | None, quantity: Quantity) -> None:
        """Lay out other bands. Whatever was drawn is gone: show it again."""
        self._horizontal = horizontal
        self.live.clear()
        self.show_group(None)
        self.show_pins(())
        self.show_library(())
        plot = self.getPlotItem()
        plot.setLabel("left", _LABELS[quantity])
        plot.setLabel("bottom", horizontal.label if horizontal else "")
        plot.showAxes((horizontal is not None, False, False, horizontal is not None))
        self._marked = marked(horizontal) if horizontal else np.array([], np.intp)
        self.bad.show_spans(bad_spans(horizontal) if horizontal else [])
        self.fit()

    def show_live(self, values: npt.NDArray[np.float32] | None) -> None:
        """The spectrum (bands,) under the cursor, or none."""
        if values is None or self._horizontal is None:
            self.live.clear()
        else:
            self.live.show(self._horizontal, self._horizontal.place(values), self._marked)
        self._follow()

    def show_pins(self, pins: Sequence[PinnedSpectrum]) -> None:
        """All pinned spectra, hidden ones too."""
        for trace in self.pins.values():
            trace.remove()
        self.pins = {pin.key: self._pin_trace(pin) for pin in pins if self._horizontal is not None}
        self._follow()

    def show_library(self, spectra: Sequence[PinnedSpectrum]) -> None:
        """Library spectra at the scene's bands, dashed."""
        for trace in self.library:
            trace.remove()
        self.library = [self._dashed(one) for one in spectra] if self._horizontal is not None else []
        self._follow()

    def show_group(self, group: SpectrumGroup | None) -> None:
        """Mean and range of many spectra, or none."""
        horizontal = self._horizontal
        if group is None or horizontal is None:
            self.mean.clear()
            self.ribbon.setPath(QPainterPath())
        else:
            lower, upper = horizontal.place(group.lower), horizontal.place(group.upper)
            self.mean.show(horizontal, horizontal.place(group.mean), self._marked)
            self.mean.range = finite_range(np.concatenate((lower, upper)))
            self.ribbon.show_area(horizontal.x, lower, upper)
        self._follow()

    def fit(self) -> None:
        """All bands, and the heights of what is shown."""
        self._fitted = True
        if self._horizontal is not None:
            self.getPlotItem().getViewBox().setXRange(*self._horizontal.limits, padding=0.02)
        self._follow()

    def _pin_trace(self, pin: PinnedSpectrum) -> SpectrumTrace:
        assert self._horizontal is not None
        trace = SpectrumTrace(self.getPlotItem(), pin.colour, 1.6, 10)
        trace.show(self._horizontal, self._horizontal.place(pin.values), self._marked)
        trace.set_visible(pin.visible)
        trace.range = trace.range if pin.visible else None
        return trace

    def _dashed(self, spectrum: PinnedSpectrum) -> SpectrumTrace:
        assert self._horizontal is not None
        trace = SpectrumTrace(self.getPlotItem(), spectrum.colour, 1.6, 8, Qt.PenStyle.DashLine)
        trace.show(self._horizontal, self._horizontal.place(spectrum.values), self._marked)
        return trace

    def _follow(self) -> None:
        if self._fitted:
            drawn = (self.live, self.mean, *self.pins.values(), *self.library)
            ranges = [trace.range for trace in drawn]
            self.getPlotItem().getViewBox().setYRange(*view_range(ranges), padding=0)

    def _zoomed(self) -> None:
        self._fitted = False

    def _mouse_moved(self, where: QPointF) -> None:
        if self._horizontal is not None:
            place = self.getPlotItem().getViewBox().mapSceneToView(where)
            self._move_cursor(self._horizontal.nearest(place.x()))

    def _move_cursor(self, position: int) -> None:
        """Put the line at the band with this place from the left."""
        assert self._horizontal is not None
        self._position = min(max(position, 0), self._horizontal.x.size - 1)
        self._cursor.setPos(float(self._horizontal.x[self._position]))
        self._cursor.show()
        self.band_hovered.emit(self._position)

    def event(self, event: QEvent) -> bool:
        """Left and right belong to the plot while it has the keyboard, whatever they mean elsewhere."""
        step = _STEPS.get(event.key()) if isinstance(event, QKeyEvent) else None
        if step is not None and self._horizontal is not None:
            if event.type() == QEvent.Type.KeyPress:
                self._move_cursor(self._position + step)
            event.accept()
            return True
        return bool(super().event(event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A low plot needs its height for the spectra: the label goes, the read-out still names the unit."""
        super().resizeEvent(event)
        if self._horizontal is not None:
            self.getPlotItem().getAxis("bottom").showLabel(self.height() > theme.em(self, _LABEL_FROM))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.fit()
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._cursor.hide()
        self.band_hovered.emit(-1)
        super().leaveEvent(event)
