"""Platt scaling: a line through the logits, so that slope and base rate can both be mended."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values, probabilities
from hsi_uq_app.calibration.calibrators.contract import Calibrator, admit
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.calibration.logistic_line import fit_line
from hsi_uq_app.progress import Progress, silent


@dataclass(frozen=True)
class PlattScaling(Calibrator):
    """p = sigma(slope z + intercept)."""

    name: ClassVar[str] = "platt"
    label: ClassVar[str] = "Platt scaling"
    hint: ClassVar[str] = "A line through the logits: mends slope and base rate."
    two_classes_only: ClassVar[bool] = True
    repairs_base_rate: ClassVar[bool] = True

    slope: float
    intercept: float

    @classmethod
    def fit(cls, given: CalibrationInput, labels: Bools | Integers, *, progress: Progress = silent) -> Self:
        """Maximum likelihood against the targets (n1 + 1)/(n1 + 2) and 1/(n0 + 2) in place of 1 and 0.

        So Platt (1999) wrote it: the slope stays finite where the logits separate the classes.
        """
        y, notes = admit(cls, given, labels)
        targets, background = int(y.sum()), int(y.size - y.sum())
        soft = np.where(y == 1, (targets + 1) / (targets + 2), 1 / (background + 2))
        line = fit_line(given.values(), soft)
        return cls(line.slope, line.intercept, notes=notes)

    def calibrated(self, given: CalibrationInput) -> Values:
        return probabilities(self.slope * given.values() + self.intercept)
