"""CC at the last hidden layer (Tao et al. 2024): noise on the features, seen through the last weights."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from scipy.special import ndtr

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values
from hsi_uq_app.calibration.calibrators.consistency_draws import drawn_consistency
from hsi_uq_app.calibration.calibrators.contract import Calibrator, Need, admit
from hsi_uq_app.calibration.calibrators.strength_search import Criterion, fitted_strength
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.progress import Progress, silent

DRAWS = 1_000


@dataclass(frozen=True)
class FeatureConsistency(Calibrator):
    """Noise N(0, strength^2) on each of H features h moves the logits W h + b by N(0, strength^2 W W').

    One logit with weights w: exactly p = Phi(z / (strength |w|)). K classes: shares of T seeded draws.
    """

    name: ClassVar[str] = "cc-features"
    label: ClassVar[str] = "consistency calibration (CC) at the features"
    hint: ClassVar[str] = "Noise on the last hidden layer."
    needs: ClassVar[tuple[Need, ...]] = ("weights",)

    strength: float
    draws: int = DRAWS
    seed: int = 0

    @classmethod
    def fit(
        cls,
        given: CalibrationInput,
        labels: Bools | Integers,
        *,
        criterion: Criterion = "nll",
        draws: int = DRAWS,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Self:
        """The strength of least NLL (recommended) or least top-label ECE (as published)."""
        y, notes = admit(cls, given, labels)
        found = fitted_strength(lambda s: cls(s, draws, seed), given, y, criterion, progress)
        return cls(found.value, draws, seed, notes=notes + found.notes)

    def calibrated(self, given: CalibrationInput) -> Values:
        weights = np.asarray(given.weights, dtype=np.float64)
        if given.two_classes:
            spread = self.strength * np.linalg.norm(weights, axis=-1)
            return ndtr(given.values() / np.maximum(spread, 1e-300))
        mixing = _root(weights @ weights.T)
        return drawn_consistency(
            given.values(), [self.strength], "gaussian", self.draws, mixing=mixing, seed=self.seed
        )[0]


def _root(covariance: Values) -> Values:
    """A matrix (K, K) whose product with its transpose is the covariance, singular or not."""
    variance, axes = np.linalg.eigh(covariance)
    return axes * np.sqrt(variance.clip(0))
