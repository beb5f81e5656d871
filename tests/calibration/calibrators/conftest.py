"""A tiny network with everything a calibrator may ask for, and labels drawn from the true probabilities."""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.special import expit, softmax

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput

SIZE = 1_500


@dataclass(frozen=True, eq=False)
class Sample:
    given: CalibrationInput
    labels: np.ndarray


def two_classes(n: int = SIZE, seed: int = 0, stretch: float = 2.5) -> Sample:
    """Five features, one logit, `stretch` times too sure of itself."""
    rng = np.random.default_rng(seed)
    h, w = rng.normal(size=(n, 5)), np.array([1.0, -0.5, 0.3, 0.2, 0.1])
    z = stretch * (h @ w)

    def perturbed(strength: float, draw: int) -> np.ndarray:
        noise = np.random.default_rng((draw, 7)).normal(size=h.shape)
        return stretch * ((h + strength * noise) @ w)

    return Sample(CalibrationInput(z, h, stretch * w, perturbed), rng.random(n) < expit(z / stretch))


def four_classes(n: int = SIZE, seed: int = 0, stretch: float = 2.5) -> Sample:
    """Five features, four logits, `stretch` times too sure of itself."""
    rng = np.random.default_rng(seed)
    h, w = rng.normal(size=(n, 5)), rng.normal(size=(4, 5))
    z = stretch * (h @ w.T)

    def perturbed(strength: float, draw: int) -> np.ndarray:
        noise = np.random.default_rng((draw, 7)).normal(size=h.shape)
        return stretch * ((h + strength * noise) @ w.T)

    p = softmax(z / stretch, axis=1)
    labels = (rng.random(n)[:, None] > p.cumsum(axis=1)).sum(axis=1).clip(0, 3)
    return Sample(CalibrationInput(z, h, stretch * w, perturbed), labels)


@pytest.fixture(scope="session")
def two() -> Sample:
    return two_classes()


@pytest.fixture(scope="session")
def four() -> Sample:
    return four_classes()
