"""What holds for every sample: bounds, order, symmetry, and that a perfect answer scores perfectly."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hsi_uq_app.calibration.adaptive_ece import adaptive_calibration_error
from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, probabilities
from hsi_uq_app.calibration.calibrators.temperature import TemperatureScaling
from hsi_uq_app.calibration.corp import corp_decomposition
from hsi_uq_app.calibration.ece import expected_calibration_error, maximum_calibration_error
from hsi_uq_app.calibration.reliability import bin_of, reliability_curve
from hsi_uq_app.calibration.smooth_ece import smooth_calibration_error

SAMPLES = st.lists(
    st.tuples(st.integers(0, 100).map(lambda k: k / 100), st.booleans()), min_size=1, max_size=60
).map(lambda rows: (np.array([p for p, _ in rows]), np.array([y for _, y in rows])))
ERRORS = [expected_calibration_error, maximum_calibration_error, adaptive_calibration_error]


@settings(deadline=None, max_examples=60)
@given(SAMPLES)
def test_that_errors_lie_in_bounds_and_do_not_depend_on_the_order(
    sample: tuple[np.ndarray, np.ndarray],
) -> None:
    p, y = sample
    for error in ERRORS:
        for kind in ("positive", "top-label"):
            value = error(p, y, kind)
            assert 0 <= value <= 1
            assert error(p[::-1], y[::-1], kind) == pytest.approx(value, abs=1e-12)


@settings(deadline=None, max_examples=60)
@given(SAMPLES)
def test_that_top_label_errors_do_not_depend_on_which_class_is_the_target(
    sample: tuple[np.ndarray, np.ndarray],
) -> None:
    p, y = sample
    decided = p != 0.5
    if decided.any():
        p, y = p[decided], y[decided]
        # Rounding 1 - p can move a value off its edge, so the number of bins has no edge at a hundredth.
        swapped = expected_calibration_error(1 - p, ~y, "top-label", bins=7)
        assert swapped == pytest.approx(expected_calibration_error(p, y, "top-label", bins=7), abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(SAMPLES, st.sampled_from(["width", "mass"]), st.integers(1, 20))
def test_that_every_pixel_lies_in_one_bin(
    sample: tuple[np.ndarray, np.ndarray], spacing: str, bins: int
) -> None:
    p, y = sample
    curve = reliability_curve(p, y, spacing=spacing, bins=bins)  # type: ignore[arg-type]
    assert curve.n == p.size
    assert np.bincount(bin_of(curve, p), minlength=bins).tolist() == curve.counts.tolist()
    filled = curve.counts > 0
    assert (curve.lower[filled] <= curve.observed[filled] + 1e-12).all()
    assert (curve.observed[filled] <= curve.upper[filled] + 1e-12).all()


@settings(deadline=None, max_examples=30)
@given(SAMPLES)
def test_that_smooth_errors_never_exceed_the_mean_distance(sample: tuple[np.ndarray, np.ndarray]) -> None:
    p, y = sample
    for kernel in ("probability", "logit"):
        error = smooth_calibration_error(p, y, kernel=kernel)  # type: ignore[arg-type]
        assert abs((y - p).mean()) - 1e-6 <= error <= np.abs(y - p).mean() + 1e-6


@settings(deadline=None, max_examples=60)
@given(SAMPLES)
def test_that_isotonic_recalibration_never_scores_worse(sample: tuple[np.ndarray, np.ndarray]) -> None:
    parts = corp_decomposition(*sample)
    assert parts.miscalibration >= -1e-12
    assert parts.discrimination >= -1e-12


@settings(deadline=None, max_examples=60)
@given(st.lists(st.floats(-30, 30), min_size=1, max_size=30), st.floats(0.05, 50))
def test_that_a_temperature_never_changes_the_class(logits: list[float], temperature: float) -> None:
    z = np.array(logits)
    after = TemperatureScaling(temperature)(CalibrationInput(z))
    assert ((after > 0.5) <= (z > 0)).all()
    assert (TemperatureScaling(1.0)(CalibrationInput(z)) == probabilities(z)).all()
