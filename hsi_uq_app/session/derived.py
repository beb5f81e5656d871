"""What is worked out from the state, apart from the GUI thread, and is true exactly as long as its key is."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeVar

from hsi_uq_app.progress import Progress
from hsi_uq_app.session.reads import same
from hsi_uq_app.session.state import AppState, Transition

V = TypeVar("V")
Key = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Derived(Generic[V]):
    """A value, and everything it was made from: objects by identity, scalars by equality (`reads.same`)."""

    key: Key
    value: V


@dataclass(frozen=True, eq=False)
class Derivation(Generic[V]):
    """One kind of derived value. Its work is made of the key and of nothing else: no input can be forgotten.

    Attributes:
        name: of its place in `AppState.derived`, and of its task.
        key: what the value must be made from to be true now; None while nobody asks for it.
        work: `work(*key)` is the slow work, to be called with a `Progress`.
        debounced: it is too slow for every move of a slider, and starts when the key has been left alone.
        quiet: its progress is not worth showing.
        runner: "reads" for small reads that follow the mouse.
        incremental: the work gets the value before as well: `work(*key, earlier)`.
    """

    name: str
    key: Callable[[AppState], Key | None]
    work: Callable[..., Callable[[Progress], V]]
    debounced: bool = False
    quiet: bool = True
    runner: Literal["tasks", "reads"] = "tasks"
    incremental: bool = False

    def of(self, state: AppState) -> V | None:
        """The value, if it has been made and is true now."""
        made = self.latest(state)
        return made.value if made and _agree(made.key, self.key(state)) else None

    def latest(self, state: AppState) -> Derived[V] | None:
        """The value made last, with what it was made from: true then, perhaps no longer."""
        return state.derived.get(self.name)

    def start(self, state: AppState, key: Key) -> Callable[[Progress], V]:
        """The work that makes the value for this key."""
        return self.work(*key, self.latest(state)) if self.incremental else self.work(*key)

    def ready(self, key: Key, value: V) -> Transition:
        """The value joins the state; refused when something else is asked for by now."""

        def transition(state: AppState) -> AppState:
            if not _agree(key, self.key(state)):
                return state
            return replace(state, derived={**state.derived, self.name: Derived(key, value)})

        return transition


def _agree(made: Key, asked: Key | None) -> bool:
    return asked is not None and same(made, asked)
