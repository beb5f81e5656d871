"""The columns by which calibrators are compared, for two classes and for K."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy.special import logit

from hsi_uq_app.calibration.adaptive_ece import (
    adaptive_calibration_error,
    adaptive_calibration_error_paper_code,
)
from hsi_uq_app.calibration.checks import checked_probability
from hsi_uq_app.calibration.class_wise_ece import (
    class_wise_calibration_error,
    class_wise_calibration_error_paper_code,
)
from hsi_uq_app.calibration.corp import corp_decomposition
from hsi_uq_app.calibration.ece import (
    expected_calibration_error,
    maximum_calibration_error,
    noise_floor,
)
from hsi_uq_app.calibration.logistic_line import LogisticLine, calibration_line
from hsi_uq_app.calibration.metrics import mean_over_base_rate
from hsi_uq_app.calibration.proper_scores import (
    accuracy,
    base_rate_brier,
    base_rate_nll,
    brier,
    class_accuracy,
    class_brier,
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


def calibration_slope(probability: npt.ArrayLike, labels: npt.ArrayLike) -> float | None:
    """Slope of log-odds over logits: 1 is right, below 1 too sure; None where no line is best."""
    line = _line(probability, labels)
    return line.slope if line else None


def calibration_intercept(probability: npt.ArrayLike, labels: npt.ArrayLike) -> float | None:
    """Log-odds where the logit is 0: 0 is right; None where no line is best."""
    line = _line(probability, labels)
    return line.intercept if line else None


def _line(probability: npt.ArrayLike, labels: npt.ArrayLike) -> LogisticLine | None:
    return calibration_line(logit(checked_probability(probability).astype(np.float64)), labels)


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
"""By which several calibrators are compared."""

MORE_TWO_CLASS_COLUMNS: dict[str, Column] = {
    "noise floor, top label": lambda p, y: noise_floor(p, y, "top-label"),
    "maximum error, positive class": lambda p, y: maximum_calibration_error(p, y, "positive"),
    "calibration slope": calibration_slope,
    "calibration intercept": calibration_intercept,
    "Brier": brier,
    "Brier, miscalibration": lambda p, y: corp_decomposition(p, y).miscalibration,
    "Brier, discrimination": lambda p, y: corp_decomposition(p, y).discrimination,
    "Brier, uncertainty": lambda p, y: base_rate_brier(y),
    "accuracy": accuracy,
}
"""What else is told of one calibrator by itself."""

CLASS_REPORT_COLUMNS: dict[str, Column] = {
    "ECE": lambda p, y: expected_calibration_error(p, y, "top-label"),
    "its noise floor": lambda p, y: noise_floor(p, y, "top-label"),
    "AdaECE": lambda p, y: adaptive_calibration_error(p, y, "top-label"),
    "CECE": class_wise_calibration_error,
    "maximum error": lambda p, y: maximum_calibration_error(p, y, "top-label"),
    "NLL": class_nll,
    "Brier": class_brier,
    "accuracy": class_accuracy,
}
"""Of K classes, as defined: zeros count, bins hold the same number."""

CLASS_COLUMNS: dict[str, Column] = {
    "ECE": lambda p, y: expected_calibration_error(p, y, "top-label"),
    "AdaECE": adaptive_calibration_error_paper_code,
    "CECE": class_wise_calibration_error_paper_code,
    "NLL": lambda p, y: class_nll(p, y, ZERO_FLOOR),
    "accuracy": class_accuracy,
}
"""Of K classes, as the code of Tao et al. 2024 computes them: for the golden figures alone."""


def figures(
    probability: npt.ArrayLike, labels: npt.ArrayLike, columns: dict[str, Column]
) -> dict[str, float | None]:
    """Every column of one row."""
    return {name: column(probability, labels) for name, column in columns.items()}
