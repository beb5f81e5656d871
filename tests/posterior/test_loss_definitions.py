"""The losses of the comparison in arXiv 2410.12295 against their papers' formulas, and where they belong."""

import math

import pytest
import torch
from torch import Tensor

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.deep_ensemble import Config as EnsembleConfig
from hsi_uq_app.posterior.loss_names import PROPER, LossName, check_loss, loss_record
from hsi_uq_app.posterior.losses import LOSSES
from hsi_uq_app.posterior.mc_dropout import Config as DropoutConfig

ONE = torch.ones((), dtype=torch.float64)


def row(*values: float) -> Tensor:
    return torch.tensor([values], dtype=torch.float64)


def loss(name: LossName, z: Tensor, y: Tensor) -> float:
    return float(LOSSES[name](z, y, ONE))


@pytest.mark.parametrize(("y", "by_hand"), [(1.0, 0.513105), (0.0, 6.0936e-3)])
def test_that_focal_is_the_log_loss_times_the_cube_of_what_is_missing(y: float, by_hand: float) -> None:
    # z = -1: p = .2689414. A target: .7310586^3 x 1.3132617; background: .2689414^3 x .3132617.
    assert loss("focal", row(-1.0), row(y)) == pytest.approx(by_hand, rel=1e-4)


def test_that_flsd_53_changes_its_exponent_where_a_fifth_is_given_to_the_truth() -> None:
    just_below, just_above = math.log(0.199 / 0.801), math.log(0.201 / 0.799)
    below = loss("focal-sample-dependent", row(just_below), row(1.0))
    above = loss("focal-sample-dependent", row(just_above), row(1.0))
    assert below == pytest.approx(-(0.801**5) * math.log(0.199), rel=1e-9)
    assert above == pytest.approx(-(0.799**3) * math.log(0.201), rel=1e-9)


def test_that_label_smoothing_is_torchs_own_for_two_classes() -> None:
    z, y = (
        torch.randn(1, 9, dtype=torch.float64, generator=torch.Generator().manual_seed(1)),
        row(*[0, 1, 1] * 3),
    )
    pair = torch.stack([torch.zeros_like(z), z], dim=-1).reshape(-1, 2)
    expected = torch.nn.functional.cross_entropy(pair, y.reshape(-1).long(), label_smoothing=0.05)
    assert loss("label-smoothing", z, y) == pytest.approx(float(expected), rel=1e-9)


def test_that_brier_is_the_mean_squared_error_of_probabilities() -> None:
    assert loss("brier", row(0.0, math.log(3)), row(1.0, 0.0)) == pytest.approx((0.5**2 + 0.75**2) / 2)


def test_that_mmce_is_the_double_sum_over_three_pixels() -> None:
    z, y = row(math.log(4), -math.log(9), math.log(1.5)), row(1.0, 1.0, 0.0)
    confidence, right = (0.8, 0.9, 0.6), (1, 0, 0)
    pairs = sum(
        (right[i] - confidence[i])
        * (right[j] - confidence[j])
        * math.exp(-abs(confidence[i] - confidence[j]) / 0.4)
        for i in range(3)
        for j in range(3)
    )
    expected = loss("log", z, y) + 2 * math.sqrt(pairs / 9)
    assert loss("mmce", z, y) == pytest.approx(expected, rel=1e-6)


def test_that_only_proper_losses_are_least_at_the_true_probability() -> None:
    """A tenth of the pixels are targets: the best single logit says .1 under a proper loss alone."""
    z = torch.linspace(-6, 2, 8001, dtype=torch.float64).unsqueeze(1)
    y = torch.tensor([1.0, *[0.0] * 9], dtype=torch.float64)
    best = {
        name: float(torch.sigmoid(z[LOSSES[name](z.expand(-1, 10), y, ONE).argmin(), 0]))
        for name in LOSSES
        if name != "mmce"
    }
    for name, p in best.items():
        assert (abs(p - 0.1) < 1e-3) is (name in PROPER), (name, p)


def test_that_the_constants_of_a_loss_are_recorded() -> None:
    assert loss_record("mmce") == {"loss_constants": {"weight": 2.0, "width": 0.4}}
    assert loss_record("focal")["loss_constants"]["gamma"] == 3
    assert loss_record("log") == {}


@pytest.mark.parametrize("name", LOSSES)
def test_that_a_loss_that_is_not_proper_is_refused_on_the_stratified_sample(name: LossName) -> None:
    check_loss(name, "random")
    if name in PROPER:
        check_loss(name, "stratified")
    else:
        with pytest.raises(UserError, match=r"no proper score.*--sample random"):
            check_loss(name, "stratified")


def test_that_both_methods_that_minimise_offer_every_loss() -> None:
    for config in (EnsembleConfig, DropoutConfig):
        for name in LOSSES:
            assert config(loss=name).loss == name
    with pytest.raises(UserError, match="there is no loss hinge"):
        check_loss("hinge", "random")
