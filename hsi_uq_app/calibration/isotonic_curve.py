"""The isotonic reliability curve, and the band in which it would lie if the model were calibrated."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import isotonic_regression

from hsi_uq_app.calibration.checks import Bools, Floats
from hsi_uq_app.calibration.views import Kind, judged

_POINTS = 1_000


@dataclass(frozen=True, eq=False)
class IsotonicCurve:
    """Distinct confidences (t,), rising, and the share borne out (t,), never falling."""

    confidence: npt.NDArray[np.float64]
    observed: npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ConsistencyBand:
    """Where the isotonic curve of a calibrated model lies: confidence (t,), lower (t,), upper (t,)."""

    confidence: npt.NDArray[np.float64]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]


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


def consistency_band(
    probability: npt.ArrayLike,
    labels: npt.ArrayLike,
    kind: Kind = "positive",
    *,
    level: float = 0.9,
    samples: int = 100,
    seed: int = 0,
) -> ConsistencyBand:
    """The central `level` of isotonic curves of labels drawn from the confidences themselves.

    The confidences are gathered in at most 1,000 groups of equal mass first: drawing is then binomial, and a
    scene of millions of pixels takes a second.
    """
    confidence, _ = judged(probability, labels, kind)
    means, counts = _groups(np.sort(confidence.astype(np.float64)))
    rng = np.random.default_rng(seed)
    drawn = rng.binomial(counts, means.clip(0, 1), (samples, counts.size)) / counts
    curves = [isotonic_regression(share, weights=counts).x for share in drawn]
    lower, upper = np.quantile(curves, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return ConsistencyBand(means, lower, upper)


def _groups(ranked: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Means (t,) and sizes (t,) of runs of nearly equal count."""
    starts = np.unique(np.linspace(0, ranked.size, min(_POINTS, ranked.size), endpoint=False).astype(int))
    counts = np.diff(np.append(starts, ranked.size))
    return np.add.reduceat(ranked, starts) / counts, counts
