"""Which order statistics are kept of a pixel's draws, and how a logit becomes an int16.

Probabilities are integers in thousandths: `ceil(0.07 * 100)` is 8 in floats, and the slider has a stop there.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

LEVELS: tuple[int, ...] = (*range(5, 251, 5), 500, *range(750, 996, 5))
"""The 101 kept quantiles in thousandths: alpha = .01, .02, ... .50 at both ends, and the median."""

STEP = 1024
"""int16 steps a unit of logit."""

LARGEST = 32767
NO_DATA = -32768


def rank(thousandths: int, draws: int) -> int:
    """The rank (1-based) of the p-quantile of S draws: ceil(p S), at least 1; the rule `inverted_cdf`."""
    return max(1, -(-thousandths * draws // 1000))


def to_int16(logits: npt.NDArray[Any]) -> npt.NDArray[np.int16]:
    """round(1024 logit), clipped to +-32767; NaN becomes NO_DATA."""
    steps = np.clip(np.rint(logits * np.float32(STEP)), -LARGEST, LARGEST)
    return np.where(np.isnan(steps), NO_DATA, steps).astype(np.int16)
