"""Files that are whole or absent: written beside their place, then moved into it, several as one."""

import errno
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.publishing.abandoned import PREFIX, discard, held, remove_abandoned
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.journal import NEW, publish, recover, recover_locked
from hsi_uq_app.publishing.lock import folder_lock
from hsi_uq_app.publishing.marks import Ours
from hsi_uq_app.publishing.undisturbed import undisturbed

_PLAIN = Guard()

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
    errno.ELOOP: ("its links lead in a circle", "choose another name"),
    errno.EBUSY: ("something else holds it", "choose another name"),
    errno.EINVAL: ("the disk does not take this name", "choose another one"),
    errno.EIO: ("the disk reports an error", "choose a folder on another disk"),
}


def is_file(path: Path) -> bool:
    """Whether there is a plain file of this name; a name that no disk takes is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def check_targets(*targets: Path, ours: Ours, guard: Guard = _PLAIN) -> None:
    """Refuse before the work what `whole_files` would refuse after it.

    Raises:
        UserError: as `whole_files`, but for a disk that fills up.
    """
    with _told(targets[0]):
        os.stat(targets[0].parent)
        recover(targets[0].parent)
        guard.check(*targets, ours=ours)


@contextmanager
def whole_files(
    *targets: Path, ours: Ours, guard: Guard = _PLAIN, gone: Sequence[Path] = ()
) -> Iterator[tuple[Path, ...]]:
    """Give temporary paths beside the targets; on success all change into place as one, else nothing does.

    The temporary files keep the targets' names, in a hidden folder beside them, so that formats that look at
    a name (or write several files) work as usual. The old files stay until the new ones are whole; a process
    that is killed in between leaves a journal, and the next one that opens or writes here finishes it.

    Args:
        targets: of one folder; the first is the one people open.
        ours: whether a file that is there is an earlier one of this kind (`publishing/marks.py`).
        guard: what must not be replaced.
        gone: earlier files that the new ones make wrong.

    Raises:
        ForeignFileError: a file is there that is not of this kind.
        UserError: an input of the run, a folder or a device; full disk, a folder that is missing or not
            writable.
    """
    parent = targets[0].parent
    with _told(targets[0]):
        recover(parent)
        guard.check(*targets, *gone, ours=ours)
        remove_abandoned(parent)
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
    try:
        with _told(targets[0]), held(folder):
            (folder / NEW).mkdir()
            drafts = tuple(folder / NEW / target.name for target in targets)
            yield drafts
            for draft in drafts:
                _settle(draft)
            with folder_lock(parent), undisturbed():
                recover_locked(parent)
                guard.check(*targets, *gone, ours=ours)
                publish(folder, [target.name for target in targets], [path.name for path in gone])
    finally:
        discard(folder)


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
