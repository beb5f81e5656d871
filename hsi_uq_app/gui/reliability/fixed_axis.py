"""An axis with given ticks, thinned so that no two labels touch."""

import pyqtgraph
from PySide6.QtGui import QFontMetricsF, QGuiApplication

from hsi_uq_app.gui.probability_scale import thinned

Tick = tuple[float, str]


class FixedAxis(pyqtgraph.AxisItem):
    """Shows `show_ticks`, whatever the zoom."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self._given: list[Tick] = []
        self._upright = side in ("left", "right")
        self.enableAutoSIPrefix(False)
        self.setStyle(hideOverlappingLabels=False)

    def show_ticks(self, ticks: list[Tick]) -> None:
        """Ticks (place, text), from low to high."""
        self._given = ticks
        self.picture = None
        self.update()

    def text_width(self) -> float:
        """Pixels the widest tick needs."""
        metrics = QFontMetricsF(QGuiApplication.font())
        return max((metrics.horizontalAdvance(text) for _, text in self._given), default=0.0)

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        inside = [tick for tick in self._given if minVal <= tick[0] <= maxVal]
        unit = max(maxVal - minVal, 1e-12) / max(size, 1.0)
        shown = thinned(inside, [self._half(text) * unit for _, text in inside])
        return [(1.0, [place for place, _ in shown])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        texts = dict(self._given)
        return [texts.get(value, "") for value in values]

    def _half(self, text: str) -> float:
        """Half of what a label takes along the axis, in pixels."""
        metrics = QFontMetricsF(QGuiApplication.font())
        return 0.5 * metrics.height() if self._upright else 0.5 * metrics.horizontalAdvance(text) + 4
