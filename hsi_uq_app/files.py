"""Files that are whole or absent: written beside their place, then renamed into it."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hsi_uq_app.abandoned import PREFIX, held, remove_abandoned
from hsi_uq_app.errors import UserError

_REASONS = {
    errno.ENOSPC: ("the disk is full", "free some space or choose another folder"),
    errno.EDQUOT: ("the disk quota is used up", "free some space or choose another folder"),
    errno.EFBIG: ("the file is too large for this disk", "choose a folder on another disk"),
    errno.EACCES: ("the folder is not writable", "choose another folder"),
    errno.EPERM: ("the folder is not writable", "choose another folder"),
    errno.EROFS: ("the disk is read-only", "choose another folder"),
    errno.ENOENT: ("the folder does not exist", "make it first or choose another"),
    errno.ENOTDIR: ("the folder is a file", "choose another folder"),
    errno.EISDIR: ("a folder has this name", "choose another name"),
    errno.ENAMETOOLONG: ("the name is too long", "choose a shorter one"),
    errno.EINVAL: ("the disk does not take this name", "choose another one"),
    errno.EIO: ("the disk reports an error", "choose a folder on another disk"),
}


def is_file(path: Path) -> bool:
    """Whether there is a plain file of this name; a name that no disk takes is none."""
    try:
        return path.is_file()
    except OSError:
        return False


@contextmanager
def whole_files(*targets: Path) -> Iterator[tuple[Path, ...]]:
    """Give temporary paths beside the targets; on success rename each into place, on failure leave nothing.

    The temporary files keep the targets' names, in a hidden folder beside them, so that formats that look at
    a name (or write several files) work as usual. The first target is renamed last: whoever sees it sees all;
    an earlier one goes first, so that a kill between the renames never leaves parts of two runs together.
    What a killed process left behind is removed by the next write to the same folder.

    Raises:
        UserError: full disk, folder that is missing or not writable.
    """
    with _told(targets[0]):
        remove_abandoned(targets[0].parent)
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=targets[0].parent))
    drafts = tuple(folder / target.name for target in targets)
    try:
        with _told(targets[0]), held(folder):
            yield drafts
            _publish(drafts, targets)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _publish(drafts: tuple[Path, ...], targets: tuple[Path, ...]) -> None:
    for draft in drafts:
        _settle(draft)
    if len(targets) > 1:
        targets[0].unlink(missing_ok=True)
    for draft, target in reversed(list(zip(drafts, targets, strict=True))):
        os.replace(draft, target)


@contextmanager
def _told(target: Path) -> Iterator[None]:
    """Turn the operating system's refusals into one line for the user."""
    try:
        yield
    except OSError as error:
        if error.errno not in _REASONS:
            raise
        reason, hint = _REASONS[error.errno]
        raise UserError(f"cannot write {target}: {reason}", hint) from error


def _settle(path: Path) -> None:
    """Force a file to the disk, so that a rename never publishes an empty file after a power cut.

    Some writers make files that only their owner may read; a published file has the usual rights.
    """
    with open(path, "rb+") as handle:
        os.fsync(handle.fileno())
    probe = path.with_name(".rights")
    probe.touch()
    path.chmod(probe.stat().st_mode)
