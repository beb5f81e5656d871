"""Stop at the n-th call that changes a disk: by an error, or by death."""

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CALLS = (
    "open", "close", "rename", "replace", "unlink", "rmdir", "mkdir", "link", "symlink", "fsync", "truncate",
    "chmod",
)  # fmt: skip
DIED = 77


class Steps:
    """Counts the calls and stops at the one of that number, before it (and after, with `after`)."""

    def __init__(self, stop: int = -1, how: str = "count") -> None:
        self.stop, self.how, self.made = stop, how, 0

    def wrap(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*arguments: Any, **more: Any) -> Any:
            self.made += 1
            if self.made == self.stop and self.how == "die":
                os._exit(DIED)
            if self.made == self.stop and self.how == "raise":
                raise OSError(errno.EIO, "planted")
            if self.made == self.stop and self.how == "interrupt":
                raise KeyboardInterrupt
            return call(*arguments, **more)

        return stepped


@contextmanager
def stepping(steps: Steps) -> Iterator[None]:
    """Count the system's calls meanwhile; pathlib, tempfile and shutil go through the same names."""
    plain = [(os, name, getattr(os, name)) for name in CALLS]
    plain += [(io, "open", io.open), (builtins, "open", open)]
    for place, name, call in plain:
        setattr(place, name, steps.wrap(call))
    try:
        yield
    finally:
        for place, name, call in plain:
            setattr(place, name, call)


def in_child(work: Callable[[], object]) -> int:
    """Run in a forked process, and its exit code."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def content(folder: Path) -> dict[str, bytes]:
    """What other programs see: names and bytes, hidden folders left out."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
