"""Class by class: exact small cases, a plain loop as the oracle, and what the public code leaves out."""

import numpy as np
import pytest

from hsi_uq_app.calibration.class_wise_ece import (
    class_wise_calibration_error,
    class_wise_calibration_error_paper_code,
)
from hsi_uq_app.calibration.ece import expected_calibration_error


def test_that_two_samples_of_three_classes_average_to_a_fifth() -> None:
    assert class_wise_calibration_error([[0.7, 0.2, 0.1]] * 2, [0, 1]) == pytest.approx(0.2, abs=1e-12)


def test_that_zeros_count_and_that_the_paper_code_ignores_them() -> None:
    assert class_wise_calibration_error([[1.0, 0.0]], [1]) == 1
    assert class_wise_calibration_error_paper_code([[1.0, 0.0]], [1]) == 0.5


def test_that_with_two_classes_it_is_the_positive_class_error() -> None:
    p = np.random.default_rng(0).random(500)
    y = (np.random.default_rng(1).random(500) < p).astype(int)
    both = np.column_stack((1 - p, p))
    assert class_wise_calibration_error(both, y) == pytest.approx(expected_calibration_error(p, y))


def test_that_a_plain_loop_agrees() -> None:
    rng = np.random.default_rng(2)
    p = rng.dirichlet(np.ones(4), 300)
    y = rng.integers(0, 4, 300)
    total = 0.0
    for k in range(4):
        for m in range(15):
            inside = (p[:, k] > m / 15) & (p[:, k] <= (m + 1) / 15)
            if inside.any():
                total += abs((y == k)[inside].mean() - p[inside, k].mean()) * inside.mean()
    assert class_wise_calibration_error(p, y) == pytest.approx(total / 4, abs=1e-12)
