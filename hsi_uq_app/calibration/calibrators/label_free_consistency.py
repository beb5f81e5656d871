"""CC without labels: perturb as in training and count agreement; no validation set (paper 2's advice)."""

from dataclasses import dataclass
from typing import ClassVar, Self

from hsi_uq_app.calibration.calibrators.contract import Need, require
from hsi_uq_app.calibration.calibrators.evidence import Evidence, Values
from hsi_uq_app.calibration.calibrators.input_consistency import DRAWS, agreement
from hsi_uq_app.calibration.calibrators.monte_carlo_consistency import zeros_note
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.progress import Progress, silent

TRAINING_STRENGTH = 1.0


@dataclass(frozen=True)
class LabelFreeConsistency:
    """p_k = share of T runs on inputs perturbed as in training (strength 1) that predict class k."""

    name: ClassVar[str] = "cc-label-free"
    label: ClassVar[str] = "consistency calibration (CC) without labels"
    needs: ClassVar[tuple[Need, ...]] = ("perturbed",)
    two_classes_only: ClassVar[bool] = False
    repairs_base_rate: ClassVar[bool] = False
    changes_class: ClassVar[bool] = True

    strength: float = TRAINING_STRENGTH
    draws: int = DRAWS
    seed: int = 0
    notes: tuple[str, ...] = ()

    @classmethod
    def fit(
        cls,
        evidence: Evidence,
        labels: Bools | Integers | None = None,
        *,
        draws: int = DRAWS,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Self:
        """Nothing is fitted: labels, if given, are not looked at."""
        require(cls, evidence)
        return cls(TRAINING_STRENGTH, draws, seed, ("No label was used.", zeros_note(draws)))

    def __call__(self, evidence: Evidence) -> Values:
        require(self, evidence)
        return agreement(evidence, self.strength, self.draws, seed=self.seed)
