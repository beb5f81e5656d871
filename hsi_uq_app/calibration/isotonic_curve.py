"""The isotonic reliability curve, and the band in which it would lie if the model were calibrated."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import isotonic_regression

from hsi_uq_app.calibration.checks import Bools, Floats
from hsi_uq_app.calibration.views import Kind, judged

_POINTS, _TAIL_POINTS = 1_000, 100


@dataclass(frozen=True, eq=False)
class IsotonicCurve:
    """Distinct confidences (t,), rising, and the share borne out (t,), never falling.

    Perhaps also where the curve would lie if the model were calibrated: `lower` and `upper` (t,).
    """

    confidence: npt.NDArray[np.float64]
    observed: npt.NDArray[np.float64]
    lower: npt.NDArray[np.float64] | None = None
    upper: npt.NDArray[np.float64] | None = None


def isotonic_curve(
    probability: npt.ArrayLike, labels: npt.ArrayLike, kind: Kind = "positive"
) -> IsotonicCurve:
    """Pool adjacent violators over a confidence (CORP: Dimitriadis, Gneiting and Jordan 2021).

    Tied confidences are pooled first, so the order of the pixels cannot matter.
    """
    return isotonic_fit(*judged(probability, labels, kind))


def isotonic_fit(confidence: Floats, hits: Bools) -> IsotonicCurve:
    values, group, counts = np.unique(confidence, return_inverse=True, return_counts=True)
    share = np.bincount(group, weights=hits, minlength=values.size) / counts
    return IsotonicCurve(values.astype(np.float64), isotonic_regression(share, weights=counts).x)


def isotonic_with_band(
    probability: npt.ArrayLike,
    labels: npt.ArrayLike,
    kind: Kind = "positive",
    *,
    level: float = 0.9,
    samples: int = 100,
    seed: int = 0,
) -> IsotonicCurve:
    """The corners of the curve and of its consistency band, few however many pixels there are.

    The band holds the central `level` of isotonic curves of labels drawn from the confidences themselves. A
    handful of rare targets lies beyond the last place that many pixels share: without its corners the curve
    would end before them, at 0.
    """
    confidence, hits = judged(probability, labels, kind)
    curve = corners(isotonic_fit(confidence, hits))
    means, ends = _band(np.sort(confidence.astype(np.float64)), level, samples, seed)
    places = np.union1d(means, curve.confidence)
    lower, upper = (np.interp(places, means, end) for end in ends)
    return IsotonicCurve(places, np.interp(places, curve.confidence, curve.observed), lower, upper)


def corners(curve: IsotonicCurve) -> IsotonicCurve:
    """The curve without what lies within its level pieces: of each the two ends are kept."""
    step = np.diff(curve.observed) != 0
    kept = np.append(True, step) | np.append(step, True)
    return IsotonicCurve(curve.confidence[kept], curve.observed[kept].clip(0, 1))


def _band(
    ranked: npt.NDArray[np.float64], level: float, samples: int, seed: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Confidences (t,), rising, and the band's lower and upper end there (2, t), of sorted confidences (n,).

    The confidences are gathered in some 1,000 groups first, of equal mass but ever smaller towards both ends,
    where a few rare targets lie: drawing is then binomial, and a scene of millions of pixels takes a second.
    """
    means, counts = _groups(ranked)
    rng = np.random.default_rng(seed)
    drawn = rng.binomial(counts, means.clip(0, 1), (samples, counts.size)) / counts
    curves = [isotonic_regression(share, weights=counts).x for share in drawn]
    return means, np.quantile(curves, [(1 - level) / 2, (1 + level) / 2], axis=0)


def _groups(ranked: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Means (t,) and sizes (t,) of runs of nearly equal count, of 1, 1, 2, 2, 3 ... at both ends."""
    n = ranked.size
    even = np.linspace(0, n, min(_POINTS, n), endpoint=False)
    tail = np.geomspace(1, n, _TAIL_POINTS)
    starts = np.unique(np.concatenate((even, tail, n - tail)).astype(int))
    starts = starts[(starts >= 0) & (starts < n)]
    counts = np.diff(np.append(starts, n))
    return np.add.reduceat(ranked, starts) / counts, counts
