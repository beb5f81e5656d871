"""What a view read of the state: recorded while it is shown, compared before it is shown again.

A view that is shown from a recording need not say what it depends on. Leaves are recorded, not the branches
they hang on, so that a change beside what was read does not count.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any, Final, cast

import numpy as np

from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.view import LayerStyle, View

Path = tuple[tuple[str, Any], ...]
"""From the state to a leaf: ("field", name) or ("key", key of a mapping), step by step."""

BRANCHES: Final = (AppState, View, LayerStyle)
_GONE: Final = object()


class Reads:
    """The leaves that were read of one state, and whether another state has the same."""

    def __init__(self) -> None:
        self._leaves: dict[Path, Any] = {}

    def __len__(self) -> int:
        return len(self._leaves)

    def add(self, path: Path, leaf: Any) -> None:
        """Remember a leaf."""
        self._leaves[path] = leaf

    def hold_in(self, state: AppState) -> bool:
        """Whether every leaf is the same in this state. What cannot be compared counts as changed."""
        try:
            return all(same(leaf, _walk(state, path)) for path, leaf in self._leaves.items())
        except Exception:  # a comparison's bug costs a drawing, not the window
            return False


def recorded(state: AppState, reads: Reads) -> AppState:
    """The state as it looks to a view; every leaf that is read of it is added to `reads`."""
    return cast(AppState, _Recording(state, (), reads))


def same(one: Any, other: Any) -> bool:
    """Equality of scalars and of what is made of them; identity of arrays and of objects that hold them."""
    if one is other:
        return True
    if type(one) is not type(other) or isinstance(one, np.ndarray):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if is_dataclass(one) and type(one).__eq__ is object.__eq__:
        return False
    return bool(one == other)


class _Recording:
    """A branch of the state, every leaf of which is recorded when it is read."""

    __slots__ = ("_branch", "_path", "_reads")

    def __init__(self, branch: Any, path: Path, reads: Reads) -> None:
        self._branch, self._path, self._reads = branch, path, reads

    def __getattr__(self, name: str) -> Any:
        return _noted(getattr(self._branch, name), (*self._path, ("field", name)), self._reads)


class _RecordingMapping(Mapping[Any, Any]):
    """A mapping of the state: an entry that is asked for is recorded, all of it when it is walked through."""

    def __init__(self, mapping: Mapping[Any, Any], path: Path, reads: Reads) -> None:
        self._mapping, self._path, self._reads = mapping, path, reads

    def __getitem__(self, key: Any) -> Any:
        entry = _noted(self._mapping.get(key, _GONE), (*self._path, ("key", key)), self._reads)
        if entry is _GONE:
            raise KeyError(key)
        return entry

    def __iter__(self) -> Iterator[Any]:
        self._reads.add(self._path, self._mapping)
        return iter(self._mapping)

    def __len__(self) -> int:
        self._reads.add(self._path, self._mapping)
        return len(self._mapping)


def _noted(value: Any, path: Path, reads: Reads) -> Any:
    """A branch goes on recording; a leaf is remembered."""
    if isinstance(value, BRANCHES):
        return _Recording(value, path, reads)
    if isinstance(value, Mapping):
        return _RecordingMapping(value, path, reads)
    reads.add(path, value)
    return value


def _walk(state: AppState, path: Path) -> Any:
    value: Any = state
    for kind, name in path:
        value = _STEPS[kind](value, name)
    return value


_STEPS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "field": getattr,
    "key": lambda mapping, key: mapping.get(key, _GONE),
}
