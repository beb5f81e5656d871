"""Results that come too late are refused, each by its own inputs."""

from dataclasses import replace

import pytest
from hsi_uq_app.session.view_transitions import alpha_set, bins_lit, curve_chosen, pixel_clicked

from hsi_uq_app.progress import silent
from hsi_uq_app.session import transitions as change
from hsi_uq_app.session.derived import can_run, group_inputs, reliability_inputs, rest_inputs
from hsi_uq_app.session.hcs import CountAtRest
from hsi_uq_app.session.readout import readout
from hsi_uq_app.session.reliability import CompareWithTruth
from hsi_uq_app.session.scene import OpenScene
from hsi_uq_app.session.set_picture import SetPainter
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.truth import LoadTruth
from tests.gui.kit import LINES, SAMPLES, ramp, write_cube


@pytest.fixture
def with_truth(state, tmp_path) -> AppState:
    import numpy as np

    abundance = np.zeros((1, LINES, SAMPLES), np.float32)
    abundance[0, 10, 20] = abundance[0, 5, 5] = 1.0
    truth = LoadTruth(write_cube(tmp_path / "truth.hdr", abundance), state.scene)(silent)
    return change.truth_loaded(truth)(state)


def test_that_figures_for_other_thresholds_are_refused(state):
    figures = CountAtRest(state.results[0], state.view.thresholds, None, "all")(silent)
    assert (figures.counts.target, figures.detections, figures.errors) == (3, 2, None)
    assert change.rest_ready(figures)(state).rest == figures
    moved = alpha_set(3)(state)
    assert change.rest_ready(figures)(moved) is moved


def test_that_a_curve_for_another_region_or_kind_is_refused(with_truth):
    asked = reliability_inputs(with_truth)
    made = CompareWithTruth(with_truth.results[0], with_truth.truth, asked)(silent)
    assert change.reliability_ready(made)(with_truth).reliability is made
    for choice in ({"region": "left"}, {"curve_kind": "top-label"}, {"curve_spacing": "mass"}):
        other = curve_chosen(**choice)(with_truth)
        assert change.reliability_ready(made)(other) is other


def test_that_lit_pixels_are_those_of_the_clicked_bins(with_truth):
    made = CompareWithTruth(with_truth.results[0], with_truth.truth, reliability_inputs(with_truth))(silent)
    assert made.scores.n_positive == 2
    last = int(made.bins.max())
    assert made.pixels_in((last,)).tolist() == [10 * 50 + 20, 12 * 50 + 40, 12 * 50 + 41]
    lit = bins_lit((last,))(change.reliability_ready(made)(with_truth))
    assert group_inputs(lit).name == "bin 15"


def test_that_figures_at_rest_tell_errors_where_truth_is_known(with_truth):
    figures = CountAtRest(with_truth.results[0], with_truth.view.thresholds, with_truth.truth, "all")(silent)
    assert figures.errors.target_error == pytest.approx(2 / 3)
    assert figures.errors.targets_lost == pytest.approx(1 / 2)
    assert change.rest_ready(figures)(with_truth).rest is figures


def test_that_a_result_of_another_scene_is_refused(state, tmp_path):
    other = OpenScene(write_cube(tmp_path / "other.hdr", ramp() + 1))(silent)
    opened = change.scene_opened(other)(state)
    assert opened.results == ()
    assert change.result_ready(state.results[0])(opened) is opened


def test_that_a_result_loaded_again_takes_its_own_place(state):
    again = change.result_ready(state.results[0])(state)
    assert len(again.results) == 1
    assert again.result == state.result


def test_that_dropping_the_shown_result_shows_the_one_before(state):
    result = state.results[0]
    twin = replace(result, path=result.path.with_name("twin.hdr"))
    both = change.result_ready(twin)(state)
    assert both.result == twin.path
    assert change.result_dropped(twin.path)(both).result == result.path
    assert change.result_dropped(result.path)(state).result is None


def test_that_spectra_of_a_scene_closed_meanwhile_are_refused(state, tmp_path):
    other = OpenScene(write_cube(tmp_path / "other.hdr", ramp()))(silent)
    assert change.spectra_read(other, {0: ramp()[:, 0, 0]})(state) is state
    clicked = pixel_clicked((1, 2))(state)
    late = change.clicked_spectrum_read(state.scene, (9, 9), ramp()[:, 9, 9])
    assert late(clicked) is clicked


def test_that_a_pixel_outside_the_scene_is_not_pinned(state):
    assert pixel_clicked((10, 50))(state) is state
    assert pixel_clicked((-1, 3))(state) is state
    assert len(pixel_clicked((29, 49))(state).view.pins) == 1


def test_that_run_needs_a_scene_and_a_model_and_runs_once(state):
    assert not can_run(state)
    ready = replace(state, model=state.result)
    assert can_run(ready)
    assert not can_run(change.task_started("predict")(ready))


def test_that_figures_at_rest_belong_to_truth_and_region_too(with_truth):
    assert rest_inputs(with_truth) != rest_inputs(curve_chosen(region="left")(with_truth))


def test_that_the_read_out_agrees_with_the_map(state):
    target = readout(state, (10, 20))
    assert target.belief.verdict == "target"
    assert target.belief.lower < target.belief.probability < target.belief.upper
    assert target.map_xy == (500_041.0, 3_999_979.0)
    assert readout(state, (0, 3)).belief.verdict == "undecided"
    assert readout(replace(state, result=None), (0, 3)).belief is None


def test_that_the_painter_reuses_its_buffer_and_counts(state):
    painter = SetPainter()
    first = painter.paint(state.results[0].quantiles, state.view.thresholds)
    second = painter.paint(state.results[0].quantiles, alpha_set(2)(state).view.thresholds)
    assert first.classes is second.classes
    assert (second.counts.target, second.counts.undecided, second.step) == (3, 50, 1)
