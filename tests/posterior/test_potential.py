"""The posterior's energy: against autograd, against its parts, and in the precision a sampler needs."""

import pytest
import torch

from hsi_uq_app.posterior.hmc_scaling import Rescaled, scale_of
from hsi_uq_app.posterior.map_fit import map_fit, whitened_starts
from hsi_uq_app.posterior.network import Network, generators
from hsi_uq_app.posterior.potential import NetworkPotential, potential_of

NETWORK, PIXELS, MEMBERS = Network(4, 5), 30, 3


def problem(dtype=torch.float64, apart=False, counted=False):
    rng = torch.Generator().manual_seed(0)
    lead = (MEMBERS,) if apart else ()
    return NetworkPotential(
        NETWORK,
        torch.randn(*lead, 4, PIXELS, generator=rng, dtype=dtype),
        (torch.rand(*lead, PIXELS, generator=rng) < 0.4).to(dtype),
        torch.randn(*lead, PIXELS, generator=rng, dtype=dtype),
        NETWORK.prior_sd().to(dtype),
        torch.randint(3, (MEMBERS, PIXELS), generator=rng).to(dtype) if counted else None,
    )


def positions():
    rng = torch.Generator().manual_seed(1)
    return torch.randn(MEMBERS, NETWORK.parameters, generator=rng, dtype=torch.float64)


def by_definition(potential, q):
    theta = q * potential.sd
    w1, b1, w2, b2, w3, b3 = NETWORK.layers(theta)
    z = (w3 @ torch.tanh(w2 @ torch.tanh(w1 @ potential.inputs + b1) + b2) + b3).squeeze(
        1
    ) + potential.offsets
    terms = -torch.distributions.Bernoulli(logits=z).log_prob(potential.y.expand_as(z))
    counts = torch.ones(()) if potential.counts is None else potential.counts
    prior = torch.distributions.Normal(0, potential.sd).log_prob(theta).sum(1)
    at_zero = torch.distributions.Normal(0, potential.sd).log_prob(torch.zeros_like(theta)).sum(1)
    return (counts * terms).sum(1) - (prior - at_zero)


def test_that_energy_and_gradient_are_minus_the_log_posterior():
    for apart in (False, True):
        for counted in (False, True):
            potential = problem(apart=apart, counted=counted)
            q = positions().requires_grad_()
            expected = by_definition(potential, q)
            (slope,) = torch.autograd.grad(expected.sum(), q)
            energy, gradient = potential(q.detach())
            torch.testing.assert_close(energy, expected.detach(), rtol=1e-12, atol=1e-12)
            torch.testing.assert_close(gradient, slope, rtol=1e-10, atol=1e-10)


def test_that_a_tempered_posterior_heeds_its_data_less_and_its_prior_as_before():
    potential, q = problem(), positions()
    misfit, slope = potential.likelihood(q)
    for b, hot in zip((0.03, 1.0), potential.tempered(0.03, 1.0), strict=True):
        energy, gradient = hot(q)
        torch.testing.assert_close(energy, b * misfit + (q**2).sum(1) / 2)
        torch.testing.assert_close(gradient, b * slope + q)


def test_that_a_rescaling_changes_the_coordinates_and_not_the_density():
    potential, x, scale = problem(apart=True), positions(), scale_of(NETWORK).double()
    rescaled, (energy, gradient) = Rescaled(potential, scale), potential(x * scale)
    torch.testing.assert_close(rescaled(x)[0], energy)
    torch.testing.assert_close(rescaled(x)[1], gradient * scale)
    members = torch.tensor([1])
    torch.testing.assert_close(rescaled.of(members)(x[members])[0], energy[members])
    assert [float(part.flatten()[0]) for part in NETWORK.layers(scale[None])] == pytest.approx(
        [1, 0.3, 1, 0.3, 1, 0.3]
    )


def test_that_some_members_alone_are_as_among_all():
    members = torch.tensor([2, 0])
    for apart in (False, True):
        potential, q = problem(apart=apart, counted=True), positions()
        energy, gradient = potential(q)
        alone = potential.of(members)(q[members])
        torch.testing.assert_close(alone[0], energy[members])
        torch.testing.assert_close(alone[1], gradient[members])


def test_that_pixels_add_up():
    potential, q = problem(), positions()
    parts = [potential.at(torch.arange(first, first + 10)).likelihood(q) for first in (0, 10, 20)]
    torch.testing.assert_close(sum(part[0] for part in parts), potential.likelihood(q)[0])
    torch.testing.assert_close(sum(part[1] for part in parts), potential.likelihood(q)[1])


def test_that_single_precision_logits_give_energies_good_to_a_thousandth(tiny_sample):
    network = Network(tiny_sample.components)
    single = potential_of(network, tiny_sample)
    double = NetworkPotential(
        network, single.inputs.double(), single.y.double(), single.offsets.double(), single.sd.double()
    )
    q = whitened_starts(network, 0, range(3)).double()
    assert single(q)[0].dtype == torch.float64
    torch.testing.assert_close(single(q)[0], double(q)[0], atol=1e-3, rtol=0)


def test_that_the_mode_is_where_the_gradient_vanishes_and_the_energy_is_lower():
    potential, start = problem(), whitened_starts(NETWORK, 0, range(MEMBERS)).double()
    mode = map_fit(potential, start, steps=1500, rate=0.05)
    energy, gradient = potential(mode)
    assert (energy < potential(start)[0]).all()
    assert float(gradient.abs().max()) < 0.05
    assert torch.equal(start, whitened_starts(NETWORK, 0, range(MEMBERS)).double())


def test_that_starts_differ_by_member_alone():
    together = whitened_starts(NETWORK, 3, range(4))
    assert torch.equal(whitened_starts(NETWORK, 3, range(2, 4)), together[2:])
    assert len(together.unique(dim=0)) == len(generators(3, "start", range(4)))
