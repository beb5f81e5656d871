"""Isotonic calibration: the best map that never falls, whatever its shape."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values
from hsi_uq_app.calibration.calibrators.contract import Calibrator, admit
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.calibration.isotonic_curve import corners, isotonic_fit
from hsi_uq_app.progress import Progress, silent


@dataclass(frozen=True)
class IsotonicCalibration(Calibrator):
    """p = a rising line through the points (logits, shares), level beyond its ends."""

    name: ClassVar[str] = "isotonic"
    label: ClassVar[str] = "isotonic calibration"
    hint: ClassVar[str] = "The best map that never falls; gives probabilities of exactly 0 and 1."
    two_classes_only: ClassVar[bool] = True
    repairs_base_rate: ClassVar[bool] = True

    logits: tuple[float, ...]
    shares: tuple[float, ...]

    @classmethod
    def fit(cls, given: CalibrationInput, labels: Bools | Integers, *, progress: Progress = silent) -> Self:
        """Pool adjacent violators; of each level piece the two ends are kept."""
        y, notes = admit(cls, given, labels)
        curve = corners(isotonic_fit(given.values(), y == 1))
        notes += (
            "Probabilities of exactly 0 and 1 are possible: one wrong pixel then costs an infinite NLL.",
        )
        return cls(tuple(curve.confidence.tolist()), tuple(curve.observed.tolist()), notes=notes)

    def calibrated(self, given: CalibrationInput) -> Values:
        return np.interp(given.values(), self.logits, self.shares)
