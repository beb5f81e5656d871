"""Why a pixel is in the High-Confidence Set or not, from its draws; the set is defined in `confidence`."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from hsi_uq_app.confidence.high_confidence_set import NOT_EVALUATED, high_confidence_set
from hsi_uq_app.confidence.width import probability_of
from hsi_uq_app.gui.spectra.values import PixelDraws
from hsi_uq_app.posterior.levels import rank, to_int16

ALPHAS = np.arange(1, 51)
"""The stops of the alpha slider, in hundredths."""


@dataclass(frozen=True)
class PixelVerdict:
    """The numbers behind one pixel's class.

    Attributes:
        class_: UNDECIDED, TARGET, BACKGROUND or NOT_EVALUATED.
        mean: mean over the draws of sigma(z). lower, upper: LB and UB at alpha. All probabilities.
        target_margin: LB - (1 - delta), positive for a target.
        background_margin: delta - UB, positive for background.
        ranks: which of the sorted draws LB and UB are, from 1.
        flips_at: the nearest alpha (hundredths) with another class, None if none has; flips_to: that class.
    """

    class_: int
    mean: float
    lower: float
    upper: float
    target_margin: float
    background_margin: float
    ranks: tuple[int, int]
    flips_at: int | None
    flips_to: int | None

    @property
    def width(self) -> float:
        return self.upper - self.lower


def explain(draws: PixelDraws) -> PixelVerdict:
    """Sort the draws once, then ask the set's own definition at every alpha.

    The logits are rounded as the quantile map rounds them, so that this never contradicts the map.
    """
    levels = np.sort(to_int16(draws.logits))
    low = np.array([rank(5 * int(alpha), levels.size) for alpha in ALPHAS])
    high = np.array([rank(1000 - 5 * int(alpha), levels.size) for alpha in ALPHAS])
    lower, upper = levels[low - 1], levels[high - 1]
    now = draws.alpha - 1
    classes = high_confidence_set(lower, upper, draws.delta)
    bounds = probability_of(np.array([lower[now], upper[now]]))
    flips_at = _nearest_other(classes, now)
    return PixelVerdict(
        class_=int(classes[now]),
        mean=_mean_probability(draws.logits),
        lower=float(bounds[0]),
        upper=float(bounds[1]),
        target_margin=float(bounds[0]) - (1 - draws.delta),
        background_margin=draws.delta - float(bounds[1]),
        ranks=(int(low[now]), int(high[now])),
        flips_at=None if flips_at is None else int(ALPHAS[flips_at]),
        flips_to=None if flips_at is None else int(classes[flips_at]),
    )


def _nearest_other(classes: np.ndarray, now: int) -> int | None:
    """Position of the nearest alpha with another class; of two as near, the stricter (smaller) alpha."""
    if classes[now] == NOT_EVALUATED:
        return None
    others = np.flatnonzero(classes != classes[now])
    return int(others[np.abs(others - now).argmin()]) if others.size else None


def _mean_probability(logits: np.ndarray) -> float:
    """Mean over the draws of sigma(z)."""
    return float(expit(logits.astype(np.float64)).mean())
