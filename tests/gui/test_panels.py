"""Panels show what they are given, silently, and say what the analyst did."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.confidence.high_confidence_set import TARGET, UNDECIDED, SetCounts
from hsi_uq_app.gui.files.panel import Entry, LoadedPanel
from hsi_uq_app.gui.hcs.set_panel import SetPanel, area_text, share_text
from hsi_uq_app.gui.hcs.threshold_panel import STOPS, ThresholdPanel, delta_at, position_of
from hsi_uq_app.gui.layers.legend import ColourBar
from hsi_uq_app.gui.layers.panel import LayerPanel
from hsi_uq_app.gui.scene.bar import CompositeBar
from hsi_uq_app.gui.scene.readout import ReadoutLine
from hsi_uq_app.gui.scene.scene_box import moved, pixel_at
from hsi_uq_app.session.layer import LayerScale
from hsi_uq_app.session.layers import LAYERS
from hsi_uq_app.session.readout import Belief, Readout
from hsi_uq_app.session.view import Thresholds

pytestmark = pytest.mark.usefixtures("themed")
ALL_THERE = dict.fromkeys(LAYERS, "")
"""No layer lacks anything."""


def layer_panel() -> LayerPanel:
    return LayerPanel(tuple(LAYERS.values()))


@pytest.fixture
def shown(qtbot):
    """Make a widget the test owns."""

    def make(kind):
        widget = kind()
        qtbot.addWidget(widget)
        return widget

    return make


@given(st.integers(1, 499))
def test_that_the_delta_slider_comes_within_two_per_cent_of_every_delta(delta):
    assert abs(delta_at(position_of(delta)) - delta) <= max(0.02 * delta, 0.51)


def test_that_the_delta_slider_rises_from_one_thousandth_to_499():
    deltas = [delta_at(position) for position in range(STOPS + 1)]
    assert (deltas[0], deltas[-1]) == (1, 499)
    assert deltas == sorted(deltas)
    assert deltas[STOPS // 2] == 100


def test_that_showing_thresholds_says_nothing_and_moving_says_integers(shown):
    panel, told = shown(ThresholdPanel), []
    panel.alpha_changed.connect(lambda alpha: told.append(("alpha", alpha)))
    panel.delta_changed.connect(lambda delta: told.append(("delta", delta)))
    panel.show_thresholds(Thresholds(7, 33))
    assert told == []
    assert (panel.alpha.box.value(), panel.delta.box.value()) == (0.07, 0.033)
    panel.alpha.slider.setValue(8)
    panel.delta.box.setValue(0.034)
    assert told == [("alpha", 8), ("delta", 34)]


def test_that_a_delta_between_two_slider_positions_is_kept_as_typed(shown):
    panel, told = shown(ThresholdPanel), []
    panel.delta_changed.connect(told.append)
    for delta in range(1, 500):
        panel.show_thresholds(Thresholds(20, delta))
        assert round(panel.delta.box.value() * 1000) == delta
    assert told == []


def test_that_counts_show_pixels_share_and_area(shown):
    panel = shown(SetPanel)
    panel.show_counts(SetCounts(30, 960, 10, 5), 4.0)
    assert [label.text() for label in panel.cells[TARGET]] == ["30", "3.0 %", "120 m²"]
    panel.show_counts(SetCounts(30, 960, 10, 5), None, exact=False)
    assert [label.text() for label in panel.cells[UNDECIDED]] == ["≈ 10", "1.0 %", ""]
    panel.show_counts(None, None)
    assert [label.text() for label in panel.cells[TARGET]] == ["–", "–", ""]


def test_that_a_scene_without_any_evaluated_pixel_has_undefined_shares(shown):
    panel = shown(SetPanel)
    panel.show_counts(SetCounts(0, 0, 0, 9), None)
    assert panel.cells[TARGET][1].text() == "–"


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.5, "50.0 %"),
        (0.00042, "0.042 %"),
        (1e-7, "< 0.001 %"),
        (0.0, "0.0 %"),
        (1.0, "100.0 %"),
        (math.nan, "–"),
    ],
)
def test_that_rare_shares_keep_two_figures(share, text):
    assert share_text(share) == text


@pytest.mark.parametrize(
    ("metres", "text"), [(7.0, "7 m²"), (2500.0, "2,500 m²"), (52_000.0, "5.2 ha"), (3.5e6, "3.50 km²")]
)
def test_that_areas_use_the_unit_that_reads_best(metres, text):
    assert area_text(metres) == text


def test_that_the_panel_says_what_the_interval_rests_on(shown):
    panel = shown(SetPanel)
    panel.show_draws(10, 100)
    assert panel.draws.text() == "Each bound rests on 10 of 100 draws."
    panel.show_draws(1, 100)
    assert "A smaller α changes nothing" in panel.draws.text()
    panel.show_draws(2, 12)
    assert "too few" in panel.draws.text()
    panel.show_draws(0, 0)
    assert panel.draws.isHidden()


def test_that_a_layer_without_values_offers_no_colour_map(shown):
    panel, told = shown(layer_panel), []
    panel.opacity_changed.connect(told.append)
    panel.show_layer("hcs", LAYERS["hcs"].style, ALL_THERE)
    assert not panel.colour_map.isEnabled()
    panel.show_layer("probability", LAYERS["probability"].style, ALL_THERE)
    assert panel.colour_map.isEnabled()
    assert panel.colour_map.currentText() == "viridis"
    assert told == []
    panel.opacity.setValue(40)
    assert told == [0.4]


def test_that_a_layer_that_lacks_something_says_what_and_one_that_few_scenes_have_is_hidden(shown):
    panel = shown(layer_panel)
    panel.show_layer(
        "hcs", LAYERS["hcs"].style, ALL_THERE | {"hcs": "open a result first", "truth": "no truth"}
    )
    assert not panel.buttons["hcs"].isEnabled()
    assert panel.buttons["hcs"].toolTip().endswith("\nNot now: open a result first")
    assert not panel.opacity.isEnabled()
    assert [name for name, button in panel.buttons.items() if button.isHidden()] == ["truth"]


def test_that_band_boxes_name_wavelengths_and_take_numbers(shown, qtbot):
    bar = shown(CompositeBar)
    bar.show_cube(3, np.array([460.0, 550.0, 640.0]), ("natural",))
    bar.show_choice("natural", (2, 1, 0))
    assert [box.text() for box in bar.boxes] == ["3 · 640 nm", "2 · 550 nm", "1 · 460 nm"]
    with qtbot.waitSignal(bar.bands_chosen) as chosen:
        bar.boxes[0].selectAll()
        qtbot.keyClicks(bar.boxes[0], "2")
        bar.boxes[0].interpretText()
    assert chosen.args == [(1, 1, 0)]


def test_that_lists_tell_the_chosen_file_and_take_files_off(shown):
    panel, told = shown(LoadedPanel), []
    panel.models.chosen.connect(told.append)
    panel.models.dropped.connect(lambda path: told.append(("off", path)))
    one, other = object(), object()
    panel.models.show_entries([Entry(one, "a", "in a"), Entry(other, "b", "in b")], one)
    assert told == []
    assert panel.models.currentItem().toolTip() == "in a"
    panel.models.setCurrentRow(1)
    panel.models.drop_current()
    assert told == [other, ("off", other)]


def test_that_the_read_out_names_place_probability_interval_width_and_verdict(shown):
    line = shown(ReadoutLine)
    line.show_readout(
        Readout((3, 4), (500008.0, 3999993.0), (-74.9, 36.1), Belief(0.91, 0.8, 0.97, -0.25, "target"))
    )
    assert line.plain() == (
        "line 3, sample 4   target   π 0.910   LB 0.800 UB 0.970   width 0.170   ACE −0.25"
        "   E 500,008.0 N 3,999,993.0   36.10000° −74.90000°"
    )
    line.show_readout(None)
    assert line.plain() == ""


def test_that_a_colour_bar_refuses_ends_that_are_not_finite(shown):
    bar = shown(ColourBar)
    with pytest.raises(ValueError, match="finite"):
        bar.show_scale(LayerScale("x", 0.0, math.inf), "viridis")


@pytest.mark.parametrize(
    ("x", "y", "pixel"),
    [(0.0, 0.0, (0, 0)), (49.99, 29.99, (29, 49)), (50.0, 3.0, None), (3.0, -0.01, None)],
)
def test_that_a_point_belongs_to_the_pixel_whose_square_holds_it(x, y, pixel):
    assert pixel_at(x, y, 30, 50) == pixel


def test_that_the_crosshair_starts_in_the_middle_and_stops_at_the_edge():
    assert moved(None, 0, 1, 30, 50) == (15, 26)
    assert moved((29, 0), 1, -1, 30, 50) == (29, 0)
