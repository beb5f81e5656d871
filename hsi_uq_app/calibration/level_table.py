"""A calibrator as a table of 65,536 rounded logits: how the planes of a quantile map are calibrated."""

import numpy as np
import numpy.typing as npt
from scipy.special import logit

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values
from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.posterior.levels import LARGEST, NO_DATA, STEP, to_int16

Levels = npt.NDArray[np.int16]

DEEPEST = LARGEST / STEP
"""Logits of probabilities 0 and 1 in a map, 32 in size: a map has no infinities."""


def level_table(calibrator: Calibrator) -> Levels:
    """The calibrated rounded logit of each rounded logit (65,536,), to be indexed by its bits as uint16.

    For calibrators of a single logit alone. NO_DATA stays.
    """
    codes = np.arange(-LARGEST, LARGEST + 1)
    table = np.full(65_536, NO_DATA, np.int16)
    calibrated = calibrator(CalibrationInput(codes / STEP))
    table[codes.astype(np.int16).view(np.uint16)] = to_int16(logits_of(calibrated))
    return table


def rises(table: Levels) -> bool:
    """Whether the map never falls, so that it commutes with order statistics."""
    codes = np.arange(-LARGEST, LARGEST + 1).astype(np.int16).view(np.uint16)
    return bool((np.diff(table[codes].astype(np.int32)) >= 0).all())


def calibrated_levels(table: Levels, levels: Levels) -> Levels:
    """Rounded logits of any shape through the table."""
    return table[levels.view(np.uint16)]


def logits_of(probability: Values) -> npt.NDArray[np.float32]:
    """log(p / (1 - p)), at most 32 in size where p is 0 or 1."""
    with np.errstate(divide="ignore"):
        return np.clip(logit(probability), -DEEPEST, DEEPEST).astype(np.float32)
