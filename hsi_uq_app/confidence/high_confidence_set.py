"""The High-Confidence Set: what may be believed without looking again.

Equation 1 of Ries et al. 2023, *Comparing the quality of neural network uncertainty estimates for
classification problems*, arXiv 2308.05903.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.levels import NO_DATA, STEP, rank

Levels = npt.NDArray[np.int16]
Classes = npt.NDArray[np.uint8]

UNDECIDED, TARGET, BACKGROUND, NOT_EVALUATED = range(4)

CLASS_NAMES: tuple[str, ...] = ("undecided", "target", "background", "not evaluated")
CLASS_COLOURS: tuple[tuple[int, int, int], ...] = ((240, 228, 66), (213, 94, 0), (0, 114, 178), (0, 0, 0))
"""RGB of each class, from the palette of Okabe and Ito, which the colour-blind can tell apart."""

# Pixels compared at a time: the comparisons' results then stay in the processor's cache.
_BLOCK = 1 << 15


def thresholds(delta: float) -> tuple[int, int]:
    """(floor(1024 logit(1 - delta)), ceil(1024 logit(delta))): LB exceeds the first, UB is below the second.

    Delta counts in thousandths, as the box beside the slider shows it; no logit of a thousandth other than
    one half falls on a step, so strict comparisons of rounded logits stay strict.
    """
    thousandths = min(max(round(delta * 1000), 1), 499)
    background_below = math.ceil(STEP * math.log(thousandths / (1000 - thousandths)))
    return -background_below, background_below


def high_confidence_set(lower: Levels, upper: Levels, delta: float, out: Classes | None = None) -> Classes:
    """Omega(alpha, delta) = {LB > 1 - delta} (target) and {UB < delta} (background), strict.

    Args:
        lower: LB as rounded logits, any shape, C-contiguous; NO_DATA where nothing was evaluated.
        upper: UB, the same shape.
        delta: 0 < delta < 0.5, taken to three decimals.
        out: uint8 array of the same shape to fill, so that a slider need not allocate.

    Returns:
        The class of each pixel: UNDECIDED, TARGET, BACKGROUND or NOT_EVALUATED.
    """
    classes = np.empty(lower.shape, np.uint8) if out is None else out
    limits = thresholds(delta)
    flat_lower, flat_upper, flat = lower.reshape(-1), upper.reshape(-1), classes.reshape(-1)
    scratch = np.empty((3, min(_BLOCK, flat.size)), bool)
    for first in range(0, flat.size, _BLOCK):
        block = slice(first, first + _BLOCK)
        _classify(flat_lower[block], flat_upper[block], limits, scratch, flat[block])
    return classes


def _classify(
    lower: Levels, upper: Levels, limits: tuple[int, int], scratch: npt.NDArray[np.bool_], out: Classes
) -> None:
    above, below = limits
    target, background, missing = scratch[:, : out.size]
    np.greater(lower, above, out=target)
    np.less(upper, below, out=background)
    np.equal(upper, NO_DATA, out=missing)
    # NO_DATA passes the background test (2); one more makes it NOT_EVALUATED (3), never background.
    np.multiply(background.view(np.uint8), BACKGROUND, out=out)
    out += target.view(np.uint8)
    out += missing.view(np.uint8)


@dataclass(frozen=True)
class SetCounts:
    """How many pixels each class holds; shares are of the evaluated pixels, NaN when there are none."""

    target: int
    background: int
    undecided: int
    not_evaluated: int

    @property
    def evaluated(self) -> int:
        return self.target + self.background + self.undecided

    def share(self, pixels: int) -> float:
        """Pixels as a share of those evaluated."""
        return pixels / self.evaluated if self.evaluated else math.nan

    @property
    def target_share(self) -> float:
        return self.share(self.target)

    @property
    def background_share(self) -> float:
        return self.share(self.background)

    @property
    def undecided_share(self) -> float:
        return self.share(self.undecided)


def count(classes: Classes) -> SetCounts:
    """Pixels by class, in about a millisecond for 1.5 million pixels."""
    flat = classes.reshape(-1)
    found = np.zeros(4, np.int64)
    same = np.empty(min(_BLOCK, flat.size), bool)
    for first in range(0, flat.size, _BLOCK):
        block = flat[first : first + _BLOCK]
        for value in (TARGET, BACKGROUND, NOT_EVALUATED):
            found[value] += np.count_nonzero(np.equal(block, value, out=same[: block.size]))
    target, background, missing = (int(found[v]) for v in (TARGET, BACKGROUND, NOT_EVALUATED))
    return SetCounts(target, background, flat.size - target - background - missing, missing)


def effective_draws(alpha: int, draws: int) -> int:
    """How many draws the interval at alpha (in hundredths) rests on: those at or beyond its thinner end.

    LB is the smallest draw but (result - 1). 1 means that the bound is simply the most extreme draw, and that
    a smaller alpha gives the same interval.
    """
    low, high = rank(5 * alpha, draws), rank(1000 - 5 * alpha, draws)
    return min(low, draws + 1 - high)
