"""One writer at a time in a folder: a lock that the system itself lets go when its process ends."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hsi_uq_app.errors import UserError

try:
    import fcntl
except ImportError:  # Windows: renames alone
    fcntl = None  # type: ignore[assignment]

PATIENCE_S = 30.0
_BETWEEN_TRIES_S = 0.01


@contextmanager
def folder_lock(folder: Path, *, shared: bool = False) -> Iterator[bool]:
    """Hold a folder while files change places in it, or (shared) while a set of files is opened.

    Held for milliseconds, so another process waits its turn. It leaves no file behind, and a process that is
    dead holds nothing.

    Yields:
        Whether the lock is held; False on a disk without locks.

    Raises:
        UserError: somebody has held it for half a minute.
    """
    handle = _opened(folder)
    try:
        yield handle is not None and _taken(handle, folder, shared)
    finally:
        if handle is not None:
            os.close(handle)


def _opened(folder: Path) -> int | None:
    if fcntl is None:
        return None
    try:
        return os.open(folder, os.O_RDONLY)
    except OSError:  # a folder that may be entered but not listed
        return None


def _taken(handle: int, folder: Path, shared: bool) -> bool:
    how, end = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX), time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        try:
            fcntl.flock(handle, how | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            time.sleep(_BETWEEN_TRIES_S)
        except OSError:
            return False
    raise UserError(f"another run is writing to {folder}", "wait until it has ended and try again")
