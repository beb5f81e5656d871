"""The columns by which calibrators are compared, for two classes and for K."""

from collections.abc import Callable

import numpy.typing as npt

from hsi_uq_app.calibration.adaptive_ece import (
    adaptive_calibration_error,
    adaptive_calibration_error_paper_code,
)
from hsi_uq_app.calibration.class_wise_ece import class_wise_calibration_error_paper_code
from hsi_uq_app.calibration.ece import expected_calibration_error, noise_floor
from hsi_uq_app.calibration.metrics import mean_over_base_rate
from hsi_uq_app.calibration.proper_scores import (
    base_rate_brier,
    base_rate_nll,
    brier,
    class_accuracy,
    class_nll,
    negative_log_likelihood,
    skill,
)
from hsi_uq_app.calibration.smooth_ece import smooth_calibration_error

Column = Callable[[npt.ArrayLike, npt.ArrayLike], float | None]

ZERO_FLOOR = 1e-12  # of probabilities in the NLL of K classes, as the golden figures have it


def nll_skill(probability: npt.ArrayLike, labels: npt.ArrayLike) -> float | None:
    """1 - NLL / NLL of the base rate; minus infinity after a certain mistake."""
    return skill(negative_log_likelihood(probability, labels), base_rate_nll(labels))


def brier_skill(probability: npt.ArrayLike, labels: npt.ArrayLike) -> float | None:
    """1 - Brier / Brier of the base rate."""
    return skill(brier(probability, labels), base_rate_brier(labels))


TWO_CLASS_COLUMNS: dict[str, Column] = {
    "ECE, positive class": lambda p, y: expected_calibration_error(p, y, "positive"),
    "its noise floor": lambda p, y: noise_floor(p, y, "positive"),
    "AdaECE, positive class": lambda p, y: adaptive_calibration_error(p, y, "positive"),
    "smooth ECE, logit kernel": lambda p, y: smooth_calibration_error(p, y, kernel="logit"),
    "ECE, top label": lambda p, y: expected_calibration_error(p, y, "top-label"),
    "mean p / base rate": mean_over_base_rate,
    "NLL": negative_log_likelihood,
    "NLL skill": nll_skill,
    "Brier skill": brier_skill,
}
CLASS_COLUMNS: dict[str, Column] = {
    "ECE": lambda p, y: expected_calibration_error(p, y, "top-label"),
    "AdaECE": adaptive_calibration_error_paper_code,
    "CECE": class_wise_calibration_error_paper_code,
    "NLL": lambda p, y: class_nll(p, y, ZERO_FLOOR),
    "accuracy": class_accuracy,
}


def figures(
    probability: npt.ArrayLike, labels: npt.ArrayLike, columns: dict[str, Column]
) -> dict[str, float | None]:
    """Every column of one row."""
    return {name: column(probability, labels) for name, column in columns.items()}
