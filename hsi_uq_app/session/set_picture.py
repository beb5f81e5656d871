"""The High-Confidence Set of the shown result in one reused buffer: no allocation while a slider moves."""

from dataclasses import asdict, dataclass, replace

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.high_confidence_set import SetCounts, count, high_confidence_set
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.session.thresholds import Thresholds

LARGEST_FULL = 4_000_000
"""Pixels above which the sliders work on every step-th line and sample."""

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class SetPicture:
    """Classes (lines / step, samples / step) uint8, and counts of the whole scene's pixels, exact at step 1.

    The array is the painter's buffer: the next call of `paint` overwrites it.
    """

    classes: Bytes
    counts: SetCounts
    step: int


class SetPainter:
    """Paints the set of a result at (alpha, delta) into its buffer."""

    def __init__(self) -> None:
        self._buffer = np.empty((0, 0), np.uint8)

    def paint(self, quantiles: QuantileMap, thresholds: Thresholds) -> SetPicture:
        """Two planes compared with a threshold, and counted."""
        step = step_for(quantiles)
        lower, upper = quantiles.interval(thresholds.alpha, step)
        if self._buffer.shape != lower.shape:
            self._buffer = np.empty(lower.shape, np.uint8)
        high_confidence_set(lower, upper, thresholds.delta_value, out=self._buffer)
        return SetPicture(self._buffer, _scaled(count(self._buffer), step * step), step)


def step_for(quantiles: QuantileMap) -> int:
    """Every how many lines and samples the sliders work: 1 up to four million pixels."""
    step = 1
    while (quantiles.lines // step) * (quantiles.samples // step) > LARGEST_FULL:
        step += 1
    return step


def _scaled(counts: SetCounts, times: int) -> SetCounts:
    """The counts of a thinned map as those of the whole."""
    return replace(counts, **{name: times * found for name, found in asdict(counts).items()})
