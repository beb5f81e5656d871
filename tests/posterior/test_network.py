"""The batched networks against autograd and against themselves, one member at a time."""

import pytest
import torch

from hsi_uq_app.posterior.network import Masks, Network, backward, forward, generators, random_start

MEMBERS, PIXELS = 4, 30


def by_autograd(network, theta, inputs, masks, slope):
    f = torch.tanh if network.activation == "tanh" else torch.relu
    theta = theta.clone().requires_grad_()
    w1, b1, w2, b2, w3, b3 = network.layers(theta)
    ones = torch.ones(())
    hidden = f(w1 @ inputs + b1) * (masks.hidden1 if masks else ones)
    hidden = f(w2 @ hidden + b2) * (masks.hidden2 if masks else ones)
    z = (w3 @ hidden + b3).squeeze(1)
    (gradient,) = torch.autograd.grad((z * slope).sum(), theta)
    return z.detach(), gradient


@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("dropout", [True, False])
def test_that_forward_and_backward_agree_with_autograd(activation, shared, dropout):
    rng = torch.Generator().manual_seed(1)
    network = Network(6, 5, activation)
    theta = torch.randn(MEMBERS, network.parameters, generator=rng, dtype=torch.float64)
    shape = (6, PIXELS) if shared else (MEMBERS, 6, PIXELS)
    inputs = torch.randn(shape, generator=rng, dtype=torch.float64)
    keep = (torch.rand(2, MEMBERS, 5, 1, generator=rng) < 0.8).double() / 0.8
    masks = Masks(keep[0], keep[1]) if dropout else None
    slope = torch.randn(MEMBERS, PIXELS, generator=rng, dtype=torch.float64)
    z, gradient = by_autograd(network, theta, inputs, masks, slope)
    trace = forward(network, theta, inputs, masks)
    torch.testing.assert_close(trace.z, z, rtol=1e-12, atol=1e-12)
    torch.testing.assert_close(backward(network, theta, trace, slope), gradient, rtol=1e-11, atol=1e-11)


def test_that_a_network_of_the_paper_has_2241_parameters():
    assert Network(211, 10).parameters == 2241


def test_that_random_numbers_do_not_depend_on_how_members_are_chunked():
    network = Network(3, 4)
    together = random_start(network, generators(7, "start", range(6)))
    apart = [random_start(network, generators(7, "start", range(m, m + 1))) for m in range(6)]
    assert torch.equal(together, torch.cat(apart))


def test_that_seeds_streams_and_members_all_differ():
    firsts = [
        torch.rand(1, generator=g).item()
        for seed in (0, 1)
        for stream in ("start", "order")
        for g in generators(seed, stream, range(3))
    ]
    assert len(set(firsts)) == len(firsts)


def test_that_the_prior_scales_each_layer_by_its_fan_in():
    network = Network(16, 4)
    layers = network.layers(network.prior_sd()[None])
    assert [float(part.flatten()[0]) for part in layers] == [0.25, 1, 0.5, 1, 1.5, 1]
