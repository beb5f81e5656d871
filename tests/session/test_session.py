"""The state changes in one place, and views can be walked back through."""

from dataclasses import replace

from hsi_uq_app.session.hcs import alpha_set, delta_set
from hsi_uq_app.session.layers import layer_chosen, style_of, styled
from hsi_uq_app.session.reliability import bins_lit
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.spectra import pin_removed, pin_shown, pins_cleared, pixel_clicked
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.view import Pin, Thresholds


def test_that_a_change_is_told_once_and_no_change_not_at_all():
    session, told = Session(), []
    session.watch(lambda: told.append(session.state.view.thresholds.alpha))
    session.apply(alpha_set(7))
    session.apply(alpha_set(7))
    assert told == [7]


def test_that_states_before_a_change_stay_as_they_were():
    session = Session()
    before = session.state
    session.apply(layer_chosen("width"))
    assert (before.view.layer, session.state.view.layer) == ("hcs", "width")


def test_that_alpha_and_delta_are_held_to_their_ranges():
    session = Session()
    for alpha, delta in ((0, 0), (99, 999)):
        session.apply(alpha_set(alpha))
        session.apply(delta_set(delta))
        assert session.state.view.thresholds == (Thresholds(1, 1) if alpha == 0 else Thresholds(50, 499))


def test_that_undo_goes_back_step_by_step_and_redo_forward():
    session = Session()
    for layer in ("width", "ace", "none"):
        session.apply(layer_chosen(layer))
    seen = []
    for step in (session.undo, session.undo, session.undo, session.undo, session.redo, session.redo):
        step()
        seen.append(session.state.view.layer)
    assert seen == ["ace", "width", "hcs", "hcs", "width", "ace"]


def test_that_a_new_change_forgets_what_was_undone():
    session = Session()
    session.apply(layer_chosen("width"))
    session.undo()
    session.apply(layer_chosen("ace"))
    session.redo()
    assert session.state.view.layer == "ace"


def test_that_one_gesture_is_one_step():
    session = Session()
    for alpha in range(19, 3, -1):
        session.apply(alpha_set(alpha), "alpha")
    session.apply(delta_set(10), "delta")
    session.undo()
    assert session.state.view.thresholds == Thresholds(4, 200)
    session.undo()
    assert session.state.view.thresholds == Thresholds(20, 200)


def test_that_changes_outside_the_view_are_not_undone():
    session = Session()
    session.apply(alpha_set(3))
    session.apply(lambda state: replace(state, running=("predict",)))
    session.undo()
    assert session.state.running == ("predict",)
    assert session.state.view.thresholds.alpha == 20


def test_that_pins_keep_their_number_and_colour_when_others_go():
    session = Session()
    for pixel in ((1, 2), (3, 4), (1, 2), (5, 6)):
        session.apply(pixel_clicked(pixel))
    session.apply(pin_removed(1))
    session.apply(pin_shown(2, False))
    session.apply(pixel_clicked((7, 8)))
    assert session.state.view.pins == (Pin(0, 1, 2), Pin(2, 5, 6, False), Pin(3, 7, 8))
    session.apply(pins_cleared)
    assert session.state.view.pins == ()
    assert session.state.view.clicked is None


def test_that_opacity_stays_between_0_and_1_and_a_layer_without_style_is_left_alone():
    session = Session()
    session.apply(styled("width", opacity=1.3))
    session.apply(styled("width", colour_map="cividis"))
    assert style_of(session.state, "width").opacity == 1.0
    assert style_of(session.state, "width").colour_map == "cividis"
    before = session.state
    session.apply(styled("none", opacity=0.2))
    assert session.state is before


def test_that_lighting_the_same_bins_again_changes_nothing():
    session = Session(AppState())
    session.apply(bins_lit((3, 4)))
    before = session.state
    session.apply(bins_lit((3, 4)))
    assert session.state is before
