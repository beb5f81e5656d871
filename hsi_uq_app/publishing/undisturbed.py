"""A few milliseconds in which the program is not ended: files are changing places."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_at_work = 0
_waiting: list[Callable[[], None]] = []


@contextmanager
def undisturbed() -> Iterator[None]:
    """What was put off meanwhile is done at the end."""
    global _at_work  # noqa: PLW0603 (a signal handler has no other way to ask)
    _at_work += 1
    try:
        yield
    finally:
        _at_work -= 1
        while _waiting and not _at_work:
            _waiting.pop()()


def put_off(action: Callable[[], None]) -> bool:
    """Do it once nothing is at work; False if nothing is: then the caller does it."""
    if _at_work:
        _waiting.append(action)
    return bool(_at_work)
