"""The High-Confidence Set in one reused buffer: no allocation while a slider moves."""

from dataclasses import asdict, dataclass, replace

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.high_confidence_set import SetCounts, count, high_confidence_set
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.session.view import Thresholds

LARGEST_FULL = 4_000_000
"""Pixels above which the sliders work on every step-th line and sample."""

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class SetPicture:
    """Classes (lines / step, samples / step) uint8, and counts of the whole scene's pixels, exact at step 1.

    The array is the painter's buffer: the next call of `paint` for another set overwrites it.
    """

    classes: Bytes
    counts: SetCounts
    step: int


class PictureBuffers:
    """What pictures are painted into while a slider moves: the set and the width, each once."""

    def __init__(self) -> None:
        self._classes = np.empty((0, 0), np.uint8)
        self._width = np.empty((0, 0), np.uint8)
        self._painted: tuple[QuantileMap, Thresholds] | None = None
        self._picture: SetPicture | None = None

    def set_of(self, quantiles: QuantileMap, thresholds: Thresholds) -> SetPicture:
        """The set at (alpha, delta): two planes compared with a threshold, and counted. Kept."""
        painted = self._painted
        if (
            self._picture is None
            or painted is None
            or painted[0] is not quantiles
            or painted[1] != thresholds
        ):
            self._picture = self._paint(quantiles, thresholds)
            self._painted = (quantiles, thresholds)
        return self._picture

    def width_of(self, shape: tuple[int, ...]) -> Bytes:
        """The buffer of the width layer, in this shape."""
        if self._width.shape != shape:
            self._width = np.empty(shape, np.uint8)
        return self._width

    def _paint(self, quantiles: QuantileMap, thresholds: Thresholds) -> SetPicture:
        step = step_for(quantiles)
        lower, upper = quantiles.interval(thresholds.alpha, step)
        if self._classes.shape != lower.shape:
            self._classes = np.empty(lower.shape, np.uint8)
        high_confidence_set(lower, upper, thresholds.delta_value, out=self._classes)
        return SetPicture(self._classes, _scaled(count(self._classes), step * step), step)


def step_for(quantiles: QuantileMap) -> int:
    """Every how many lines and samples the sliders work: 1 up to four million pixels."""
    step = 1
    while (quantiles.lines // step) * (quantiles.samples // step) > LARGEST_FULL:
        step += 1
    return step


def _scaled(counts: SetCounts, times: int) -> SetCounts:
    """The counts of a thinned map as those of the whole."""
    return replace(counts, **{name: times * found for name, found in asdict(counts).items()})
