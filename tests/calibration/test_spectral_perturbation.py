"""Perturbed spectra: nothing at strength 0, the stated size at strength 1, the same for the same seed."""

import numpy as np
import pytest

from hsi_uq_app.calibration.spectral_perturbation import KINDS, STRONG, Kind, perturb, perturbed_runs


def spectra() -> np.ndarray:
    return np.random.default_rng(0).uniform(0.1, 0.5, (30, 2_000)).astype(np.float32)


@pytest.mark.parametrize("kind", KINDS)
def test_that_strength_zero_changes_nothing(kind: Kind) -> None:
    assert perturb(spectra(), 0, 1, [kind]) == pytest.approx(spectra())


def test_that_strength_one_has_the_stated_size() -> None:
    x = spectra()
    assert (perturb(x, 1, 1, ["noise"]) / x).std() == pytest.approx(0.01, rel=0.05)
    factors = perturb(x, 1, 1, ["gain"]) / x
    assert np.log(factors).std() == pytest.approx(0.05, rel=0.05)
    assert np.ptp(factors, axis=0).max() < 1e-5


def test_that_jitter_slides_a_slope_and_leaves_a_level_alone() -> None:
    flat, slope = np.full((30, 2_000), 0.3), np.linspace(0, 1, 30)[:, None] * np.ones((30, 2_000))
    assert perturb(flat.astype(np.float32), 1, 1, ["jitter"]) == pytest.approx(flat)
    moved = perturb(slope.astype(np.float32), 1, 1, ["jitter"])[10] - slope[10]
    assert moved.std() * 29 == pytest.approx(0.25, rel=0.05)


def test_that_a_seed_names_one_perturbation() -> None:
    forward = perturbed_runs(lambda x: x.mean(axis=0), spectra(), STRONG)
    assert (forward(1.0, 3) == forward(1.0, 3)).all()
    assert (forward(1.0, 3) != forward(1.0, 4)).any()
