"""The reliability diagram as numbers: one value holds all that is drawn, hovered or clicked."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.binning import (
    Indices,
    bin_index,
    bin_sums,
    equal_mass_edges,
    equal_width_edges,
)
from hsi_uq_app.calibration.checks import Floats, checked_probability
from hsi_uq_app.calibration.ece import BINS
from hsi_uq_app.calibration.views import Kind, judged
from hsi_uq_app.calibration.wilson import wilson_interval

Spacing = Literal["width", "mass"]
HOLLOW_BELOW = 20  # a bin with fewer values is drawn hollow

EDGES: dict[Spacing, Callable[[Floats, int], Floats]] = {
    "width": lambda confidence, bins: equal_width_edges(bins, confidence.dtype),
    "mass": equal_mass_edges,
}


@dataclass(frozen=True, eq=False)
class ReliabilityCurve:
    """M bins of a confidence: edges (M + 1,), the rest (M,).

    `positives` counts what the confidence promised: targets (kind "positive") or right predictions
    ("top-label"). Where a bin is empty, `mean_probability`, `observed`, `lower` and `upper` are NaN.
    `ece` is over these bins, `noise_floor` what a perfectly calibrated model would score on them.
    """

    kind: Kind
    spacing: Spacing
    edges: Floats
    counts: npt.NDArray[np.int64]
    positives: npt.NDArray[np.int64]
    mean_probability: npt.NDArray[np.float64]
    observed: npt.NDArray[np.float64]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    ece: float
    noise_floor: float

    @property
    def n(self) -> int:
        return int(self.counts.sum())

    @property
    def n_positive(self) -> int:
        return int(self.positives.sum())

    @property
    def hollow(self) -> npt.NDArray[np.bool_]:
        """Bins (M,) that hold something, but too little to be judged by."""
        return (self.counts > 0) & (self.counts < HOLLOW_BELOW)


def reliability_curve(
    probability: npt.ArrayLike,
    labels: npt.ArrayLike,
    *,
    kind: Kind = "positive",
    spacing: Spacing = "width",
    bins: int = BINS,
) -> ReliabilityCurve:
    """Cut a confidence into bins (lo, hi] and compare each with what happened.

    Args:
        probability: (n,) of a target; (n, K) of classes for the top-label kind.
        labels: (n,), true = target; or the class 0..K-1.
        kind: which confidence, see `views`.
        spacing: "width" for equal steps of confidence, "mass" for equal counts (tied values stay together).
        bins: M.

    Raises:
        UserError: see `checks`.
    """
    confidence, hits = judged(probability, labels, kind)
    edges = EDGES[spacing](confidence, bins)
    sums = bin_sums(confidence, hits, bin_index(confidence, edges), bins)
    size = np.where(sums.counts > 0, sums.counts, np.nan)
    lower, upper = wilson_interval(sums.hits, sums.counts)
    return ReliabilityCurve(
        kind=kind,
        spacing=spacing,
        edges=edges,
        counts=sums.counts,
        positives=sums.hits,
        mean_probability=sums.confidence / size,
        observed=sums.hits / size,
        lower=lower,
        upper=upper,
        ece=sums.expected_error(),
        noise_floor=sums.noise_floor(),
    )


def bin_of(curve: ReliabilityCurve, probability: npt.ArrayLike) -> Indices:
    """The bin 0..M-1 of each probability of a target (n,), so that a clicked bin's pixels can be lit.

    The rule is the curve's own, and its precision too: hand over the values the curve was made from.
    """
    p = checked_probability(probability)
    confidence = np.maximum(p, 1 - p) if curve.kind == "top-label" else p
    return bin_index(confidence, curve.edges)
