"""Resamples: what sums to what, and that a counted pixel is a repeated pixel."""

from dataclasses import replace

import pytest
import torch

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior import bootstrap
from hsi_uq_app.posterior.bootstrap_counts import resample_objects, resample_pixels
from hsi_uq_app.posterior.network import Network, generators, random_start
from hsi_uq_app.posterior.training import Data, Objective

MEMBERS = 300
LABELS = torch.tensor([True] * 12 + [False] * 88)
OBJECTS = torch.tensor([7] * 6 + [3] * 4 + [9] * 2 + [0] * 88)


def counts(resample=resample_pixels, *arguments, members=range(MEMBERS)):
    return resample(LABELS, *arguments, generators(0, "resample", members))


def test_that_counts_are_whole_and_sum_to_the_pixels_of_each_class():
    found = counts()
    assert torch.equal(found, found.round())
    assert (found.sum(1) == 100).all()
    assert (found[:, LABELS].sum(1) == 12).all()


def test_that_counts_have_the_mean_and_variance_of_a_multinomial():
    found = counts()[:, ~LABELS]
    assert float(found.mean()) == pytest.approx(1)
    assert float(found.var()) == pytest.approx(1 - 1 / 88, rel=0.05)


def test_that_members_differ_and_do_not_depend_on_how_they_are_chunked():
    found = counts()
    assert len(found.unique(dim=0)) == MEMBERS
    assert torch.equal(counts(members=range(5, 9)), found[5:9])


def test_that_by_object_the_pixels_of_an_object_count_alike_and_the_base_rate_stays():
    found = counts(resample_objects, OBJECTS)
    for number in (3, 7, 9):
        of_one = found[:, number == OBJECTS]
        assert torch.equal(of_one, of_one[:, :1].expand_as(of_one))
    torch.testing.assert_close(found[:, LABELS].sum(1), torch.full((MEMBERS,), 12.0))
    assert (found[:, ~LABELS].sum(1) == 88).all()
    largest = OBJECTS == 7
    assert float(found[:, largest].mean(1).var()) > 2 * float(counts()[:, largest].mean(1).var())


def test_that_a_pixel_counted_twice_is_a_pixel_repeated_with_its_offset():
    network, rng = Network(3, 4), torch.Generator().manual_seed(0)
    theta = random_start(network, [rng])
    pixels, offsets = torch.randn(4, 3, generator=rng), torch.tensor([0.0, -1.0, 2.0, 5.0])
    data, weights = Data(pixels, torch.tensor([1.0, 0, 1, 0]), offsets), torch.tensor([[2.0, 0, 1, 1]])
    value, gradient = Objective(counts=weights).value_and_gradient(
        network, theta, data, torch.arange(4)[None]
    )
    repeated = Objective().value_and_gradient(network, theta, data, torch.tensor([[0, 0, 2, 3]]))
    torch.testing.assert_close(value, repeated[0])
    torch.testing.assert_close(gradient, repeated[1])


def test_that_resampling_by_object_needs_objects(tiny_sample):
    without = replace(tiny_sample, objects=None)
    with pytest.raises(UserError, match="which object"):
        bootstrap.fit(without, bootstrap.Config(draws=2, epochs=1, by_object=True))


def test_that_resampling_by_object_gives_other_networks(tiny_sample):
    few = bootstrap.Config(draws=3, epochs=3)
    by_pixel = bootstrap.fit(tiny_sample, few)
    by_object = bootstrap.fit(tiny_sample, few.model_copy(update={"by_object": True}))
    assert not (by_pixel.w1 == by_object.w1).all()
    assert by_object.passport.configuration["by_object"] is True
