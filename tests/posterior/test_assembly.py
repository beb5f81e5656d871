"""The figures of every model: mean probability over the base rate, and how much its members differ."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from scipy.special import expit

from hsi_uq_app.posterior import deep_ensemble
from hsi_uq_app.posterior.member_spread import member_spread
from hsi_uq_app.posterior.network import Network, generators, random_start


@pytest.fixture(scope="module")
def thinned(tiny_sample):
    """The sample as if much of the region had been left out: pixels stand for one to nine others."""
    weights = np.random.default_rng(0).integers(1, 10, tiny_sample.labels.size).astype(np.float32)
    return replace(tiny_sample, weights=weights)


def probabilities(posterior, u: np.ndarray) -> np.ndarray:
    """sigma(z) (S, n) at whitened pixels, by the definition."""
    h1 = np.tanh(posterior.w1 @ u + posterior.b1[:, :, None])
    h2 = np.tanh(posterior.w2 @ h1 + posterior.b2[:, :, None])
    return expit(np.einsum("sh,shn->sn", posterior.w3, h2) + posterior.b3[:, None])


def test_that_the_figures_count_each_pixel_as_often_as_it_stands_for_others(thinned):
    posterior = deep_ensemble.fit(thinned, deep_ensemble.Config(draws=4, epochs=8))
    p, targets, figures = probabilities(posterior, thinned.u), thinned.labels, posterior.passport.diagnostics
    mean = (p.mean(0) * thinned.weights).sum() / thinned.weights.sum()
    assert figures["mean_probability_over_base_rate"] == pytest.approx(mean / thinned.base_rate, abs=2e-4)
    spread = p.std(axis=0)
    background = (spread * thinned.weights)[~targets].sum() / thinned.weights[~targets].sum()
    assert figures["spread"]["targets"] == pytest.approx(spread[targets].mean(), abs=2e-6)
    assert figures["spread"]["background"] == pytest.approx(background, abs=2e-6)


def test_that_members_that_say_the_same_do_not_differ(thinned):
    network = Network(thinned.components)
    one = random_start(network, generators(0, "start", range(1)))
    with torch.no_grad():
        assert member_spread(network, one.repeat(3, 1), thinned) == {"targets": 0, "background": 0}
