"""Expected calibration error over equal-width bins (Naeini et al. 2015), and its noise floor."""

import numpy.typing as npt

from hsi_uq_app.calibration.binning import width_sums
from hsi_uq_app.calibration.views import Kind, judged

BINS = 15


def expected_calibration_error(
    probability: npt.ArrayLike, labels: npt.ArrayLike, kind: Kind = "positive", bins: int = BINS
) -> float:
    """ECE = sum over M bins of |B_m|/N |A_m - C_m| (Guo et al. 2017, *On Calibration of
    Modern Neural Networks*, arXiv 1706.04599, equation 3).

    A_m is the share borne out and C_m the mean confidence in bin m; the bins are (lo, hi], 0 in the first.

    Args:
        probability: (n,) of a target, or (n, K) of classes for the top-label kind.
        labels: (n,), true = target; or the class 0..K-1.
        kind: "positive" (p against the share of targets) or "top-label" (max(p, 1 - p) against being right).
        bins: M.
    """
    return width_sums(*judged(probability, labels, kind), bins).expected_error()


def maximum_calibration_error(
    probability: npt.ArrayLike, labels: npt.ArrayLike, kind: Kind = "positive", bins: int = BINS
) -> float:
    """MCE: the largest |A_m - C_m| of any bin that holds a value."""
    return width_sums(*judged(probability, labels, kind), bins).largest_error()


def noise_floor(
    probability: npt.ArrayLike, labels: npt.ArrayLike, kind: Kind = "positive", bins: int = BINS
) -> float:
    """The ECE a perfectly calibrated model with these confidences would score on this many labels.

    sqrt(2/pi)/N sum over bins of sqrt(sum over the bin of p (1 - p)): the mean absolute value of a centred
    normal. An ECE near or below it says nothing.
    """
    return width_sums(*judged(probability, labels, kind), bins).noise_floor()
