"""Slow work that follows from the state: started when its key changed, its value refused when late."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QTimer

from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.tasks import Task
from hsi_uq_app.session.derived import Derivation, Key
from hsi_uq_app.session.reads import Reads, recorded, same
from hsi_uq_app.session.state import AppState

DEBOUNCE_MS: Final = 100


class Follower:
    """Starts derivations. What failed or was cancelled is not tried again until its key changes.

    What is too slow for every move of a slider starts when its key has been left alone for DEBOUNCE_MS.
    """

    def __init__(self, context: Context, derivations: Sequence[Derivation[Any]]) -> None:
        self._context, self._derivations = context, tuple(derivations)
        self._asked: dict[str, Key | None] = {}
        self._reads: dict[str, Reads] = {}
        self._due: list[Derivation[Any]] = []
        self._timer = QTimer(context.tasks, singleShot=True, interval=DEBOUNCE_MS)
        self._timer.timeout.connect(self.flush)

    @property
    def is_waiting(self) -> bool:
        """Whether something is to start once the key has been left alone."""
        return self._timer.isActive()

    def follow(self, state: AppState) -> None:
        """Start what is asked for anew."""
        for derivation in self._derivations:
            read = self._reads.get(derivation.name)
            if read is None or not read.hold_in(state):
                reads = self._reads[derivation.name] = Reads()
                self._ask(derivation, state, derivation.key(recorded(state, reads)))

    def _ask(self, derivation: Derivation[Any], state: AppState, key: Key | None) -> None:
        is_asked_already = same(self._asked.get(derivation.name), key)
        self._asked[derivation.name] = key
        if is_asked_already or key is None or derivation.of(state) is not None:
            return
        if derivation.debounced:
            self._wait_for(derivation)
        else:
            self._start(derivation, state, key)

    def _wait_for(self, derivation: Derivation[Any]) -> None:
        if derivation not in self._due:
            self._due.append(derivation)
        self._timer.start()

    def flush(self) -> None:
        """Start now what is debounced."""
        self._timer.stop()
        due, self._due = self._due, []
        state = self._context.state
        for derivation in due:
            key = derivation.key(state)
            if key is not None and derivation.of(state) is None:
                self._start(derivation, state, key)

    def _start(self, derivation: Derivation[Any], state: AppState, key: Key) -> None:
        work = derivation.start(state, key)
        runner = self._context.reads if derivation.runner == "reads" else self._context.tasks
        runner.start(Task(derivation.name, work, partial(self._accept, derivation, key), derivation.quiet))

    def _accept(self, derivation: Derivation[Any], key: Key, value: Any) -> None:
        self._context.session.apply(derivation.ready(key, value))
