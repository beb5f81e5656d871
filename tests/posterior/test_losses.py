"""Each loss by hand, and each slope by finite differences."""

import math

import pytest
import torch

from hsi_uq_app.posterior.losses import LOSSES, value_and_slope

ONE = torch.ones(())


def loss_of(name: str, z: float, y: float) -> float:
    return float(LOSSES[name](torch.tensor([[z]]).double(), torch.tensor([[y]]).double(), ONE))


def sigmoid(z: float) -> float:
    return 1 / (1 + math.exp(-z))


def test_that_each_loss_gives_its_formula():
    p = sigmoid(0.7)
    assert loss_of("log", 0.7, 1) == pytest.approx(-math.log(p))
    assert loss_of("brier", 0.7, 0) == pytest.approx(p**2)
    assert loss_of("label-smoothing", 0.7, 1) == pytest.approx(-0.975 * math.log(p) - 0.025 * math.log(1 - p))
    assert loss_of("focal", 0.7, 1) == pytest.approx(-((1 - p) ** 3) * math.log(p))


def test_that_flsd_53_squares_up_to_confident_mistakes_only():
    q = sigmoid(-2)
    assert loss_of("focal-sample-dependent", 2, 0) == pytest.approx(-((1 - q) ** 5) * math.log(q))
    assert loss_of("focal-sample-dependent", 1, 0) == pytest.approx(loss_of("focal", 1, 0))


def test_that_mmce_of_two_pixels_equals_the_double_sum():
    z, y = torch.tensor([[1.0, -2.0]]).double(), torch.tensor([[0.0, 0.0]]).double()
    r = [sigmoid(1), sigmoid(2)]
    gap = [0 - r[0], 1 - r[1]]
    pairs = sum(gap[i] * gap[j] * math.exp(-abs(r[i] - r[j]) / 0.4) for i in range(2) for j in range(2))
    expected = float(LOSSES["log"](z, y, ONE)) + 2 * math.sqrt(pairs / 4)
    assert float(LOSSES["mmce"](z, y, ONE)) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("name", LOSSES)
def test_that_slopes_are_derivatives_and_members_do_not_mix(name):
    rng = torch.Generator().manual_seed(2)
    z = torch.randn(3, 8, generator=rng).double()
    y = (torch.rand(3, 8, generator=rng) < 0.3).double()
    w = torch.randint(0, 3, (3, 8), generator=rng).double()
    _, slope = value_and_slope(LOSSES[name], z, y, w)
    step = torch.zeros_like(z)
    step[1, 5] = 1e-6
    change = (LOSSES[name](z + step, y, w) - LOSSES[name](z - step, y, w)) / 2e-6
    torch.testing.assert_close(change[1], slope[1, 5], rtol=1e-5, atol=1e-7)
    assert change[0] == 0
    assert change[2] == 0


def test_that_a_slope_is_found_where_gradients_are_switched_off():
    with torch.no_grad():
        _, slope = value_and_slope(LOSSES["log"], torch.zeros(1, 1), torch.ones(1, 1), ONE)
    assert slope.item() == -0.5
    assert not slope.requires_grad
