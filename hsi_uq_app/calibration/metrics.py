"""Every figure that tells how far probabilities can be believed, of one region, in one value."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.binning import width_sums
from hsi_uq_app.calibration.checks import checked_pair
from hsi_uq_app.calibration.detection import (
    FALSE_ALARM_RATES,
    DetectionRate,
    area_under_curve,
    average_precision,
    detection_at,
    roc,
)
from hsi_uq_app.calibration.ece import BINS
from hsi_uq_app.calibration.proper_scores import (
    base_rate_brier,
    base_rate_nll,
    brier,
    negative_log_likelihood,
    negative_log_likelihood_of_logits,
    skill,
)
from hsi_uq_app.calibration.views import positive_class, top_label


@dataclass(frozen=True)
class Metrics:
    """Figures of n pixels; None where a figure is undefined (one class only, no targets).

    `ece_positive` and `ece_top_label` stand beside their noise floors. `mean_over_base_rate` is the
    calibration in the large: 1 is right, 300 promises three hundred times too many targets.
    `mean_at_targets` is the mean probability of the targets alone: where they are rare, an ECE near 0 hides
    that it is near 0 as well. NLL in nats.
    """

    n: int
    n_positive: int
    base_rate: float
    mean_over_base_rate: float | None
    mean_at_targets: float | None
    ece_positive: float
    ece_positive_floor: float
    ece_top_label: float
    ece_top_label_floor: float
    nll: float
    nll_skill: float | None
    brier: float
    brier_skill: float | None
    auc: float | None
    ap: float | None
    detection_rates: Mapping[float, DetectionRate | None]


def metrics_of(
    probability: npt.ArrayLike,
    labels: npt.ArrayLike,
    logits: npt.ArrayLike | None = None,
    bins: int = BINS,
    rates: tuple[float, ...] = FALSE_ALARM_RATES,
) -> Metrics:
    """All metrics of probabilities (n,) against labels (n,), true = target.

    Args:
        probability: of a target, 0..1; NaN is refused: leave out pixels that were not evaluated.
        labels: true = target.
        logits: the same probabilities as logits (n,), where known: the NLL then keeps its digits near
            0 and 1, and the ranking its order.
        bins: of the ECE.
        rates: false-alarm rates at which the probability of detection is wanted.
    """
    p, y = checked_pair(probability, labels)
    positive, top = width_sums(*positive_class(p, y), bins), width_sums(*top_label(p, y), bins)
    nll = negative_log_likelihood(p, y) if logits is None else negative_log_likelihood_of_logits(logits, y)
    curve = roc(p if logits is None else logits, y)
    return Metrics(
        n=y.size,
        n_positive=int(y.sum()),
        base_rate=float(y.mean()),
        mean_over_base_rate=mean_over_base_rate(p, y),
        mean_at_targets=mean_at_targets(p, y),
        ece_positive=positive.expected_error(),
        ece_positive_floor=positive.noise_floor(),
        ece_top_label=top.expected_error(),
        ece_top_label_floor=top.noise_floor(),
        nll=nll,
        nll_skill=skill(nll, base_rate_nll(y)),
        brier=brier(p, y),
        brier_skill=skill(brier(p, y), base_rate_brier(y)),
        auc=area_under_curve(curve),
        ap=average_precision(curve),
        detection_rates={rate: detection_at(curve, rate) for rate in rates},
    )


def mean_over_base_rate(probability: npt.ArrayLike, labels: npt.ArrayLike) -> float | None:
    """Calibration in the large: mean probability over the share of targets; None without targets."""
    p, y = checked_pair(probability, labels)
    return float(p.mean(dtype=np.float64) / y.mean()) if y.any() else None


def mean_at_targets(probability: npt.ArrayLike, labels: npt.ArrayLike) -> float | None:
    """The mean probability given to the targets themselves; None without targets."""
    p, y = checked_pair(probability, labels)
    return float(p[y].mean(dtype=np.float64)) if y.any() else None
