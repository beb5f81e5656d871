"""AdaECE: calibration error over bins of equal mass, split exactly."""

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.binning import bin_sums, equal_mass_sizes
from hsi_uq_app.calibration.checks import Bools, Floats
from hsi_uq_app.calibration.ece import BINS
from hsi_uq_app.calibration.views import Kind, judged


def adaptive_calibration_error(
    probability: npt.ArrayLike, labels: npt.ArrayLike, kind: Kind = "positive", bins: int = BINS
) -> float:
    """AdaECE (Nguyen and O'Connor 2015): ECE over bins that hold the same number of values.

    The n values are sorted and cut into M runs, the first n mod M of them one longer. Where a cut falls among
    tied values, each run takes its share of the tie's hits, so that the order of the pixels cannot matter.

    Args:
        probability: (n,) of a target, or (n, K) of classes for the top-label kind.
        labels: (n,), true = target; or the class 0..K-1.
        kind: which confidence, see `views`.
        bins: M; with fewer values than bins each value is its own bin.
    """
    confidence, hits = judged(probability, labels, kind)
    order = np.argsort(confidence)
    ranked = confidence[order]
    shares = _tie_means(ranked, hits[order])
    run = np.repeat(np.arange(bins), equal_mass_sizes(ranked.size, bins))
    gap = np.bincount(run, weights=shares - ranked, minlength=bins)
    return float(np.abs(gap).sum() / ranked.size)


def adaptive_calibration_error_paper_code(
    probability: npt.ArrayLike, labels: npt.ArrayLike, kind: Kind = "top-label", bins: int = BINS
) -> float:
    """AdaECE as the focal-calibration paper's public code computes it, for the golden numbers only.

    Its edges are the sorted values at the ranks k n/M, its bins (lo, hi]: the last value of a run opens the
    next, and the smallest value belongs to no bin.
    """
    confidence, hits = judged(probability, labels, kind)
    n = confidence.size
    edges = np.interp(np.linspace(0, n, bins + 1), np.arange(n), np.sort(confidence))
    kept = confidence > edges[0]
    index = np.searchsorted(edges[1:-1], confidence[kept], side="left")
    return bin_sums(confidence[kept], hits[kept], index, bins).expected_error(out_of=n)


def _tie_means(ranked: Floats, hits: Bools) -> npt.NDArray[np.float64]:
    """Each sorted value's share of hits among the values equal to it, (n,)."""
    starts = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
    sizes = np.diff(np.append(starts, ranked.size))
    return np.repeat(np.add.reduceat(hits.astype(np.float64), starts) / sizes, sizes)
