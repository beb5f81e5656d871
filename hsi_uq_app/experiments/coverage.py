"""Coverage and width of credible intervals, and what S draws can give.

Equations: Ries et al. 2023, *Comparing the quality of neural network uncertainty estimates for classification
problems*, arXiv 2308.05903.
"""

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.checks import checked_probability
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.levels import rank


def coverage(truth: npt.ArrayLike, lower: npt.ArrayLike, upper: npt.ArrayLike) -> float:
    """Share of points whose closed interval holds the true probability (Ries et al. 2023, equation 2).

    The true probability is known on simulated data alone; average over repeated data sets.

    Args:
        truth: true probabilities (n,), or logits if the ends are logits: the share is the same.
        lower: lower ends (n,).
        upper: upper ends (n,).
    """
    value, low, high = _intervals(truth, lower, upper)
    return float(((low <= value) & (value <= high)).mean())


def mean_width(lower: npt.ArrayLike, upper: npt.ArrayLike) -> float:
    """Mean of upper - lower, both probabilities (n,) (Ries et al. 2023, equation 3)."""
    low, high = checked_probability(lower), checked_probability(upper)
    return float((high.astype(np.float64) - low).mean())


def exact_coverage(alpha: int, draws: int) -> float:
    """Coverage of the interval at level 1 - alpha if truth and S draws are exchangeable: (k2 - k1)/(S + 1).

    Args:
        alpha: in hundredths, 1..50.
        draws: S.
    """
    k1, k2 = rank(5 * alpha, draws), rank(1000 - 5 * alpha, draws)
    return (k2 - k1) / (draws + 1)


def _intervals(
    truth: npt.ArrayLike, lower: npt.ArrayLike, upper: npt.ArrayLike
) -> tuple[npt.NDArray[np.float64], ...]:
    value, low, high = (np.asarray(a, dtype=np.float64) for a in (truth, lower, upper))
    if not value.shape == low.shape == high.shape or value.size == 0:
        raise UserError(
            f"{value.size} truths, {low.size} lower and {high.size} upper ends", "give one of each"
        )
    if (low > high).any():
        raise UserError("some intervals end before they begin", "hand over lower ends first")
    return value, low, high
