"""Masks: how often, for whom, and that a draw is one network for the whole scene."""

import numpy as np
import pytest
import torch

from hsi_uq_app.posterior import mc_dropout
from hsi_uq_app.posterior.dropout_masks import fold, fresh_masks
from hsi_uq_app.posterior.network import Network, forward, generators, random_start
from hsi_uq_app.posterior.predict import predict

NETWORK = Network(4, 10)


def test_that_units_are_dropped_at_the_rate_and_the_others_make_up_for_it():
    masks = fresh_masks(NETWORK, 0.2, generators(0, "mask", range(3)), 5000)
    for mask in masks:
        assert mask.shape == (3, 10, 5000)
        assert mask.unique().tolist() == [0, 1.25]
        assert float(mask.mean()) == pytest.approx(1, abs=0.01)


def test_that_layers_and_members_have_masks_of_their_own():
    first, second = fresh_masks(NETWORK, 0.5, generators(0, "mask", range(20)), 1)
    assert not torch.equal(first, second)
    assert len(first.unique(dim=0)) > 15
    again = fresh_masks(NETWORK, 0.5, generators(0, "mask", range(7, 9)), 1)
    assert torch.equal(again.hidden1, first[7:9])


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_that_a_folded_network_says_what_the_masked_one_says(activation):
    network = Network(4, 10, activation)
    theta = random_start(network, generators(0, "start", range(1)))
    masks = fresh_masks(network, 0.3, generators(0, "draw", range(6)), 1)
    folded = fold(network, theta, masks)
    u = torch.randn(4, 50, generator=torch.Generator().manual_seed(0))
    masked = forward(network, theta.expand(6, -1).contiguous(), u, masks).z
    torch.testing.assert_close(forward(network, folded, u).z, masked)
    assert len(folded.unique(dim=0)) == 6


def fitted(sample, **options):
    return mc_dropout.fit(sample, mc_dropout.Config(epochs=3, **options))


def test_that_the_draws_lack_units_at_the_rate(tiny_sample):
    posterior = fitted(tiny_sample, draws=300, rate=0.2)
    off = [(posterior.w2 == 0).all(axis=1), posterior.w3 == 0]
    assert [float(units.mean()) for units in off] == pytest.approx([0.2, 0.2], abs=0.025)


def test_that_units_are_off_while_training_too(tiny_sample):
    """Folding a mask leaves the first layer alone, so the rate can reach it by the training only."""
    seldom, often = (fitted(tiny_sample, draws=4, rate=rate) for rate in (0.05, 0.4))
    assert (seldom.w1 == seldom.w1[0]).all()
    assert np.abs(seldom.w1 - often.w1).max() > 0.01


def test_that_a_scene_predicts_the_same_however_it_is_cut(tiny_sample, write_cube, remember):
    posterior = mc_dropout.fit(tiny_sample, mc_dropout.Config(draws=20, epochs=20))
    values = np.random.default_rng(0).uniform(0, 0.7, (40, 50, 12)).astype(np.float32)
    fields = {"wavelength": list(posterior.passport.wavelengths_nm), "wavelength units": "Nanometers"}
    whole, cut = write_cube(values, "whole", **fields), write_cube(values[17:23], "cut", **fields)
    sinks = []
    for cube, threads in ((whole, 1), (whole, 2), (cut, 1)):
        sinks.append(remember(cube))
        predict(posterior, cube, sinks[-1], threads=threads)
    one, two, part = (sink.levels.astype(int) for sink in sinks)
    assert np.abs(one - two).max() <= 1
    assert np.abs(one[:, 17 * 50 : 23 * 50] - part).max() <= 1
