"""CC at the last hidden layer: noise on the features, seen through the last layer's weights (paper 2)."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from scipy.special import ndtr

from hsi_uq_app.calibration.calibrators.consistency_draws import drawn_consistency
from hsi_uq_app.calibration.calibrators.contract import Need, admit, require
from hsi_uq_app.calibration.calibrators.evidence import Evidence, Values
from hsi_uq_app.calibration.calibrators.strength_search import (
    SEARCHES,
    Criterion,
    criterion_of,
    one_by_one,
)
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.progress import Progress, silent

DRAWS = 1_000


@dataclass(frozen=True)
class FeatureConsistency:
    """Noise N(0, strength^2) on each of H features h moves the logits W h + b by N(0, strength^2 W W').

    One logit with weights w: exactly p = Phi(z / (strength |w|)). K classes: shares of T seeded draws.
    """

    name: ClassVar[str] = "cc-features"
    label: ClassVar[str] = "consistency calibration (CC) at the features"
    needs: ClassVar[tuple[Need, ...]] = ("weights",)
    two_classes_only: ClassVar[bool] = False
    repairs_base_rate: ClassVar[bool] = False
    changes_class: ClassVar[bool] = True

    strength: float
    draws: int = DRAWS
    seed: int = 0
    notes: tuple[str, ...] = ()

    @classmethod
    def fit(
        cls,
        evidence: Evidence,
        labels: Bools | Integers,
        *,
        criterion: Criterion = "nll",
        draws: int = DRAWS,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Self:
        """The strength of least NLL (recommended) or least top-label ECE (the paper)."""
        y, notes = admit(cls, evidence, labels)
        judge = criterion_of(criterion, y)
        losses = one_by_one(lambda s: judge(cls(s, draws, seed)(evidence)), progress)
        found = SEARCHES[criterion](losses, progress)
        return cls(found.value, draws, seed, notes + found.notes)

    def __call__(self, evidence: Evidence) -> Values:
        require(self, evidence)
        weights = np.asarray(evidence.weights, dtype=np.float64)
        if evidence.two_classes:
            spread = self.strength * np.linalg.norm(weights, axis=-1)
            return ndtr(evidence.values() / np.maximum(spread, 1e-300))
        mixing = _root(weights @ weights.T)
        return drawn_consistency(
            evidence.values(), [self.strength], "gaussian", self.draws, mixing=mixing, seed=self.seed
        )[0]


def _root(covariance: Values) -> Values:
    """A matrix (K, K) whose product with its transpose is the covariance, singular or not."""
    variance, axes = np.linalg.eigh(covariance)
    return axes * np.sqrt(variance.clip(0))
