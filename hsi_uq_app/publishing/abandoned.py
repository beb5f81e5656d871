"""Draft folders that a killed process left behind: told from those in use by a lock, and removed."""

import os
import platform
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nothing is held there, and nothing removed
    fcntl = None  # type: ignore[assignment]

# This machine's own: on a shared disk the locks of another one may not be seen.
PREFIX = f".writing-{platform.node()}-"

JOURNALS = FORWARD, BACK = "forward.json", "back.json"
"""What a folder holds whose files have begun to change places: it is finished, never just removed."""

IN_USE: set[Path] = set()
"""The draft folders of this process."""

# A folder so young may belong to a process that has not locked it yet.
_YOUNG_SECONDS = 60.0


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Lock a draft folder while it is in use; the system lets go when the process ends, however it ends."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    IN_USE.add(folder)
    try:
        with suppress(OSError):  # a disk without locks: then nothing is ever removed there
            fcntl.flock(handle, fcntl.LOCK_SH)
        yield
    finally:
        IN_USE.discard(folder)
        os.close(handle)


def remove_abandoned(parent: Path) -> None:
    """Remove the draft folders in parent that no living process holds."""
    for folder in parent.glob(f"{PREFIX}*") if fcntl is not None else ():
        if _is_abandoned(folder):
            discard(folder)


def discard(folder: Path) -> None:
    """Remove a draft folder, unless its journal still has to be finished."""
    if not has_journal(folder):
        shutil.rmtree(folder, ignore_errors=True)


def has_journal(folder: Path) -> bool:
    """Whether files have begun to change places."""
    return any(os.path.lexists(folder / name) for name in JOURNALS)


def _is_abandoned(folder: Path) -> bool:
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return time.time() - os.fstat(handle).st_mtime > _YOUNG_SECONDS
    except OSError:
        return False
    finally:
        os.close(handle)
