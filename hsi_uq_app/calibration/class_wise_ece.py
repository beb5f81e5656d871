"""CECE: the positive-class error of each class in turn, averaged."""

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.binning import width_sums
from hsi_uq_app.calibration.checks import checked_classes
from hsi_uq_app.calibration.ece import BINS


def class_wise_calibration_error(
    probabilities: npt.ArrayLike, labels: npt.ArrayLike, bins: int = BINS
) -> float:
    """CECE (Kull et al. 2019): mean over K classes of the ECE of p_k against [y = k], zeros included.

    Args:
        probabilities: (n, K), rows sum to one.
        labels: (n,), the class 0..K-1.
        bins: of equal width, (lo, hi], 0 in the first.
    """
    p, y = checked_classes(probabilities, labels)
    errors = [width_sums(p[:, k], y == k, bins).expected_error() for k in range(p.shape[1])]
    return float(np.mean(errors))


def class_wise_calibration_error_paper_code(
    probabilities: npt.ArrayLike, labels: npt.ArrayLike, bins: int = BINS
) -> float:
    """CECE as the public code computes it, for the golden numbers only: p_k = 0 belongs to no bin."""
    p, y = checked_classes(probabilities, labels)
    errors = [_without_zeros(p[:, k], y == k, bins) for k in range(p.shape[1])]
    return float(np.mean(errors))


def _without_zeros(confidence: npt.NDArray[np.floating], hits: npt.NDArray[np.bool_], bins: int) -> float:
    kept = confidence > 0
    if not kept.any():
        return 0.0
    return width_sums(confidence[kept], hits[kept], bins).expected_error(out_of=confidence.size)
