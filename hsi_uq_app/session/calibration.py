"""A calibration of the shown result: what was asked for, and what came out."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from hsi_uq_app.workflow.calibration_plan import Plan

if TYPE_CHECKING:
    from hsi_uq_app.workflow.calibrate import Calibration
    from hsi_uq_app.workflow.calibration_row import Row

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class CalibrationInputs:
    """A calibrator by name, and the result, truth and plan it was fitted by."""

    result: Path
    truth: Path
    calibrator: str
    plan: Plan


@dataclass(frozen=True, eq=False)
class Calibrated:
    """One calibrator, judged on the report region of its plan."""

    made_from: CalibrationInputs
    found: "Calibration"

    @property
    def row(self) -> "Row":
        """The calibrator's figures beside those as predicted."""
        return self.found.rows[0]

    @property
    def probability(self) -> Floats:
        """Calibrated probabilities (n,) of the report region's pixels."""
        probability = self.row.probability
        assert probability is not None
        return probability
