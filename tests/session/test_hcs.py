"""The set of the shown result: painted at once, counted when the sliders rest, refused when they moved on."""

import numpy as np
import pytest

from hsi_uq_app.progress import silent
from hsi_uq_app.session import layer as layer_module
from hsi_uq_app.session.hcs import (
    SET_FIGURES,
    CountSet,
    alpha_set,
    delta_set,
    figures_key,
    paint,
    painted_set,
)
from hsi_uq_app.session.layer import PictureBuffers
from hsi_uq_app.session.layers import layer_chosen
from hsi_uq_app.session.readout import readout
from hsi_uq_app.session.results import result_chosen
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.truth import LoadTruth, region_chosen, truth_loaded
from tests.gui.kit import LINES, SAMPLES, write_cube


@pytest.fixture
def with_truth(state, tmp_path) -> AppState:
    abundance = np.zeros((1, LINES, SAMPLES), np.float32)
    abundance[0, 10, 20] = abundance[0, 5, 5] = 1.0
    truth = LoadTruth(write_cube(tmp_path / "truth.hdr", abundance), state.scene)(silent)
    return truth_loaded(truth)(state)


def test_that_figures_of_other_thresholds_are_refused(state):
    key = figures_key(state)
    figures = SET_FIGURES.start(state, key)(silent)
    assert (figures.counts.target, figures.detections, figures.errors) == (3, 2, None)
    assert SET_FIGURES.of(SET_FIGURES.ready(key, figures)(state)) is figures
    moved = alpha_set(3)(state)
    assert SET_FIGURES.ready(key, figures)(moved) is moved


@pytest.mark.parametrize(
    "change",
    [alpha_set(3), delta_set(3), region_chosen("left"), truth_loaded(None), result_chosen(None)],
    ids=["alpha", "delta", "region", "truth", "result"],
)
def test_that_figures_are_no_longer_true_once_an_input_changed(change, with_truth):
    key = figures_key(with_truth)
    made = SET_FIGURES.ready(key, SET_FIGURES.start(with_truth, key)(silent))(with_truth)
    assert SET_FIGURES.of(made) is not None
    assert SET_FIGURES.of(layer_chosen("width")(made)) is not None
    assert SET_FIGURES.of(change(made)) is None


def test_that_errors_are_told_where_truth_is_known(with_truth):
    figures = CountSet(with_truth.result, with_truth.view.thresholds, with_truth.truth, "all")(silent)
    assert figures.errors.target_error == pytest.approx(2 / 3)
    assert figures.errors.targets_lost == pytest.approx(1 / 2)


def test_that_the_set_is_painted_into_one_buffer_and_once(state):
    buffers = PictureBuffers()
    first = painted_set(state, buffers)
    assert painted_set(state, buffers) is first
    second = painted_set(alpha_set(2)(state), buffers)
    assert first.classes is second.classes
    assert (second.counts.target, second.counts.undecided, second.step) == (3, 50, 1)


def test_that_a_large_map_is_thinned_until_its_figures_are_there(state, monkeypatch):
    monkeypatch.setattr(layer_module, "LARGEST_FULL", 400)
    buffers, key = PictureBuffers(), figures_key(state)
    thinned = painted_set(state, buffers)
    assert thinned.step == 2
    assert (
        thinned.counts.target == paint(state.result.quantiles, state.view.thresholds, buffers).counts.target
    )
    rested = SET_FIGURES.ready(key, SET_FIGURES.start(state, key)(silent))(state)
    exact = painted_set(rested, buffers)
    assert (exact.step, exact.counts.target, exact.classes.shape) == (1, 3, (LINES, SAMPLES))
    assert painted_set(alpha_set(2)(rested), buffers).step == 2


def test_that_the_read_out_agrees_with_the_map(state):
    target = readout(state, (10, 20))
    assert target.belief.verdict == "target"
    assert target.belief.lower < target.belief.probability < target.belief.upper
    assert target.map_xy == (500_041.0, 3_999_979.0)
    assert readout(state, (0, 3)).belief.verdict == "undecided"
    assert readout(result_chosen(None)(state), (0, 3)).belief is None


def test_that_the_read_out_follows_delta(state):
    """The lowest of 100 draws around 8 lies 2.33 sd = 1.16 below: 6.84, and 1 - delta = .999 is at 6.907."""
    strict = alpha_set(2)(state)
    assert readout(delta_set(1)(strict), (10, 20)).belief.verdict == "undecided"
    assert readout(delta_set(2)(strict), (10, 20)).belief.verdict == "target"
