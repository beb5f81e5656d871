"""How well scores rank targets above background. Undefined is None, never 0 or 1.

None of these figures changes under a monotone map of the scores, so none says anything about calibration.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.checks import checked_labels
from hsi_uq_app.calibration.wilson import wilson_interval
from hsi_uq_app.errors import UserError

FALSE_ALARM_RATES = (1e-3, 1e-4, 1e-5)


@dataclass(frozen=True, eq=False)
class Roc:
    """Alarms at each distinct threshold, falling: thresholds, hits and false alarms (counts), each (t,)."""

    thresholds: npt.NDArray[np.floating]
    hits: npt.NDArray[np.int64]
    false_alarms: npt.NDArray[np.int64]
    targets: int
    background: int


@dataclass(frozen=True)
class DetectionRate:
    """Probability of detection at a false-alarm rate, with its Wilson interval.

    `resolved` is false where the rate allows not even one false alarm: the figure then is the share of
    targets above every background pixel, and a larger scene may say otherwise.
    """

    rate: float
    detected: float
    lower: float
    upper: float
    threshold: float
    hits: int
    targets: int
    false_alarms: int
    background: int

    @property
    def resolved(self) -> bool:
        return self.rate * self.background >= 1


def roc(scores: npt.ArrayLike, labels: npt.ArrayLike) -> Roc | None:
    """The receiver operating characteristic of scores (n,), higher = more target; None with one class only.

    Tied scores raise their alarms together.
    """
    s, y = np.asarray(scores, dtype=np.float64), checked_labels(labels)
    if s.shape != y.shape or np.isnan(s).any():
        raise UserError("scores must be numbers, one a label", "leave out pixels that were not evaluated")
    targets = int(y.sum())
    if targets in (0, y.size):
        return None
    from sklearn.metrics import confusion_matrix_at_thresholds  # most of a second, at the first use

    largest = np.finfo(np.float64).max  # certainties are infinite, and rank as what they are
    _, false_alarms, _, hits, thresholds = confusion_matrix_at_thresholds(y, s.clip(-largest, largest))
    counts = hits.astype(np.int64), false_alarms.astype(np.int64)
    return Roc(thresholds, *counts, targets, y.size - targets)


def area_under_curve(curve: Roc | None) -> float | None:
    """AUC: the chance that a target outscores a background pixel, ties counted half."""
    if curve is None:
        return None
    from sklearn.metrics import auc

    hit = np.concatenate(([0], curve.hits)) / curve.targets
    false = np.concatenate(([0], curve.false_alarms)) / curve.background
    return float(auc(false, hit))


def average_precision(curve: Roc | None) -> float | None:
    """AP: sum over thresholds of the gain in recall times the precision, no interpolation."""
    if curve is None:
        return None
    precision = curve.hits / (curve.hits + curve.false_alarms)
    return float((np.diff(curve.hits, prepend=0) * precision).sum() / curve.targets)


def detection_at(curve: Roc | None, rate: float, level: float = 0.95) -> DetectionRate | None:
    """The largest share of targets found while the false-alarm rate stays at or below `rate`."""
    if curve is None:
        return None
    allowed = int(np.searchsorted(curve.false_alarms / curve.background, rate, side="right"))
    hits = int(curve.hits[allowed - 1]) if allowed else 0
    false_alarms = int(curve.false_alarms[allowed - 1]) if allowed else 0
    threshold = float(curve.thresholds[allowed - 1]) if allowed else float("inf")
    lower, upper = wilson_interval(hits, curve.targets, level)
    share = hits / curve.targets
    return DetectionRate(
        rate,
        share,
        float(lower),
        float(upper),
        threshold,
        hits,
        curve.targets,
        false_alarms,
        curve.background,
    )
