"""The isotonic overlay, its consistency band and the decomposition on it; scikit-learn is the oracle."""

import numpy as np
import pytest
from scipy.special import expit
from sklearn.isotonic import IsotonicRegression

from hsi_uq_app.calibration.corp import Score, corp_decomposition
from hsi_uq_app.calibration.isotonic_curve import (
    corners,
    isotonic_curve,
    isotonic_with_band,
)


def sample(n: int = 2_000) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    p = np.round(rng.random(n), 2)
    return p, rng.random(n) < p**2


def test_that_scikit_learn_pools_the_same_violators() -> None:
    p, y = sample()
    curve = isotonic_curve(p, y)
    theirs = IsotonicRegression().fit(p, y.astype(float))
    assert curve.observed == pytest.approx(theirs.predict(curve.confidence), abs=1e-9)


def test_that_the_curve_of_a_constant_is_the_base_rate() -> None:
    curve = isotonic_curve([0.3] * 10, [0] * 9 + [1])
    assert (curve.confidence.tolist(), curve.observed.tolist()) == ([0.3], [0.1])


def test_that_a_calibrated_model_lies_in_its_band_and_another_does_not() -> None:
    rng = np.random.default_rng(0)
    p = rng.random(5_000)
    band = isotonic_with_band(p, p > 2, level=0.9)
    for truth, low, high in ((p, 0.8, 1), (p**3, 0, 0.3)):
        curve = isotonic_curve(p, rng.random(5_000) < truth)
        at = np.interp(band.confidence, curve.confidence, curve.observed)
        inside = ((band.lower <= at) & (at <= band.upper)).mean()
        assert low <= inside <= high


def test_that_the_band_is_the_same_each_time() -> None:
    p, y = sample()
    first, second = isotonic_with_band(p, y), isotonic_with_band(p, y)
    assert first.upper is not None
    assert second.upper is not None
    assert (first.upper == second.upper).all()


def test_that_a_handful_of_rare_targets_is_not_lost_among_a_million_pixels() -> None:
    rng = np.random.default_rng(0)
    p = np.append(expit(rng.normal(-14, 1, 300_000)), np.linspace(0.3, 0.6, 60))
    y = np.arange(p.size) >= p.size - 19
    curve = isotonic_with_band(p, y)
    assert curve.lower is not None
    assert curve.upper is not None
    assert np.interp(0.55, curve.confidence, curve.observed) == 1
    assert np.interp(0.3, curve.confidence, curve.observed) == 0
    assert curve.confidence[-1] == pytest.approx(0.6)
    assert curve.upper[curve.confidence < 1e-4].max() < 0.1
    assert np.interp(0.45, curve.confidence, curve.lower) > 0.25
    assert curve.confidence.size < 2_000


def test_that_corners_are_all_that_a_curve_needs() -> None:
    p, y = sample()
    whole = isotonic_curve(p, y)
    few = corners(whole)
    assert few.confidence.size < whole.confidence.size
    assert np.interp(whole.confidence, few.confidence, few.observed) == pytest.approx(whole.observed)


@pytest.mark.parametrize("n", [1, 2, 999, 5_000, 30_001])
def test_that_the_band_reaches_from_the_least_to_the_greatest_confidence(n: int) -> None:
    p = np.random.default_rng(n).random(n)
    band = isotonic_with_band(p, p > 2)
    assert (band.confidence[0], band.confidence[-1]) == (p.min(), p.max())
    assert (np.diff(band.confidence) > 0).all()


@pytest.mark.parametrize("score", ["brier", "nll"])
def test_that_the_three_parts_add_up_and_none_is_negative(score: Score) -> None:
    p, y = sample()
    parts = corp_decomposition(p.clip(0.01, 0.99), y, score)
    assert parts.score == pytest.approx(parts.miscalibration - parts.discrimination + parts.uncertainty)
    assert parts.miscalibration > 0
    assert parts.discrimination > 0


def test_that_the_base_rate_has_neither_miscalibration_nor_discrimination() -> None:
    parts = corp_decomposition(np.full(10, 0.1), [1] + [0] * 9)
    assert (parts.miscalibration, parts.discrimination) == pytest.approx((0, 0), abs=1e-12)
    assert parts.uncertainty == pytest.approx(0.09)
