"""The Gaussian against posteriors in closed form, where the family holds them and where it does not."""

from functools import partial

import pytest
import torch

from hsi_uq_app.posterior import variational
from hsi_uq_app.posterior.mean_field import MeanField, MeanFieldSearch, fit_mean_field
from hsi_uq_app.posterior.network import Network, generators
from hsi_uq_app.posterior.potential import potential_of
from hsi_uq_app.posterior.training import one_cycle
from hsi_uq_app.posterior.variational_fit import likelihood_in_batches
from tests.posterior.densities import linear_model

STEPS = 1500
SEARCH = MeanFieldSearch(steps=STEPS, rate=partial(one_cycle, steps=STEPS, peak=0.05), draws=8, first_sd=0.3)


def fitted(likelihood, dimensions, problems=1, seed=0):
    start = torch.zeros(problems, dimensions, dtype=torch.float64)
    rngs = generators(seed, "noise", range(problems))
    return fit_mean_field(likelihood, start, SEARCH, rngs)


def test_that_a_posterior_that_factorises_is_found_exactly_and_the_elbo_is_the_evidence():
    model = linear_model(orthogonal=True)
    q, elbo = fitted(model.likelihood, 3)
    sd = model.covariance.diagonal().sqrt()
    torch.testing.assert_close(q.mean[0], model.mean, atol=0.02 * float(sd.min()), rtol=0)
    torch.testing.assert_close(q.sd[0], sd, rtol=0.02, atol=0)
    assert float(elbo[-200:].mean()) == pytest.approx(model.log_evidence, abs=0.1)


def test_that_of_a_correlated_posterior_the_means_are_right_and_the_spreads_too_small():
    model = linear_model()
    q, elbo = fitted(model.likelihood, 3)
    torch.testing.assert_close(q.mean[0], model.mean, atol=0.03, rtol=0)
    torch.testing.assert_close(q.sd[0], model.precision.diagonal() ** -0.5, rtol=0.05, atol=0)
    assert (q.sd[0] < model.covariance.diagonal().sqrt()).all()
    assert float(elbo[-200:].mean()) < model.log_evidence - 0.1


def test_that_the_divergence_from_the_prior_is_torchs():
    mean, sd = torch.tensor([[0.0, -1.5, 2.0]]), torch.tensor([[1.0, 0.2, 3.0]])
    prior, q = torch.distributions.Normal(0, 1), torch.distributions.Normal(mean, sd)
    expected = torch.distributions.kl_divergence(q, prior)
    torch.testing.assert_close(MeanField(mean, sd).divergence(), expected)
    assert MeanField(mean, sd).at_prior().tolist() == [[True, False, False]]


def test_that_problems_are_the_same_together_and_apart():
    models = [linear_model(seed=seed) for seed in range(3)]

    def likelihood(of, w):
        halves = [model.likelihood(part) for model, part in zip(of, w.chunk(len(of)), strict=True)]
        return tuple(torch.cat(parts) for parts in zip(*halves, strict=True))

    search = MeanFieldSearch(steps=30, rate=lambda step: 0.05)
    start = torch.zeros(3, 3, dtype=torch.float64)
    rngs = generators(0, "noise", range(3))
    together, _ = fit_mean_field(partial(likelihood, models), start, search, rngs)
    rngs = generators(0, "noise", range(2, 3))
    apart, _ = fit_mean_field(partial(likelihood, models[2:]), start[2:], search, rngs)
    torch.testing.assert_close(apart.mean, together.mean[2:])
    torch.testing.assert_close(apart.sd, together.sd[2:])


def test_that_batches_add_up_to_the_whole_likelihood(tiny_sample):
    network = Network(tiny_sample.components)
    potential = potential_of(network, tiny_sample)
    q = torch.randn(2, network.parameters, generator=torch.Generator().manual_seed(0))
    batches = 3
    guesses = likelihood_in_batches(potential, batches, torch.Generator().manual_seed(1))
    sizes = [len(part) for part in torch.arange(potential.y.shape[0]).tensor_split(batches)]
    found = [guesses(q) for _ in sizes]
    whole = potential.likelihood(q)
    for part in range(2):
        total = sum(guess[part] * size for guess, size in zip(found, sizes, strict=True))
        torch.testing.assert_close(total / sum(sizes), whole[part], rtol=1e-4, atol=1e-3)


def test_that_the_passport_holds_the_elbo_and_what_went_back_to_the_prior(tiny_sample):
    figures = variational.fit(tiny_sample, variational.Config(draws=5, epochs=40)).passport.diagnostics
    assert len(figures["elbo"]) == 40
    assert figures["elbo"][-1] > figures["elbo"][0]
    assert figures["kl"] > 0
    assert 0 <= figures["share_of_first_layer_at_prior"] <= 1
    assert 0 <= figures["share_at_prior"] <= 1
