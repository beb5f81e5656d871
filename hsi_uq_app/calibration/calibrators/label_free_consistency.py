"""CC without labels: perturb as in training and count agreement; no validation set is needed."""

from dataclasses import dataclass
from typing import ClassVar, Self

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput
from hsi_uq_app.calibration.calibrators.contract import require
from hsi_uq_app.calibration.calibrators.input_consistency import DRAWS, InputConsistency
from hsi_uq_app.calibration.calibrators.monte_carlo_consistency import zeros_note
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.progress import Progress, silent

TRAINING_STRENGTH = 1.0


@dataclass(frozen=True)
class LabelFreeConsistency(InputConsistency):
    """p_k = share of T runs on inputs perturbed as in training (strength 1) that predict class k."""

    name: ClassVar[str] = "cc-label-free"
    label: ClassVar[str] = "consistency calibration (CC) without labels"
    hint: ClassVar[str] = "The same at the strength of training-time noise; no label is used."
    fit_is_costly: ClassVar[bool] = False

    @classmethod
    def fit(  # type: ignore[override]  # no strength is tried, so none can be chosen
        cls,
        given: CalibrationInput,
        labels: Bools | Integers | None = None,
        *,
        draws: int = DRAWS,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Self:
        """Nothing is fitted: labels, if given, are not looked at."""
        require(cls, given)
        return cls(TRAINING_STRENGTH, draws, seed, notes=("No label was used.", zeros_note(draws)))
