"""The one place where the state changes."""

from collections.abc import Callable

from hsi_uq_app.session.history import History
from hsi_uq_app.session.state import AppState

Transition = Callable[[AppState], AppState]


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

    def part(self) -> None:
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

    def _replace(self, state: AppState) -> None:
        if state is self._state:
            return
        self._state = state
        for watcher in self._watchers:
            watcher()
