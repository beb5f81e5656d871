"""Slope and intercept: recovered where known, undefined where none exists; scikit-learn is the oracle."""

import numpy as np
import pytest
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from hsi_uq_app.calibration.logistic_line import calibration_line, calibration_offset


def sample(n: int = 20_000) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    z = rng.normal(-3, 2, n)
    return z, rng.random(n) < expit(0.5 * z - 1)


def test_that_scikit_learn_finds_the_same_line() -> None:
    z, y = sample()
    line = calibration_line(z, y)
    theirs = LogisticRegression(C=np.inf, tol=1e-10).fit(z[:, None], y)
    assert line is not None
    assert line.slope == pytest.approx(float(theirs.coef_[0, 0]), abs=1e-5)
    assert line.intercept == pytest.approx(float(theirs.intercept_[0]), abs=1e-5)


@pytest.mark.parametrize(
    ("z", "y"),
    [([1.0, 2.0], [1, 1]), ([1.0, 2.0], [0, 0]), ([1.0, 2.0, 3.0], [0, 0, 1]), ([1.0, 1.0], [0, 1])],
    ids=["all targets", "no targets", "separated", "constant"],
)
def test_that_there_is_no_line_where_none_is_best(z: list[float], y: list[int]) -> None:
    assert calibration_line(z, y) is None


def test_that_the_offset_restores_the_base_rate() -> None:
    z, y = sample()
    offset = calibration_offset(expit(z), y)
    assert offset is not None
    assert expit(z + offset).mean() == pytest.approx(y.mean(), abs=1e-9)


def test_that_the_offset_survives_probabilities_of_zero_and_one() -> None:
    assert calibration_offset([0.0, 1.0, 0.5, 0.5], [0, 1, 1, 0]) == pytest.approx(0, abs=1e-6)
    assert calibration_offset([0.0, 0.0], [0, 0]) is None
