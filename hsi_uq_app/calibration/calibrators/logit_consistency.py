"""CC at the logits, in closed form: noise on every logit, confidence = share that stays (Tao et al. 2024)."""

from dataclasses import dataclass
from typing import ClassVar, Self

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values
from hsi_uq_app.calibration.calibrators.consistency import Noise, consistency
from hsi_uq_app.calibration.calibrators.contract import Calibrator, admit
from hsi_uq_app.calibration.calibrators.strength_search import Criterion, fitted_strength
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.progress import Progress, silent


@dataclass(frozen=True)
class LogitConsistency(Calibrator):
    """p_k = P(z_k + noise is the largest). Exact, so it has no draws, and Gaussian noise no hard zeros.

    For one logit it is Phi(z / (sqrt(2) strength)): another link function, symmetric about 0.
    """

    name: ClassVar[str] = "cc"
    label: ClassVar[str] = "consistency calibration (CC), exact"
    hint: ClassVar[str] = (
        "How often noise on the logits leaves the class as it is, exactly. Cannot mend a base rate."
    )

    strength: float
    noise: Noise

    @classmethod
    def fit(
        cls,
        given: CalibrationInput,
        labels: Bools | Integers,
        *,
        noise: Noise = "gaussian",
        criterion: Criterion = "nll",
        progress: Progress = silent,
    ) -> Self:
        """The strength of least NLL (recommended) or least top-label ECE (as published)."""
        y, notes = admit(cls, given, labels)
        found = fitted_strength(lambda s: cls(s, noise), given, y, criterion, progress)
        return cls(found.value, noise, notes=notes + found.notes)

    def calibrated(self, given: CalibrationInput) -> Values:
        return consistency(given, self.strength, self.noise)
