"""What a move of a control repaints."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS, TARGET
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.session.hcs import SET_FIGURES, alpha_set, delta_set
from hsi_uq_app.session.layers import layer_chosen, styled
from hsi_uq_app.session.reliability import RELIABILITY, shown_group
from hsi_uq_app.session.scene import COMPOSITE, DETAIL, preset_chosen
from tests.gui.kit import colour_at, wait_rested


def draws(program) -> tuple[int, int]:
    """How often composite and map have been painted."""
    view = program.window.panels["scene"]
    return view.composite.draws, view.map.draws


def wait_still(program, qtbot) -> None:
    """Wait until nothing is at work, and nothing has been painted for a while."""
    before = None
    while before != draws(program):
        before = draws(program)
        wait_rested(program, qtbot)
        qtbot.wait(250)


def painted(program, qtbot, act) -> tuple[int, int]:
    """How often composite and map are painted because of `act`, all that follows from it included."""
    wait_still(program, qtbot)
    before = draws(program)
    act()
    wait_still(program, qtbot)
    return draws(program)[0] - before[0], draws(program)[1] - before[1]


@pytest.fixture
def resting(opened, settle):
    """The opened program after its figures at rest have come."""
    assert SET_FIGURES.of(opened.session.state) is not None
    return opened


def test_that_moving_alpha_redraws_the_overlay_once_and_the_composite_not_at_all(resting, qtbot):
    assert painted(resting, qtbot, lambda: resting.session.apply(alpha_set(10))) == (0, 1)


def test_that_moving_delta_redraws_the_overlay_once_and_the_composite_not_at_all(resting, qtbot):
    assert painted(resting, qtbot, lambda: resting.session.apply(delta_set(50))) == (0, 1)


def test_that_many_moves_within_a_frame_redraw_once(resting, qtbot):
    def moves() -> None:
        for alpha in (3, 7, 11, 13):
            resting.session.apply(alpha_set(alpha))

    assert painted(resting, qtbot, moves) == (0, 1)
    assert resting.window.panels["thresholds"].alpha.slider.value() == 13


def test_that_moving_alpha_leaves_the_probability_layer_alone(resting, qtbot, settle):
    resting.session.apply(layer_chosen("probability"))
    settle()
    assert painted(resting, qtbot, lambda: resting.session.apply(alpha_set(10))) == (0, 0)


def test_that_the_width_layer_follows_alpha_in_the_same_frame(resting, qtbot, settle):
    resting.session.apply(layer_chosen("width"))
    settle()
    wide = resting.window.panels["scene"].map.codes.copy()

    def move() -> None:
        resting.session.apply(alpha_set(50))
        resting.frames.flush()
        assert (resting.window.panels["scene"].map.codes[0] < wide[0]).all()

    assert painted(resting, qtbot, move) == (0, 1)


def test_that_a_lone_target_pixel_has_the_colour_of_its_class_on_the_screen(resting, settle):
    resting.session.apply(styled("hcs", opacity=1.0))
    settle()
    assert colour_at(resting.window.panels["scene"], 10, 20) == CLASS_COLOURS[TARGET]


def test_that_pixels_of_a_clicked_bin_light_up_and_only_those(resting, settle, truth_file):
    resting.context.of(FilesFeature).open("truth", truth_file)
    settle()
    reliability = RELIABILITY.of(resting.session.state)
    last = int(np.flatnonzero(reliability.curve.counts)[-1])
    resting.window.panels["reliability"].bins_selected.emit((last,))
    settle()
    lit = np.argwhere(resting.window.panels["scene"].lit.codes)
    assert lit.tolist() == [[10, 20], [12, 40], [12, 41]]
    assert shown_group(resting.session.state).pixels == 3


def test_that_a_scene_larger_than_the_screen_is_read_finer_where_one_looks(
    resting, settle, monkeypatch, qtbot
):
    monkeypatch.setattr("hsi_uq_app.session.scene.LONGEST_SIDE", 10)
    resting.session.apply(preset_chosen("infrared"))
    resting.session.apply(layer_chosen("none"))
    settle()
    composite = COMPOSITE.of(resting.session.state)
    assert (composite.step, composite.picture.shape) == (5, (6, 10, 3))
    qtbot.waitUntil(lambda: DETAIL.of(resting.session.state) is not None, timeout=60_000)
    settle()
    detail = DETAIL.of(resting.session.state)
    assert (detail.step, detail.picture.shape) == (1, (30, 50, 3))
    assert colour_at(resting.window.panels["scene"], 29, 49) == tuple(detail.picture[29, 49])
    assert tuple(detail.picture[10, 20]) == tuple(composite.picture[2, 4])


def test_that_a_map_too_large_for_each_frame_is_thinned_while_moving_and_whole_at_rest(
    resting, settle, monkeypatch
):
    monkeypatch.setattr("hsi_uq_app.session.layer.LARGEST_FULL", 500)
    number, map_ = resting.window.panels["set"].cells[TARGET][0], resting.window.panels["scene"].map
    resting.session.apply(alpha_set(10))
    resting.frames.flush()
    assert number.text().startswith("≈")
    assert map_.codes.shape == (15, 25)
    settle()
    assert number.text() == "3"
    assert map_.codes.shape == (30, 50)


def test_that_holding_the_flicker_key_shows_the_scene_without_its_layer(resting, qtbot):
    view = resting.window.panels["scene"]
    qtbot.keyPress(view, Qt.Key.Key_QuoteLeft)
    assert not view.map.isVisible()
    qtbot.keyRelease(view, Qt.Key.Key_QuoteLeft)
    assert view.map.isVisible()
