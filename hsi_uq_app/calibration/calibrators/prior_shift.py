"""Prior shift: one constant on every logit, for a model trained at another base rate."""

from dataclasses import dataclass
from typing import ClassVar, Self

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values, probabilities
from hsi_uq_app.calibration.calibrators.contract import Calibrator, admit
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.calibration.logistic_line import offset_to_rate
from hsi_uq_app.progress import Progress, silent


@dataclass(frozen=True)
class PriorShift(Calibrator):
    """p = sigma(z + offset)."""

    name: ClassVar[str] = "prior-shift"
    label: ClassVar[str] = "prior shift"
    hint: ClassVar[str] = "One constant on every logit: mends a base rate alone."
    two_classes_only: ClassVar[bool] = True
    repairs_base_rate: ClassVar[bool] = True

    offset: float

    @classmethod
    def fit(cls, given: CalibrationInput, labels: Bools | Integers, *, progress: Progress = silent) -> Self:
        """The offset that makes the mean probability the share of targets, which is also the likeliest one.

        With labels of one class the share is taken as (n1 + 1)/(n + 2), so that the offset stays finite.
        """
        y, notes = admit(cls, given, labels)
        targets = int(y.sum())
        rate = targets / y.size if 0 < targets < y.size else (targets + 1) / (y.size + 2)
        return cls(offset_to_rate(given.values(), rate), notes=notes)

    def calibrated(self, given: CalibrationInput) -> Values:
        return probabilities(given.values() + self.offset)
