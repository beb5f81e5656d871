"""A reliability curve, its bins and their pixels, and what refuses a late one."""

import numpy as np
import pytest

from hsi_uq_app.progress import silent
from hsi_uq_app.session.reliability import (
    LIT_GROUP,
    RELIABILITY,
    bins_lit,
    curve_chosen,
    lit_pixels,
    reliability_key,
    shown_group,
)
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.truth import LoadTruth, region_chosen, truth_loaded
from tests.gui.kit import LINES, SAMPLES, write_cube
from tests.session.kit import derived


@pytest.fixture
def with_truth(state, tmp_path) -> AppState:
    abundance = np.zeros((1, LINES, SAMPLES), np.float32)
    abundance[0, 10, 20] = abundance[0, 5, 5] = 1.0
    truth = LoadTruth(write_cube(tmp_path / "truth.hdr", abundance), state.scene)(silent)
    return truth_loaded(truth)(state)


def test_that_a_curve_of_another_region_or_kind_is_refused(with_truth):
    key = reliability_key(with_truth)
    made = RELIABILITY.start(with_truth, key)(silent)
    assert RELIABILITY.of(RELIABILITY.ready(key, made)(with_truth)) is made
    others = (region_chosen("left"), curve_chosen(curve_kind="top-label"), curve_chosen(curve_spacing="mass"))
    for change in others:
        other = change(with_truth)
        assert RELIABILITY.ready(key, made)(other) is other


def test_that_lit_pixels_are_those_of_the_clicked_bins(with_truth):
    state = derived(with_truth, RELIABILITY)
    curve = RELIABILITY.of(state)
    assert curve.scores.n_positive == 2
    last = int(curve.bins.max())
    assert curve.pixels_in((last,)).tolist() == [10 * 50 + 20, 12 * 50 + 40, 12 * 50 + 41]
    lit = bins_lit((last,))(state)
    assert lit_pixels(lit).tolist() == curve.pixels_in((last,)).tolist()
    group = shown_group(derived(lit, LIT_GROUP))
    assert (group.name, group.pixels) == ("bin 15", 3)


def test_that_another_curve_or_region_puts_the_light_out(with_truth):
    lit = bins_lit((3,))(with_truth)
    assert region_chosen("left")(lit).view.lit == ()
    assert curve_chosen(curve_kind="top-label")(lit).view.lit == ()
    assert truth_loaded(None)(lit).view.lit == ()
