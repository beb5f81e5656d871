"""Results join and leave the list, only over their own scene, and with what must be said beside them."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from hsi_uq_app.progress import silent
from hsi_uq_app.session.files import scene_opened
from hsi_uq_app.session.prediction import can_run
from hsi_uq_app.session.results import (
    Cautions,
    LoadResult,
    cautions,
    result_chosen,
    result_dropped,
    result_ready,
    stepped_result,
)
from hsi_uq_app.session.scene import OpenScene
from hsi_uq_app.session.state import task_started
from tests.gui.kit import ramp, write_cube


def test_that_a_result_of_another_scene_is_refused(state, tmp_path):
    other = OpenScene(write_cube(tmp_path / "other.hdr", ramp() + 1))(silent)
    opened = scene_opened(other)(state)
    assert opened.results == ()
    assert result_ready(state.results[0])(opened) is opened


def test_that_a_result_read_again_takes_the_place_of_the_earlier_reading_and_is_shown(state):
    read_again = LoadResult(state.result.path)(silent)
    again = result_ready(read_again)(state)
    assert again.results == (read_again,)
    assert again.result is read_again


def test_that_dropping_the_shown_result_shows_the_one_before(state):
    result = state.results[0]
    twin = replace(result, path=result.path.with_name("twin.hdr"))
    both = result_ready(twin)(state)
    assert both.result is twin
    assert result_dropped(twin)(both).result is result
    assert result_dropped(result)(state).result is None


def test_that_stepping_comes_round_and_needs_a_result(state):
    result = state.results[0]
    twin = replace(result, path=result.path.with_name("twin.hdr"))
    both = result_ready(twin)(state)
    assert stepped_result(both, 1) is result
    assert stepped_result(both, -1) is result
    assert stepped_result(result_chosen(None)(both), 1) is None


def test_that_run_needs_a_scene_and_a_model_and_runs_once(state):
    assert not can_run(state)
    ready = replace(state, model=object())
    assert can_run(ready)
    assert not can_run(task_started("predict")(ready))


def result_of(quantity: str, **provenance: object) -> SimpleNamespace:
    return SimpleNamespace(
        quantiles=SimpleNamespace(passport=SimpleNamespace(quantity=quantity), provenance=provenance)
    )


def scene_of(quantity: str) -> SimpleNamespace:
    return SimpleNamespace(cube=SimpleNamespace(quantity=quantity))


def test_that_another_quantity_is_said_before_what_the_prediction_noted() -> None:
    said = cautions(result_of("reflectance", notes=["the bands were resampled"]), scene_of("radiance"))
    assert said.lines == (
        "the model was trained on reflectance, the scene is radiance: do not trust its probabilities",
        "the bands were resampled",
    )


@pytest.mark.parametrize("provenance", [{}, {"notes": None}, {"notes": 5}, {"notes": []}])
def test_that_nothing_is_said_where_nothing_is_odd(provenance: dict) -> None:
    assert cautions(result_of("reflectance", **provenance), scene_of("reflectance")) == Cautions()
    assert cautions(result_of("reflectance", **provenance), scene_of("unknown")) == Cautions()
    assert cautions(result_of("reflectance", **provenance), None) == Cautions()


def test_that_a_warning_stands_once() -> None:
    first = cautions(result_of("reflectance"), scene_of("radiance"))
    assert cautions(result_of("reflectance", notes=list(first.lines)), scene_of("radiance")) == first
