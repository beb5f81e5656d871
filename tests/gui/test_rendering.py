"""Frames and views: only what has changed is shown, and a bug in one view costs no other."""

import pytest

from hsi_uq_app.gui.rendering import Frames, Renderer
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.session.hcs import alpha_set
from hsi_uq_app.session.layers import layer_chosen
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.spectra import pins_cleared
from hsi_uq_app.session.state import AppState, cursor_moved
from tests.gui.kit import press


class Shown:
    """Views of alpha and of the cursor that remember what they showed."""

    def __init__(self) -> None:
        self.alphas: list[int] = []
        self.cursors: list[object] = []

    def show_alpha(self, state: AppState) -> None:
        self.alphas.append(state.view.thresholds.alpha)

    def show_cursor(self, state: AppState) -> None:
        self.cursors.append(state.cursor)


def broken(state: AppState) -> None:
    raise ZeroDivisionError(f"at alpha {state.view.thresholds.alpha}")


def test_that_all_views_are_shown_the_first_time_and_in_their_order():
    order = []
    views = [lambda _, name=name: order.append(name) for name in "abc"]
    Renderer(views).render(AppState())
    assert order == ["a", "b", "c"]


def test_that_a_view_is_shown_again_only_when_something_it_read_has_changed():
    shown = Shown()
    renderer, state = Renderer([shown.show_alpha, shown.show_cursor]), AppState()
    for change in (alpha_set(9), layer_chosen("none"), cursor_moved((1, 2)), cursor_moved((1, 2))):
        renderer.render(state)
        state = change(state)
    renderer.render(state)
    assert (shown.alphas, shown.cursors) == ([20, 9], [None, (1, 2)])


def test_that_a_view_that_reads_otherwise_now_is_asked_for_what_it_reads_now():
    seen = []

    def show(state: AppState) -> None:
        seen.append(state.view.thresholds.alpha if state.cursor else None)

    renderer, state = Renderer([show]), AppState()
    for change in (alpha_set(9), cursor_moved((1, 2)), alpha_set(8), cursor_moved(None), alpha_set(7)):
        renderer.render(state)
        state = change(state)
    renderer.render(state)
    assert seen == [None, 9, 8, None]


def test_that_a_bug_in_one_view_does_not_stop_the_others_and_is_raised_after_them():
    shown = Shown()
    renderer = Renderer([shown.show_alpha, broken, shown.show_cursor])
    with pytest.raises(ZeroDivisionError, match="at alpha 20"):
        renderer.render(AppState())
    assert (shown.alphas, shown.cursors) == ([20], [None])


def test_that_a_bug_is_told_once_until_what_its_view_read_changes():
    renderer, state = Renderer([broken]), AppState()
    with pytest.raises(ZeroDivisionError):
        renderer.render(state)
    renderer.render(cursor_moved((1, 2))(state))
    with pytest.raises(ZeroDivisionError, match="at alpha 9"):
        renderer.render(alpha_set(9)(state))


def test_that_a_bug_in_one_step_of_a_frame_does_not_stop_the_next(qtbot):
    shown, session = Shown(), Session()
    frames = Frames(session, [broken, shown.show_alpha])
    with pytest.raises(ZeroDivisionError):
        frames.flush()
    assert shown.alphas == [20]
    assert frames.shown is session.state


def test_that_requests_of_a_frame_show_the_last_state_once(qtbot):
    shown, session = Shown(), Session()
    frames = Frames(session, [shown.show_alpha])
    session.watch(frames.request)
    for alpha in (1, 2, 3):
        session.apply(alpha_set(alpha))
    assert shown.alphas == []
    qtbot.waitUntil(lambda: frames.shown is session.state)
    assert shown.alphas == [3]


def test_that_the_next_frame_waits_until_its_time_has_come(qtbot):
    shown, session = Shown(), Session()
    frames = Frames(session, [shown.show_alpha])
    frames.interval_ms = 60_000
    frames.flush()
    session.watch(frames.request)
    session.apply(alpha_set(1))
    qtbot.wait(50)
    assert shown.alphas == [20]


def test_that_nothing_is_shown_after_the_end(qtbot):
    shown, session = Shown(), Session()
    frames = Frames(session, [shown.show_alpha])
    frames.stop()
    frames.flush()
    assert shown.alphas == []


def test_that_pins_that_were_cleared_come_back_after_another_click_without_a_bug(opened, qtbot, settle):
    pin = opened.context.of(SceneFeature).pin
    bugs = []
    opened.bug_met.connect(bugs.append)
    for pixel in ((3, 4), (10, 20)):
        pin(pixel)
        settle()
    opened.session.apply(pins_cleared)
    settle()
    pin((5, 6))
    settle()
    for expected in ([], [(3, 4), (10, 20)], [(3, 4)], []):
        press(opened, qtbot, "Ctrl+Z")
        opened.frames.flush()
        settle()
        assert [one.pixel for one in opened.session.state.view.pins] == expected
        assert len(opened.window.panels["spectrum"].plot.pins) == len(expected)
    assert bugs == []
