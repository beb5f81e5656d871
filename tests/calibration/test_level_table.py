"""Planes of rounded logits through a calibrator."""

import numpy as np
import pytest
from scipy.special import expit

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput
from hsi_uq_app.calibration.calibrators.isotonic import IsotonicCalibration
from hsi_uq_app.calibration.calibrators.logit_consistency import LogitConsistency
from hsi_uq_app.calibration.calibrators.monte_carlo_consistency import MonteCarloConsistency
from hsi_uq_app.calibration.calibrators.platt import PlattScaling
from hsi_uq_app.calibration.calibrators.temperature import TemperatureScaling
from hsi_uq_app.calibration.level_table import DEEPEST, calibrated_levels, level_table, logits_of, rises
from hsi_uq_app.posterior.levels import LARGEST, NO_DATA, to_int16


def test_that_temperature_divides_the_levels_to_half_a_step() -> None:
    levels = np.array([[-20_000, -3], [0, 14_321]], np.int16)
    found = calibrated_levels(level_table(TemperatureScaling(2.0)), levels)
    assert np.abs(found - levels / 2).max() <= 0.5


def test_that_what_was_not_evaluated_stays_so() -> None:
    levels = np.array([NO_DATA, LARGEST, -LARGEST], np.int16)
    found = calibrated_levels(level_table(PlattScaling(1.0, 3.0)), levels)
    assert found[0] == NO_DATA
    assert (found[1:] != NO_DATA).all()


@pytest.mark.parametrize(
    ("calibrator", "rising"),
    [
        (TemperatureScaling(3.0), True),
        (LogitConsistency(2.0, "uniform"), True),
        (IsotonicCalibration((-1.0, 2.0), (0.0, 1.0)), True),
        (PlattScaling(-1.0, 0.0), False),
        (MonteCarloConsistency(1.0, "gaussian", draws=20), False),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_that_it_is_known_whether_a_map_rises(calibrator: object, rising: bool) -> None:
    assert rises(level_table(calibrator)) is rising


def test_that_a_map_that_rises_commutes_with_order_statistics() -> None:
    draws = np.random.default_rng(0).normal(0, 3, (25, 40)).astype(np.float32)
    calibrator = LogitConsistency(1.5, "gaussian")
    mapped_first = np.sort(mapped(calibrator, draws), axis=0)
    sorted_first = calibrated_levels(level_table(calibrator), to_int16(np.sort(draws, axis=0)))
    middle = np.abs(mapped_first) < 8  # beyond, the tail is so steep that half a step is more than one
    assert np.abs(to_int16(mapped_first) - sorted_first)[middle].max() <= 3


def mapped(calibrator: LogitConsistency, draws: np.ndarray) -> np.ndarray:
    return logits_of(calibrator(CalibrationInput(draws.reshape(-1)))).reshape(draws.shape)


def test_that_certainty_is_kept_within_the_map() -> None:
    assert logits_of(np.array([0.0, 0.5, 1.0])).tolist() == pytest.approx([-DEEPEST, 0, DEEPEST])
    assert expit(DEEPEST) == pytest.approx(1)
