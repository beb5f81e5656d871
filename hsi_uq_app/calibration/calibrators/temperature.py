"""Temperature scaling: one number divides all logits (Guo et al. 2017)."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from scipy.optimize import minimize_scalar

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values, probabilities
from hsi_uq_app.calibration.calibrators.contract import Calibrator, admit
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.calibration.proper_scores import class_nll_of_logits, negative_log_likelihood_of_logits
from hsi_uq_app.progress import Progress, silent

BOUNDS = (0.01, 100.0)


@dataclass(frozen=True)
class TemperatureScaling(Calibrator):
    """p = sigma(z / T), or softmax(z / T). T is positive, so the predicted class never changes."""

    name: ClassVar[str] = "temperature"
    label: ClassVar[str] = "temperature scaling"
    hint: ClassVar[str] = "One number divides all logits. Cannot mend a base rate."
    aliases: ClassVar[tuple[str, ...]] = ("ts",)

    temperature: float

    @classmethod
    def fit(cls, given: CalibrationInput, labels: Bools | Integers, *, progress: Progress = silent) -> Self:
        """The T in .01..100 of least NLL."""
        y, notes = admit(cls, given, labels)
        temperature = best_temperature(given.values(), y)
        return cls(temperature, notes=notes + end_notes(temperature))

    def calibrated(self, given: CalibrationInput) -> Values:
        return probabilities(given.values() / self.temperature)


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
