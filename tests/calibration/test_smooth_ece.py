"""Calibration error without bins, against the integral written out."""

import numpy as np
import pytest
from scipy.special import logit
from scipy.stats import norm

from hsi_uq_app.calibration.smooth_ece import (
    Kernel,
    residual_masses,
    smooth_calibration_error,
    smoothed_error,
)


def sample(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    p = rng.beta(1, 2, 300)
    return p, rng.random(300) < np.clip(p + 0.2 * np.sin(9 * p), 0, 1)


def integral_on_probability(p: np.ndarray, y: np.ndarray, sigma: float) -> float:
    t = (np.arange(4_000) + 0.5) / 4_000
    images = [s * p[:, None] + shift for s in (1, -1) for shift in (-2, 0, 2)]
    kernel = sum(norm.pdf(t, image, sigma) for image in images)
    return float(np.abs(((y - p)[:, None] * kernel).mean(axis=0)).mean())


def integral_on_logit(p: np.ndarray, y: np.ndarray, sigma: float) -> float:
    t = np.linspace(-20, 20, 8_001)
    kernel = norm.pdf(t, logit(p)[:, None], 4 * sigma)
    return float(np.abs(((y - p)[:, None] * kernel).mean(axis=0)).sum() * (t[1] - t[0]))


@pytest.mark.parametrize("sigma", [0.02, 0.1, 0.5])
def test_that_the_transform_equals_the_integral(sigma: float) -> None:
    p, y = sample()
    for kernel, integral in (("probability", integral_on_probability), ("logit", integral_on_logit)):
        masses, length = residual_masses(p, y, kernel)  # type: ignore[arg-type]
        assert smoothed_error(masses, sigma / length) == pytest.approx(integral(p, y, sigma), rel=2e-3)


@pytest.mark.parametrize("kernel", ["probability", "logit"])
def test_that_the_error_is_its_own_kernel_width(kernel: Kernel) -> None:
    p, y = sample()
    error = smooth_calibration_error(p, y, kernel=kernel)
    masses, length = residual_masses(p, y, kernel)
    assert smoothed_error(masses, error / length) == pytest.approx(error, abs=1e-6)


@pytest.mark.parametrize("kernel", ["probability", "logit"])
def test_that_certain_and_right_predictions_score_zero(kernel: Kernel) -> None:
    assert smooth_calibration_error([0.0, 1.0], [0, 1], kernel=kernel) == pytest.approx(0, abs=1e-12)


def test_that_the_logit_kernel_sees_a_fault_among_rare_targets_that_the_other_blurs() -> None:
    p = np.repeat([2e-4, 4e-4], 200_000)
    y = np.zeros(p.size)
    y[:80] = y[-40:] = 1  # .0004 where .0002 was said, and the other way round
    assert smooth_calibration_error(p, y, kernel="logit") == pytest.approx(2e-4, rel=0.02)
    assert smooth_calibration_error(p, y) < 1.2e-4
