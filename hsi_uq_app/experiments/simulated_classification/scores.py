"""What a method scores on one data set whose truth is known."""

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from hsi_uq_app.calibration.binning import bin_index, equal_width_edges
from hsi_uq_app.calibration.ece import BINS, expected_calibration_error, noise_floor
from hsi_uq_app.experiments.coverage import coverage, mean_width
from hsi_uq_app.posterior.replicates import Intervals

ALPHAS = (20, 10, 5)
"""In hundredths: intervals at 80, 90 and 95 %."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Scores:
    """Of one method on one data set; ECE is positive-class. `r_hat` is NaN where there are no chains."""

    coverage_80: float
    coverage_90: float
    coverage_95: float
    width_80: float
    ece_truth: float
    rmse: float
    ece_labels: float
    noise_floor: float
    r_hat: float


METRICS = tuple(field.name for field in fields(Scores))


def score(found: Intervals, number: int, logits: Floats, labels: npt.NDArray[np.bool_]) -> Scores:
    """Score the intervals of one replicate at its probes: true logits (t,), labels (t,)."""
    lower, upper = found.lower[number], found.upper[number]
    covered = [coverage(logits, lower[a], upper[a]) for a in range(len(ALPHAS))]
    mean, truth = found.mean[number], expit(logits)
    return Scores(
        coverage_80=covered[0],
        coverage_90=covered[1],
        coverage_95=covered[2],
        width_80=mean_width(expit(lower[0]), expit(upper[0])),
        ece_truth=ece_against_truth(mean, truth),
        rmse=float(np.sqrt(np.mean((mean - truth) ** 2))),
        ece_labels=expected_calibration_error(mean, labels),
        noise_floor=noise_floor(mean, labels),
        r_hat=float(found.r_hat[number]),
    )


def ece_against_truth(probability: Floats, truth: Floats) -> float:
    """Positive-class ECE with the true probabilities (t,) in place of labels: it has no noise floor."""
    index = bin_index(probability, equal_width_edges(BINS))
    gaps = np.bincount(index, weights=probability - truth, minlength=BINS)
    return float(np.abs(gaps).sum() / probability.size)
