"""Temperature scaling: one number divides all logits (Guo et al. 2017)."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from scipy.optimize import minimize_scalar

from hsi_uq_app.calibration.calibrators.contract import Need, admit, require
from hsi_uq_app.calibration.calibrators.evidence import Evidence, Values, probabilities
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.calibration.proper_scores import class_nll_of_logits, negative_log_likelihood_of_logits
from hsi_uq_app.progress import Progress, silent

BOUNDS = (0.01, 100.0)


@dataclass(frozen=True)
class TemperatureScaling:
    """p = sigma(z / T), or softmax(z / T). T is positive, so the predicted class never changes."""

    name: ClassVar[str] = "temperature"
    label: ClassVar[str] = "temperature scaling"
    needs: ClassVar[tuple[Need, ...]] = ()
    two_classes_only: ClassVar[bool] = False
    repairs_base_rate: ClassVar[bool] = False
    changes_class: ClassVar[bool] = False

    temperature: float
    notes: tuple[str, ...] = ()

    @classmethod
    def fit(cls, evidence: Evidence, labels: Bools | Integers, *, progress: Progress = silent) -> Self:
        """The T in .01..100 of least NLL."""
        y, notes = admit(cls, evidence, labels)
        temperature = best_temperature(evidence.values(), y)
        return cls(temperature, notes + end_notes(temperature))

    def __call__(self, evidence: Evidence) -> Values:
        require(self, evidence)
        return probabilities(evidence.values() / self.temperature)


def best_temperature(logits: Values, labels: Integers) -> float:
    """Least NLL over log T, between bounds: the loss is convex in 1/T, so the search cannot be trapped.

    Args:
        logits: (n,) or (n, K).
        labels: (n,) in 0..1 or 0..K-1.
    """
    nll = negative_log_likelihood_of_logits if logits.ndim == 1 else class_nll_of_logits

    def loss(log_temperature: float) -> float:
        return nll(logits * np.exp(-log_temperature), labels)

    found = minimize_scalar(loss, bounds=np.log(BOUNDS), method="bounded", options={"xatol": 1e-9})
    return float(np.exp(found.x))


def end_notes(temperature: float) -> tuple[str, ...]:
    if BOUNDS[0] * 1.01 < temperature < BOUNDS[1] / 1.01:
        return ()
    return (f"The temperature ran to its bound {temperature:.3g}: these labels do not determine it.",)
