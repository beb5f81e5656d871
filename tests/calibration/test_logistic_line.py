"""Slope and intercept: recovered where known, undefined where none exists; scikit-learn is the oracle."""

import numpy as np
import pytest
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from hsi_uq_app.calibration.logistic_line import calibration_line, offset_to_rate


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
    [
        ([1.0, 2.0], [1, 1]),
        ([1.0, 2.0], [0, 0]),
        ([1.0, 2.0, 3.0], [0, 0, 1]),
        ([1.0, 2.0, 2.0, 3.0], [0, 0, 1, 1]),
        ([1.0, 1.0], [0, 1]),
    ],
    ids=["all targets", "no targets", "separated", "separated but for a tie", "constant"],
)
def test_that_there_is_no_line_where_none_is_best(z: list[float], y: list[int]) -> None:
    assert calibration_line(z, y) is None


@pytest.mark.parametrize("rate", [1e-7, 0.02, 0.5, 0.999])
def test_that_the_offset_gives_the_rate_asked_for(rate: float) -> None:
    z, _ = sample()
    assert expit(z + offset_to_rate(z, rate)).mean() == pytest.approx(rate, rel=1e-6)


def test_that_the_offset_survives_logits_that_are_all_one_or_far_apart() -> None:
    assert offset_to_rate(np.full(9, 3.0), 0.5) == pytest.approx(-3)
    assert offset_to_rate(np.array([-700.0, 700.0, 0.0, 0.0]), 0.5) == pytest.approx(0, abs=1e-6)
