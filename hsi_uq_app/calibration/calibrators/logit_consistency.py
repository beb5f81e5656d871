"""CC at the logits, in closed form: noise on every logit, confidence = share that stays (paper 2)."""

from dataclasses import dataclass
from typing import ClassVar, Self

from hsi_uq_app.calibration.calibrators.consistency import Noise, consistency
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


@dataclass(frozen=True)
class LogitConsistency:
    """p_k = P(z_k + noise is the largest). Exact, so it has no draws, and Gaussian noise no hard zeros.

    For one logit it is Phi(z / (sqrt(2) strength)): another link function, symmetric about 0.
    """

    name: ClassVar[str] = "cc"
    label: ClassVar[str] = "consistency calibration (CC), exact"
    needs: ClassVar[tuple[Need, ...]] = ()
    two_classes_only: ClassVar[bool] = False
    repairs_base_rate: ClassVar[bool] = False
    changes_class: ClassVar[bool] = False

    strength: float
    noise: Noise
    notes: tuple[str, ...] = ()

    @classmethod
    def fit(
        cls,
        evidence: Evidence,
        labels: Bools | Integers,
        *,
        noise: Noise = "gaussian",
        criterion: Criterion = "nll",
        progress: Progress = silent,
    ) -> Self:
        """The strength of least NLL (recommended) or least top-label ECE (the paper)."""
        y, notes = admit(cls, evidence, labels)
        judge = criterion_of(criterion, y)
        losses = one_by_one(lambda s: judge(consistency(evidence, s, noise)), progress)
        found = SEARCHES[criterion](losses, progress)
        return cls(found.value, noise, notes + found.notes)

    def __call__(self, evidence: Evidence) -> Values:
        require(self, evidence)
        return consistency(evidence, self.strength, self.noise)
