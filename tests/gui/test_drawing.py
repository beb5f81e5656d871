"""What a move of a control repaints."""

import numpy as np
import pytest

from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS, TARGET
from tests.gui.kit import colour_at


def painted(program, qtbot, act) -> tuple[int, int]:
    """How often composite and map are painted because of `act`."""
    view = program.window.panels["scene"]
    before = view.composite.draws, view.map.draws
    act()
    qtbot.waitUntil(lambda: program.shown is program.session.state)
    qtbot.wait(60)
    return view.composite.draws - before[0], view.map.draws - before[1]


@pytest.fixture
def resting(opened, qtbot, settle):
    """The opened program after its figures at rest have come."""
    qtbot.waitUntil(lambda: opened.session.state.rest is not None, timeout=3000)
    settle()
    qtbot.wait(100)
    return opened


def test_that_moving_alpha_redraws_the_overlay_once_and_the_composite_not_at_all(resting, qtbot):
    assert painted(resting, qtbot, lambda: resting.view.set_alpha(10)) == (0, 1)


def test_that_moving_delta_redraws_the_overlay_once_and_the_composite_not_at_all(resting, qtbot):
    assert painted(resting, qtbot, lambda: resting.view.set_delta(50)) == (0, 1)


def test_that_many_moves_within_a_frame_redraw_once(resting, qtbot):
    def moves() -> None:
        for alpha in (3, 7, 11, 13):
            resting.view.set_alpha(alpha)

    assert painted(resting, qtbot, moves) == (0, 1)
    assert resting.window.panels["thresholds"].alpha.slider.value() == 13


def test_that_moving_alpha_leaves_the_probability_layer_alone(resting, qtbot, settle):
    resting.view.set_layer("probability")
    settle()
    qtbot.wait(100)
    assert painted(resting, qtbot, lambda: resting.view.set_alpha(10)) == (0, 0)


def test_that_the_width_layer_follows_alpha_in_the_same_frame(resting, qtbot, settle):
    resting.view.set_layer("width")
    settle()
    qtbot.wait(100)
    wide = resting.window.panels["scene"].map._codes.copy()
    assert painted(resting, qtbot, lambda: resting.view.set_alpha(50))[1] == 1
    assert (resting.window.panels["scene"].map._codes[0] < wide[0]).all()


def test_that_a_lone_target_pixel_has_the_colour_of_its_class_on_the_screen(resting, settle):
    resting.view.step_opacity(10)
    settle()
    assert colour_at(resting.window.panels["scene"], 10, 20) == CLASS_COLOURS[TARGET]


def test_that_pixels_of_a_clicked_bin_light_up_and_only_those(resting, settle, truth_file):
    resting.files.open("truth", truth_file)
    settle()
    reliability = resting.session.state.reliability
    last = int(np.flatnonzero(reliability.curve.counts)[-1])
    resting.window.panels["reliability"].bins_selected.emit((last,))
    settle()
    lit = np.argwhere(resting.window.panels["scene"].lit._codes)
    assert lit.tolist() == [[10, 20], [12, 40], [12, 41]]
    assert resting.session.state.group.pixels == 3


def test_that_a_scene_larger_than_the_screen_is_read_finer_where_one_looks(
    resting, settle, monkeypatch, qtbot
):
    monkeypatch.setattr("hsi_uq_app.session.scene.LONGEST_SIDE", 10)
    resting.view.set_preset("infrared")
    resting.view.set_layer("none")
    settle()
    composite = resting.session.state.composite
    assert (composite.step, composite.picture.shape) == (5, (6, 10, 3))
    qtbot.waitUntil(lambda: resting.session.state.detail is not None, timeout=3000)
    settle()
    detail = resting.session.state.detail
    assert (detail.step, detail.picture.shape) == (1, (30, 50, 3))
    assert colour_at(resting.window.panels["scene"], 29, 49) == tuple(detail.picture[29, 49])
    assert tuple(detail.picture[10, 20]) == tuple(composite.picture[2, 4])


def test_that_a_map_too_large_for_each_frame_is_thinned_while_moving_and_whole_at_rest(
    resting, settle, monkeypatch, qtbot
):
    monkeypatch.setattr("hsi_uq_app.session.set_picture.LARGEST_FULL", 500)
    resting.view.set_alpha(10)
    qtbot.waitUntil(lambda: resting.stage.set.step == 2)
    assert resting.window.panels["set"].cells[TARGET][0].text().startswith("≈")
    qtbot.waitUntil(lambda: resting.window.panels["set"].cells[TARGET][0].text() == "3", timeout=3000)
    assert resting.window.panels["scene"].map._codes.shape == (30, 50)


def test_that_holding_the_flicker_key_shows_the_scene_without_its_layer(resting, qtbot):
    from PySide6.QtCore import Qt

    view = resting.window.panels["scene"]
    qtbot.keyPress(view, Qt.Key.Key_QuoteLeft)
    assert not view.map.isVisible()
    qtbot.keyRelease(view, Qt.Key.Key_QuoteLeft)
    assert view.map.isVisible()
