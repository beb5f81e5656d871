"""The mean and the epistemic entropy from three means over draws, in numpy and in torch."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from scipy.special import entr, expit, logit

from hsi_uq_app.posterior.epistemic import mean_and_epistemic

Three = tuple[np.ndarray, np.ndarray, np.ndarray]


@pytest.fixture(params=["numpy", "torch"])
def found(request) -> Callable[[Three], list[np.ndarray]]:
    def run(means: Three) -> list[np.ndarray]:
        if request.param == "numpy":
            return list(mean_and_epistemic(*means, np.log))
        tensors: list[Any] = [torch.from_numpy(mean) for mean in means]
        return [row.numpy() for row in mean_and_epistemic(*tensors, torch.log)]

    return run


def means(z: np.ndarray) -> Three:
    entropy = entr(expit(z)) + entr(expit(-z))
    return expit(z).mean(0), expit(-z).mean(0), entropy.mean(0)


def test_that_it_is_the_entropy_of_the_mean_less_the_mean_of_the_entropies(found):
    z = np.random.default_rng(0).normal(0, 4, (50, 200))
    mean, epistemic = found(means(z))
    p = expit(z).mean(0)
    np.testing.assert_allclose(mean, logit(p), rtol=1e-9)
    np.testing.assert_allclose(epistemic, entr(p) + entr(1 - p) - means(z)[2], atol=1e-12)


def test_that_draws_that_agree_disagree_about_nothing_however_sums_are_rounded(found):
    target, background, entropy = means(np.full((7, 5), 1.3))
    for rounding in (-1e-7, 0, 1e-7):
        _, epistemic = found((target, background, entropy + rounding))
        assert (epistemic >= 0).all()
        assert (epistemic < 2e-7).all()


def test_that_draws_that_contradict_each_other_disagree_about_one_bit(found):
    mean, epistemic = found(means(np.array([[-60.0], [60.0]])))
    assert mean[0] == pytest.approx(0)
    assert epistemic[0] == pytest.approx(np.log(2))


def test_that_a_probability_of_nothing_has_a_logit(found):
    mean, epistemic = found((np.zeros(1), np.ones(1), np.zeros(1)))
    assert mean[0] == pytest.approx(-80)
    assert epistemic[0] == pytest.approx(0, abs=1e-30)
