"""Bins of equal mass: exact small cases, ties, and a plain loop as the oracle."""

import numpy as np
import pytest

from hsi_uq_app.calibration.adaptive_ece import (
    adaptive_calibration_error,
    adaptive_calibration_error_paper_code,
)
from hsi_uq_app.calibration.ece import expected_calibration_error

SIX = ([0.1, 0.2, 0.3, 0.4, 0.8, 0.9], [0, 0, 1, 0, 1, 1])


def test_that_equal_mass_the_paper_code_and_equal_width_differ_on_six_pixels() -> None:
    assert adaptive_calibration_error(*SIX, bins=3) == pytest.approx(0.15, abs=1e-12)
    assert adaptive_calibration_error_paper_code(*SIX, "positive", 3) == pytest.approx(0.13333, abs=5e-6)
    assert expected_calibration_error(*SIX, bins=3) == pytest.approx(0.18333, abs=5e-6)


@pytest.mark.parametrize("n", [7, 16, 100, 1_001])
def test_that_a_plain_loop_over_sorted_runs_agrees(n: int) -> None:
    rng = np.random.default_rng(n)
    p = rng.random(n)
    y = rng.random(n) < p**2
    order = np.argsort(p)
    runs = zip(np.array_split(p[order], 3), np.array_split(y[order], 3), strict=True)
    expected = sum(abs(a.mean() - b.mean()) * a.size for a, b in runs) / n
    assert adaptive_calibration_error(p, y, bins=3) == pytest.approx(expected, abs=1e-12)


def test_that_the_order_of_tied_pixels_does_not_matter() -> None:
    p, y = np.full(100, 0.2), np.arange(100) < 20
    assert adaptive_calibration_error(p, y) == pytest.approx(0, abs=1e-12)
    assert adaptive_calibration_error(p, y[::-1]) == pytest.approx(0, abs=1e-12)


def test_that_with_more_bins_than_pixels_each_is_its_own_bin() -> None:
    assert adaptive_calibration_error([0.3, 0.6], [0, 1], bins=15) == pytest.approx(0.35)


def test_that_top_label_confidence_is_cut_where_it_is_asked_for() -> None:
    p, y = [0.1, 0.1, 0.9, 0.9], [0, 0, 1, 0]
    assert adaptive_calibration_error(p, y, "top-label", bins=1) == pytest.approx(0.15)
