"""The traffic light, and the figures behind it."""

import numpy as np
import pytest
from arviz_stats.base import array_stats

from hsi_uq_app.posterior.diagnostics import judge
from hsi_uq_app.posterior.hmc_convergence import choose_probes, convergence, undecided
from hsi_uq_app.posterior.methods import METHODS

SOUND = {
    "hmc": {
        "r_hat_max": 1.02, "ess_bulk_min": 150.0, "divergences": 0, "capped": 0, "iterations": 400,
        "acceptance": 0.9, "undecided_probes": 120,
    },
    "vi": {"share_of_first_layer_at_prior": 0.3, "first_layer_sd_over_prior": 0.6, "kl": 300.0},
    "bootstrap": {"spread": {"targets": 0.1, "background": 0.001}},
    "deep-ensemble": {"spread": {"targets": 0.1, "background": 0.001}},
    "mc-dropout": {"spread": {"targets": 0.1, "background": 0.001}},
}  # fmt: skip


@pytest.fixture
def passport(make_posterior):
    def make(method, draws=100, ratio=1.1, **changed):
        figures = SOUND[method] | {"mean_probability_over_base_rate": ratio} | changed
        like = make_posterior().passport
        return like.model_copy(update={"method": method, "draws": draws, "diagnostics": figures})

    return make


@pytest.mark.parametrize("method", METHODS)
def test_that_a_sound_model_is_good_and_says_why(method, passport):
    verdict = judge(passport(method))
    assert (verdict.level, verdict.remedy) == ("good", "")
    assert len(verdict.reason) > 20


@pytest.mark.parametrize(
    ("method", "changed", "level", "reason"),
    [
        ("hmc", {"r_hat_max": 1.1}, "good", "agree"),
        ("hmc", {"r_hat_max": 1.12}, "doubtful", "largest R-hat 1.12"),
        ("hmc", {"r_hat_max": 1.4}, "bad", "largest R-hat 1.40"),
        ("hmc", {"r_hat_max": None}, "bad", "undefined"),
        ("hmc", {"ess_bulk_min": 30.0}, "doubtful", "only 30 independent"),
        ("hmc", {"divergences": 1}, "doubtful", "diverged"),
        ("hmc", {"divergences": 40}, "bad", "10.0% of the trajectories diverged"),
        ("hmc", {"capped": 100}, "doubtful", "25% of the trajectories were cut short"),
        ("hmc", {"acceptance": 0.1}, "bad", "10% of the trajectories were accepted"),
        ("vi", {"share_of_first_layer_at_prior": 0.8}, "doubtful", "80% of the first layer"),
        ("vi", {"first_layer_sd_over_prior": 0.1}, "bad", "never left its start"),
        ("deep-ensemble", {"draws": 30}, "doubtful", "30 draws are few"),
        ("bootstrap", {"draws": 10}, "bad", "10 draws are few"),
        ("mc-dropout", {"ratio": 2.9}, "doubtful", "factor of 2.9"),
        ("vi", {"ratio": 0.1}, "bad", "factor of 10.0"),
    ],
)
def test_that_what_is_wrong_is_named_with_a_remedy(method, changed, level, reason, passport):
    verdict = judge(passport(method, **changed))
    assert verdict.level == level
    assert reason in verdict.reason
    assert bool(verdict.remedy) == (level != "good")


def test_that_a_method_of_another_version_is_doubtful(passport):
    unknown = passport("vi").model_copy(update={"method": "oracle"})
    verdict = judge(unknown)
    assert (verdict.level, "oracle" in verdict.reason) == ("doubtful", True)


def test_that_the_worst_check_speaks(passport):
    verdict = judge(passport("hmc", r_hat_max=1.2, divergences=100))
    assert verdict.level == "bad"
    assert "diverged" in verdict.reason


def normal_logits(iterations=100, chains=4, pixels=50, seed=0):
    return np.random.default_rng(seed).standard_normal((iterations, chains, pixels)).astype(np.float32)


def test_that_chains_that_agree_have_r_hat_near_1_and_full_size():
    figures = convergence(normal_logits())
    assert figures["r_hat_max"] < 1.05
    assert figures["ess_bulk_median"] == pytest.approx(400, rel=0.2)
    assert figures["ess_tail_median"] > 200
    assert (figures["probes"], figures["undecided_probes"]) == (50, 50)


def test_that_one_chain_elsewhere_is_seen():
    logits = normal_logits()
    logits[:, 2] += 3
    figures = convergence(logits)
    assert figures["r_hat_max"] > 1.2
    assert figures["ess_bulk_min"] < 20


def test_that_chains_that_differ_in_spread_alone_are_seen():
    logits = normal_logits()
    logits[:, 1] *= 5
    assert convergence(logits)["r_hat_max"] > 1.1


def test_that_chains_that_never_moved_have_no_figure():
    figures = convergence(np.tile(normal_logits(1), (20, 1, 1)))
    assert figures["r_hat_max"] is None


def test_that_the_undecided_are_those_the_set_leaves_out():
    draws = np.linspace(-0.1, 0.1, 100)[:, None]
    centres = np.array([-3, -1.5, -1.2, 0, 1.2, 1.5, 3])
    assert undecided((draws + centres).astype(np.float32)).tolist() == [
        False, False, True, True, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("contrary", "left_out"),
    [(9, [False, False]), (10, [True, False]), (11, [True, True]), (15, [True, True])],
)
def test_that_a_pixel_is_undecided_where_a_tenth_of_its_draws_contradict_the_rest(contrary, left_out):
    """The lower end at alpha = .2 is the 10th of 100 draws, the upper end the 90th: no mirror images."""
    draws = np.where(np.arange(100) < contrary, 0, 3).astype(np.float32)
    assert undecided(np.stack([draws, -draws], axis=1)).tolist() == left_out


def test_that_tail_sizes_are_those_of_the_outer_twentieths():
    logits = normal_logits(pixels=20)
    expected = array_stats.ess(
        logits.astype(float), method="tail", prob=(0.05, 0.95), chain_axis=1, draw_axis=0
    )
    assert convergence(logits)["ess_tail_min"] == pytest.approx(expected.min(), abs=1e-3)


def test_that_probes_are_undecided_and_spread_over_the_sample():
    logits = np.where(np.arange(1000) % 2 == 0, 0.0, 5.0) + np.linspace(-0.1, 0.1, 100)[:, None]
    probes, hard = choose_probes(logits.astype(np.float32))
    assert (len(probes), hard) == (200, 200)
    assert (probes % 2 == 0).all()
    assert (probes[0], probes[-1]) == (0, 998)


def test_that_the_nearest_to_undecided_make_up_the_number():
    logits = np.array([0.0, *np.linspace(2, 9, 99)]) + np.linspace(-0.1, 0.1, 100)[:, None]
    probes, hard = choose_probes(logits.astype(np.float32))
    assert (len(probes), hard) == (20, 1)
    assert probes.tolist() == list(range(20))
