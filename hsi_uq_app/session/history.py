"""Undo and redo. Views are immutable, so a step is a reference."""

from dataclasses import replace

from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.view import View

LONGEST = 200


class History:
    """The views before and after the current one; files, models and results are not undone."""

    def __init__(self) -> None:
        self._before: list[View] = []
        self._after: list[View] = []
        self._gesture = ""

    def record(self, view: View, gesture: str) -> None:
        """Remember the view that is being left; a gesture that goes on is remembered once."""
        if not (gesture and gesture == self._gesture):
            self._before = [*self._before[-LONGEST + 1 :], view]
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
