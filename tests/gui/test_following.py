"""Slow work follows from the state: it starts when its key changes, once, and is dropped when late."""

import threading

import pytest
from PySide6.QtCore import Qt

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.following import Follower
from hsi_uq_app.session.derived import Derivation
from hsi_uq_app.session.hcs import alpha_set, delta_set
from hsi_uq_app.session.state import AppState, cursor_moved

PATIENCE_S = 30
"""Longer than any machine needs, however busy."""


class Doubling:
    """A derivation: twice alpha. It fails at some alphas, and waits at others until it is let go.

    `made`: the alphas it was started for.
    """

    def __init__(self, context: Context, debounced: bool = False) -> None:
        self.made: list[int] = []
        self.failing: set[int] = set()
        self.gates: dict[int, threading.Event] = {}
        self.begun: dict[int, threading.Event] = {}
        self.asked = 0
        self.derivation = Derivation("twice alpha", self._key, self._work, debounced)
        self.follower = Follower(context, [self.derivation])
        self._context = context

    def _key(self, state: AppState) -> tuple[int] | None:
        self.asked += 1
        alpha = state.view.thresholds.alpha
        return (alpha,) if alpha < 50 else None

    def _work(self, alpha: int):
        self.made.append(alpha)

        def work(progress) -> int:
            if alpha in self.failing:
                raise UserError(f"alpha {alpha} cannot be doubled", "choose another")
            if alpha in self.gates:
                self.begun[alpha].set()
                assert self.gates[alpha].wait(PATIENCE_S)
            return 2 * alpha

        return work

    def hold_at(self, alpha: int) -> None:
        self.gates[alpha], self.begun[alpha] = threading.Event(), threading.Event()

    def move(self, alpha: int) -> None:
        """Another alpha, and what follows from it."""
        self._context.session.apply(alpha_set(alpha))
        self.follow()

    def follow(self) -> None:
        self.follower.follow(self._context.state)

    @property
    def value(self) -> int | None:
        return self.derivation.of(self._context.state)


@pytest.fixture
def doubling(program) -> Doubling:
    return Doubling(program.context)


@pytest.fixture
def debounced(program, monkeypatch) -> Doubling:
    """The same, and it waits so long that a test has all the time it needs."""
    monkeypatch.setattr("hsi_uq_app.gui.following.DEBOUNCE_MS", 600_000)
    return Doubling(program.context, debounced=True)


def test_that_a_value_joins_the_state_and_is_not_made_twice(doubling, settle):
    doubling.follow()
    settle()
    assert doubling.value == 40
    doubling.follow()
    doubling.move(21)
    settle()
    assert (doubling.value, doubling.made) == (42, [20, 21])


def test_that_a_key_is_looked_at_again_only_when_what_it_read_has_changed(doubling, program, settle):
    doubling.follow()
    settle()
    asked = doubling.asked
    program.session.apply(cursor_moved((1, 2)))
    doubling.follow()
    assert doubling.asked == asked


def test_that_what_failed_is_told_and_not_tried_again_until_its_key_changes(doubling, program, settle):
    told = []
    program.context.voice.noticed.connect(told.append)
    doubling.failing = {20}
    doubling.follow()
    settle()
    for change in (cursor_moved((1, 2)), delta_set(7)):
        program.session.apply(change)
        doubling.follow()
    settle()
    assert (doubling.value, doubling.made) == (None, [20])
    assert [notice.what for notice in told] == ["alpha 20 cannot be doubled"]
    doubling.move(21)
    settle()
    doubling.move(20)
    settle()
    assert doubling.made == [20, 21, 20]


def test_that_what_was_cancelled_is_not_tried_again_until_its_key_changes(doubling, program, settle):
    doubling.hold_at(20)
    doubling.follow()
    assert doubling.begun[20].wait(PATIENCE_S)
    program.context.tasks.cancel("twice alpha")
    doubling.gates[20].set()
    program.session.apply(delta_set(7))
    doubling.follow()
    settle()
    assert (doubling.value, doubling.made) == (None, [20])


def test_that_a_value_that_is_still_true_is_not_made_again_when_it_is_asked_for_anew(doubling, settle):
    doubling.follow()
    settle()
    for alpha in (50, 20):
        doubling.move(alpha)
    settle()
    assert (doubling.value, doubling.made) == (40, [20])


def test_that_a_value_that_comes_late_is_dropped(doubling, settle):
    doubling.hold_at(20)
    doubling.follow()
    assert doubling.begun[20].wait(PATIENCE_S)
    doubling.move(21)
    settle()
    doubling.gates[20].set()
    settle()
    assert doubling.value == 42


def test_that_a_value_that_nobody_asks_for_any_more_is_dropped(doubling, program, settle):
    doubling.hold_at(20)
    doubling.follow()
    assert doubling.begun[20].wait(PATIENCE_S)
    doubling.move(50)
    doubling.gates[20].set()
    settle()
    assert "twice alpha" not in program.session.state.derived


def test_that_what_is_debounced_starts_once_the_sliders_rest_with_the_last_key(debounced, settle):
    for alpha in (1, 2, 3):
        debounced.move(alpha)
    assert debounced.follower.is_waiting
    assert debounced.made == []
    debounced.follower.flush()
    settle()
    assert (debounced.made, debounced.value) == ([3], 6)
    assert not debounced.follower.is_waiting


def test_that_each_move_begins_the_rest_anew(debounced, qtbot):
    timer = debounced.follower._timer
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    debounced.move(1)
    qtbot.wait(50)
    left = timer.remainingTime()
    debounced.move(2)
    assert timer.remainingTime() > left


def test_that_the_rest_ends_by_itself(program, monkeypatch, qtbot):
    monkeypatch.setattr("hsi_uq_app.gui.following.DEBOUNCE_MS", 1)
    doubling = Doubling(program.context, debounced=True)
    doubling.move(4)
    qtbot.waitUntil(lambda: doubling.value == 8)


def test_that_nothing_starts_when_nobody_asks_any_more_or_the_value_is_there(debounced, settle):
    debounced.move(1)
    debounced.move(50)
    debounced.follower.flush()
    assert debounced.made == []
    debounced.move(1)
    debounced.follower.flush()
    settle()
    debounced.move(2)
    debounced.move(1)
    debounced.follower.flush()
    assert debounced.made == [1]


def test_that_a_failed_value_that_waited_is_not_tried_again(debounced, settle):
    debounced.failing = {1}
    debounced.move(1)
    debounced.follower.flush()
    settle()
    debounced.follow()
    debounced.follower.flush()
    settle()
    assert debounced.made == [1]
