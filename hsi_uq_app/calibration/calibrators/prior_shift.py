"""Prior shift: one constant on every logit, for a model trained at another base rate."""

from dataclasses import dataclass
from typing import ClassVar, Self

from hsi_uq_app.calibration.calibrators.contract import Need, admit, require
from hsi_uq_app.calibration.calibrators.evidence import Evidence, Values, probabilities
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.calibration.logistic_line import offset_to_rate
from hsi_uq_app.progress import Progress, silent


@dataclass(frozen=True)
class PriorShift:
    """p = sigma(z + offset)."""

    name: ClassVar[str] = "prior-shift"
    label: ClassVar[str] = "prior shift"
    needs: ClassVar[tuple[Need, ...]] = ()
    two_classes_only: ClassVar[bool] = True
    repairs_base_rate: ClassVar[bool] = True
    changes_class: ClassVar[bool] = True

    offset: float
    notes: tuple[str, ...] = ()

    @classmethod
    def fit(cls, evidence: Evidence, labels: Bools | Integers, *, progress: Progress = silent) -> Self:
        """The offset that makes the mean probability the share of targets, which is also the likeliest one.

        With labels of one class the share is taken as (n1 + 1)/(n + 2), so that the offset stays finite.
        """
        y, notes = admit(cls, evidence, labels)
        targets = int(y.sum())
        rate = targets / y.size if 0 < targets < y.size else (targets + 1) / (y.size + 2)
        return cls(offset_to_rate(evidence.values(), rate), notes)

    def __call__(self, evidence: Evidence) -> Values:
        require(self, evidence)
        return probabilities(evidence.values() + self.offset)
