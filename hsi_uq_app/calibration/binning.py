"""Bins of a confidence: (lo, hi], with 0 in the first; edges as they are written, not as floats drift."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.checks import Bools, Floats, checked_bins

Indices = npt.NDArray[np.intp]


def equal_width_edges(bins: int, dtype: npt.DTypeLike = np.float64) -> Floats:
    """The bins + 1 edges k/bins, rounded to the precision of the values they will cut.

    Single precision .2 is above double precision .2, and `linspace` gives 3 * .2 for .6: either would
    throw a value that lies on its edge into the next bin.
    """
    edges = np.arange(checked_bins(bins) + 1) / bins
    return edges.astype(dtype)


def equal_mass_edges(values: Floats, bins: int) -> Floats:
    """Edges so that each bin (lo, hi] holds the same number of values, as far as ties allow.

    Each inner edge is a value that occurs: the last of its bin. Tied values stay together, so a bin may be
    larger, or empty (two equal edges).
    """
    last = np.cumsum(equal_mass_sizes(values.size, bins))[:-1] - 1
    inner = np.sort(values)[np.maximum(last, 0)]
    return np.concatenate(([0], inner, [1])).astype(values.dtype)


def equal_mass_sizes(n: int, bins: int) -> npt.NDArray[np.int64]:
    """How many of n values each bin takes: the first n mod bins bins one more than the rest."""
    sizes = np.full(checked_bins(bins), n // bins, dtype=np.int64)
    sizes[: n % bins] += 1
    return sizes


def bin_index(values: Floats, edges: Floats) -> Indices:
    """The bin 0..M-1 of each value: bin m is (edges[m], edges[m + 1]]; the first holds 0 too."""
    return np.searchsorted(edges[1:-1], values, side="left")


@dataclass(frozen=True, eq=False)
class BinSums:
    """What a bin is judged by, each (M,): how many values, how many hits, sums of p and of p (1 - p)."""

    counts: npt.NDArray[np.int64]
    hits: npt.NDArray[np.int64]
    confidence: npt.NDArray[np.float64]
    variance: npt.NDArray[np.float64]

    def expected_error(self, out_of: int | None = None) -> float:
        """Sum over bins of n_m/N |hits_m/n_m - mean confidence_m|; an empty bin adds nothing.

        N is all that lies in the bins, or `out_of` where some values lie in none.
        """
        return float(np.abs(self.hits - self.confidence).sum() / (out_of or self.counts.sum()))

    def largest_error(self) -> float:
        """The largest gap of any bin that holds something."""
        filled = self.counts > 0
        gaps = np.abs(self.hits - self.confidence)[filled] / self.counts[filled]
        return float(gaps.max())

    def noise_floor(self) -> float:
        """Expected error of a perfectly calibrated model: sqrt(2/pi)/N sum over bins of sqrt(sum p(1-p))."""
        return float(np.sqrt(2 / np.pi) * np.sqrt(np.maximum(self.variance, 0)).sum() / self.counts.sum())


def bin_sums(confidence: Floats, hits: Bools, index: Indices, bins: int) -> BinSums:
    """Sums of a confidence (n,) and whether it was borne out (n,), over the bins named by index (n,)."""
    return BinSums(
        counts=np.bincount(index, minlength=bins),
        hits=np.bincount(index[hits], minlength=bins),
        confidence=_weighted(index, confidence, bins),
        variance=_weighted(index, confidence * (1 - confidence), bins),
    )


def _weighted(index: Indices, weights: Floats, bins: int) -> npt.NDArray[np.float64]:
    """Sums of weights by bin, in double precision whatever the weights are."""
    return np.bincount(index, weights=weights, minlength=bins).astype(np.float64, copy=False)


def width_sums(confidence: Floats, hits: Bools, bins: int) -> BinSums:
    """Sums over equal-width bins."""
    edges = equal_width_edges(bins, confidence.dtype)
    return bin_sums(confidence, hits, bin_index(confidence, edges), bins)
