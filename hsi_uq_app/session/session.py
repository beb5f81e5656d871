"""The one place where the state changes, and the way back through the analyst's choices."""

from collections.abc import Callable
from dataclasses import replace

from hsi_uq_app.session.state import AppState, Transition
from hsi_uq_app.session.view import View

LONGEST_HISTORY = 200


class Session:
    """Holds the current state, tells watchers that it changed, and walks back and forth through the views."""

    def __init__(self, state: AppState | None = None) -> None:
        self._state = state or AppState()
        self._history = History()
        self._watchers: list[Callable[[], None]] = []

    @property
    def state(self) -> AppState:
        return self._state

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call `watcher` after each change; it reads `state` when it is ready to."""
        self._watchers.append(watcher)

    def close(self) -> None:
        """Tell nobody any more: the window is about to go."""
        self._watchers = []

    def apply(self, transition: Transition, gesture: str = "") -> None:
        """Change the state.

        Args:
            transition: gives the new state; the same object back means nothing changed.
            gesture: changes of the view in a row with the same non-empty gesture are one step of undo.
        """
        old, new = self._state, transition(self._state)
        if new is old:
            return
        if new.view != old.view:
            self._history.record(old.view, gesture)
        self._replace(new)

    def undo(self) -> None:
        """Go back to the view before the last change."""
        self._replace(self._history.undone(self._state))

    def redo(self) -> None:
        """Take back the last undo."""
        self._replace(self._history.redone(self._state))

    def forget_history(self) -> None:
        """Start a new history, for example because another scene was opened."""
        self._history = History()
        self._replace(self._state)

    def _replace(self, state: AppState) -> None:
        can = self._history.can_undo, self._history.can_redo
        if (state.can_undo, state.can_redo) != can:
            state = replace(state, can_undo=can[0], can_redo=can[1])
        if state is self._state:
            return
        self._state = state
        for watcher in self._watchers:
            watcher()


class History:
    """The views before and after the current one; files, models and results are not undone."""

    def __init__(self) -> None:
        self._before: list[View] = []
        self._after: list[View] = []
        self._gesture = ""

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        return bool(self._after)

    def record(self, view: View, gesture: str) -> None:
        """Remember the view that is being left; a gesture that goes on is remembered once."""
        if not (gesture and gesture == self._gesture):
            self._before = [*self._before[-LONGEST_HISTORY + 1 :], view]
        self._after = []
        self._gesture = gesture

    def undone(self, state: AppState) -> AppState:
        """The state with the view before, or the same state when there is none."""
        return self._step(state, self._before, self._after)

    def redone(self, state: AppState) -> AppState:
        """The state with the view that was undone last."""
        return self._step(state, self._after, self._before)

    def _step(self, state: AppState, source: list[View], target: list[View]) -> AppState:
        self._gesture = ""
        if not source:
            return state
        target.append(state.view)
        return replace(state, view=source.pop())
