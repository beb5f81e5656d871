"""A proper score taken apart: miscalibration - discrimination + uncertainty (CORP)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.checks import checked_pair
from hsi_uq_app.calibration.isotonic_curve import isotonic_fit
from hsi_uq_app.calibration.proper_scores import brier, negative_log_likelihood

Score = Literal["brier", "nll"]
SCORES: dict[Score, Callable[[npt.ArrayLike, npt.ArrayLike], float]] = {
    "brier": brier,
    "nll": negative_log_likelihood,
}


@dataclass(frozen=True)
class Decomposition:
    """score = miscalibration - discrimination + uncertainty, each in the score's own unit.

    Miscalibration is what recalibration could gain, discrimination what the ranking is worth beyond the base
    rate, uncertainty the score of the base rate itself.
    """

    score: float
    miscalibration: float
    discrimination: float
    uncertainty: float


def corp_decomposition(
    probability: npt.ArrayLike, labels: npt.ArrayLike, score: Score = "brier"
) -> Decomposition:
    """Decompose by isotonic recalibration (Dimitriadis, Gneiting and Jordan 2021).

    With S the score of p (n,), S_iso that of the isotonic recalibration of p on these same labels and S_base
    that of the base rate: miscalibration = S - S_iso, discrimination = S_base - S_iso, uncertainty = S_base.
    """
    p, y = checked_pair(probability, labels)
    curve = isotonic_fit(p, y)
    recalibrated = curve.observed[np.searchsorted(curve.confidence, p)].clip(0, 1)
    measure = SCORES[score]
    whole, isotonic, base = measure(p, y), measure(recalibrated, y), measure(np.full(y.size, y.mean()), y)
    return Decomposition(whole, whole - isotonic, base - isotonic, base)
