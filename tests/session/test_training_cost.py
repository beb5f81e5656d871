"""What a training will cost is told before it starts, and what cannot work is refused before it starts."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.sample_sizes import kept_background
from hsi_uq_app.posterior.strata import stratify
from hsi_uq_app.posterior.training_sample import draw_sample
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.session.training import TrainingPlan
from hsi_uq_app.session.training_cost import check_plan, training_cost


def plan(**changes: object) -> TrainingPlan:
    given = {"methods": ("deep-ensemble",), "region": "left", "sample": "stratified", "draws": 100, "seed": 0}
    return TrainingPlan(**given | {"stem": Path("town"), "predict": False} | changes)


@pytest.fixture
def cube(tiny_scene):
    return open_cube(tiny_scene.scene)


@pytest.fixture
def truth(tiny_scene):
    return read_truth(tiny_scene.truth, tiny_scene.lines, tiny_scene.samples)


@pytest.mark.parametrize("sample", ["stratified", "random", "paper", "all"])
def test_that_the_pixels_told_are_those_that_the_training_uses(sample, cube, truth):
    cost = training_cost(plan(sample=sample), cube, truth)
    drawn = draw_sample(cube, truth, parse_region("left", 40, 60), kind=sample)
    assert (cost.targets, cost.background) == (drawn.record.targets, drawn.record.background)


@pytest.mark.parametrize("background", [7, 20_000, 350_000, 1_000_000])
def test_that_a_stratified_sample_keeps_as_much_as_is_told(background):
    scores = np.random.default_rng(1).permutation(background).astype(np.float32)
    assert (
        kept_background("stratified", background, 5) == stratify(scores, np.random.default_rng(2)).kept.size
    )


def test_that_more_pixels_and_more_draws_take_longer(cube, truth):
    short, long = (
        training_cost(plan(region=region, draws=draws), cube, truth).seconds["deep-ensemble"]
        for region, draws in (("left", 100), ("all", 400))
    )
    assert long > 2 * short


def test_that_an_implanted_spectrum_needs_no_truth(cube):
    cost = training_cost(plan(pin=0), cube, None)
    assert (cost.targets, cost.region_background) == (1000, 40 * 30)


def test_that_nothing_to_learn_from_is_told(cube):
    with pytest.raises(UserError, match="nothing says what a target is"):
        training_cost(plan(), cube, None)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"methods": ()}, "no method"),
        ({"region": "lines=0:1,samples=0:1"}, "target pixels"),
        ({"stem": Path("nowhere/at/all/town")}, "no folder"),
        ({"stem": Path("/")}, "no name"),
    ],
)
def test_that_what_would_fail_later_is_refused_before(changes, said, cube, truth, tmp_path):
    asked = plan(**{"stem": tmp_path / "town"} | changes)
    with pytest.raises(UserError, match=said):
        check_plan(asked, training_cost(asked, cube, truth))


def test_that_too_many_pixels_for_hmc_are_refused_before(cube, truth, tmp_path, monkeypatch):
    monkeypatch.setitem(METHODS, "hmc", replace(METHODS["hmc"], most_pixels=100))
    asked = plan(stem=tmp_path / "town", methods=("hmc",))
    with pytest.raises(UserError, match="reads all"):
        check_plan(asked, training_cost(asked, cube, truth))


def test_that_models_are_named_by_their_method():
    assert [file.name for file in plan(methods=("hmc", "vi")).files] == [
        "town_hmc.safetensors",
        "town_vi.safetensors",
    ]
