"""The sliders of alpha and delta; that of delta is logarithmic below .1."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QLabel, QSlider, QWidget

from hsi_uq_app.session.hcs import LARGEST_ALPHA, LARGEST_DELTA
from hsi_uq_app.session.view import Thresholds

STOPS = 1000
_TURN = 500
_TURN_DELTA = 100


def delta_at(position: int) -> int:
    """Delta in thousandths at a slider position 0..STOPS."""
    if position <= _TURN:
        return round(_TURN_DELTA ** (position / _TURN))
    return round(_TURN_DELTA + (LARGEST_DELTA - _TURN_DELTA) * (position - _TURN) / (STOPS - _TURN))


def position_of(delta: int) -> int:
    """The slider position 0..STOPS nearest to a delta in thousandths."""
    if delta <= _TURN_DELTA:
        return round(_TURN * math.log(delta) / math.log(_TURN_DELTA))
    return round(_TURN + (STOPS - _TURN) * (delta - _TURN_DELTA) / (LARGEST_DELTA - _TURN_DELTA))


@dataclass(frozen=True)
class Scale:
    """How a threshold is shown: symbol, hint, the box's decimals, slider position <-> stored integer."""

    symbol: str
    hint: str
    decimals: int
    largest: int
    positions: tuple[int, int]
    value_at: Callable[[int], int]
    position_of: Callable[[int], int]

    @property
    def unit(self) -> int:
        return int(10**self.decimals)


ALPHA = Scale(
    "α",
    "Each pixel's credible interval has level 1 − α. Smaller α: wider intervals, fewer confident pixels.",
    decimals=2,
    largest=LARGEST_ALPHA,
    positions=(1, LARGEST_ALPHA),
    value_at=int,
    position_of=int,
)
DELTA = Scale(
    "δ",
    "Confident target: lower bound above 1 − δ. Confident background: upper bound below δ.",
    decimals=3,
    largest=LARGEST_DELTA,
    positions=(0, STOPS),
    value_at=delta_at,
    position_of=position_of,
)


class ThresholdRow:
    """Symbol, slider and box of one threshold; tells `changed` the stored integer when it is moved."""

    def __init__(self, scale: Scale, changed: Callable[[int], None], released: Callable[[], None]) -> None:
        self._scale, self._changed = scale, changed
        self.label, self.slider, self.box = (
            QLabel(scale.symbol),
            QSlider(Qt.Orientation.Horizontal),
            QDoubleSpinBox(),
        )
        self.slider.setRange(*scale.positions)
        self.box.setDecimals(scale.decimals)
        self.box.setRange(1 / scale.unit, scale.largest / scale.unit)
        self.box.setSingleStep(1 / scale.unit)
        self.label.setBuddy(self.box)
        for widget in (self.label, self.slider, self.box):
            widget.setToolTip(scale.hint)
        for widget in (self.slider, self.box):
            widget.setAccessibleName({"α": "alpha", "δ": "delta"}[scale.symbol])
        self.slider.valueChanged.connect(lambda position: changed(scale.value_at(position)))
        self.box.valueChanged.connect(lambda value: changed(round(value * scale.unit)))
        self.slider.sliderReleased.connect(released)
        self.box.editingFinished.connect(released)

    def show_value(self, value: int) -> None:
        """Put slider and box at a stored integer, without a word to anybody."""
        with QSignalBlocker(self.slider), QSignalBlocker(self.box):
            self.box.setValue(value / self._scale.unit)
            if self._scale.value_at(self.slider.value()) != value:
                self.slider.setValue(self._scale.position_of(value))


class ThresholdPanel(QWidget):
    """Alpha and delta.

    Signals:
        alpha_changed(int): in hundredths.   delta_changed(int): in thousandths.
        released(): a slider was let go, or a box was left.
    """

    alpha_changed = Signal(int)
    delta_changed = Signal(int)
    released = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.alpha = ThresholdRow(ALPHA, self.alpha_changed.emit, self.released.emit)
        self.delta = ThresholdRow(DELTA, self.delta_changed.emit, self.released.emit)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setColumnStretch(1, 1)
        for number, row in enumerate((self.alpha, self.delta)):
            for column, widget in enumerate((row.label, row.slider, row.box)):
                layout.addWidget(widget, number, column)

    def show_thresholds(self, thresholds: Thresholds) -> None:
        """Put both sliders and boxes in place."""
        self.alpha.show_value(thresholds.alpha)
        self.delta.show_value(thresholds.delta)
