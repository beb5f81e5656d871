"""Several files change places as one: a journal says what is to be done, until all of it is done.

A draft folder holds the new files in `new/`. Once all are on the disk, `forward.json` is put beside them:
from here on the new set is what counts. The old files move to `old/`, headers first; the new ones move in,
headers last. So a header that another program sees always has its own data beside it. Where a step is
refused, the journal becomes `back.json` and everything moves back. Whoever opens or writes a file in the
folder next finishes what a killed process began: every step can be repeated.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hsi_uq_app.publishing.abandoned import BACK, FORWARD, PREFIX, discard, has_journal
from hsi_uq_app.publishing.lock import folder_lock

NEW, _OLD = "new", "old"
_LARGEST_JOURNAL = 1 << 20


@dataclass(frozen=True)
class Journal:
    """The files of one change, by name.

    Attributes:
        names: that are written; the first is the one people open.
        gone: that are removed.
        replaced: which file each name had: what is another file by now is left alone.
    """

    names: tuple[str, ...]
    gone: tuple[str, ...]
    replaced: dict[str, list[int]]

    @property
    def leaving(self) -> list[str]:
        """The order in which old files leave; new ones come in the opposite order."""
        return [*sorted(self.names, key=lambda name: not name.lower().endswith(".hdr")), *self.gone]


def publish(folder: Path, names: Sequence[str], gone: Sequence[str] = ()) -> None:
    """Move the drafts of a folder into place beside it, all or none; call it with the folder's parent locked.

    Raises:
        OSError: a step was refused; everything is as it was.
    """
    parent = folder.parent
    if len(names) == 1 and not gone:
        os.replace(folder / NEW / names[0], parent / names[0])
        _sync(parent)
        return
    (folder / _OLD).mkdir()
    replaced = {name: mark for name in (*names, *gone) if (mark := _mark(parent / name))}
    journal = Journal(tuple(names), tuple(gone), replaced)
    _sync(folder / NEW)
    _write(folder, journal)
    try:
        _go_forward(folder, journal)
    except BaseException:
        _go_back(folder, journal)
        raise


def recover(parent: Path) -> None:
    """Finish what a killed process of this machine began in a folder; does nothing where it cannot."""
    if not _unfinished(parent):
        return
    with folder_lock(parent) as held, suppress(OSError):
        if held:
            recover_locked(parent)


def recover_locked(parent: Path) -> None:
    """The same for callers that hold the lock."""
    for folder in _unfinished(parent):
        with suppress(OSError):
            _finish(folder)
        discard(folder)


@contextmanager
def settled(parent: Path) -> Iterator[None]:
    """Open the files of one set meanwhile: none of them changes places, and none waits to be finished."""
    recover(parent)
    with folder_lock(parent, shared=True):
        yield


def _finish(folder: Path) -> None:
    if (folder / BACK).exists():
        _go_back(folder, _read(folder / BACK))
        return
    journal = _read(folder / FORWARD)
    if _has_strangers(folder, journal):
        os.unlink(folder / FORWARD)
        return
    try:
        _go_forward(folder, journal)
    except OSError:
        _go_back(folder, journal)


def _go_forward(folder: Path, journal: Journal) -> None:
    new, old, parent = folder / NEW, folder / _OLD, folder.parent
    for name in journal.leaving:
        waits = name in journal.gone or os.path.lexists(new / name)
        if waits and os.path.lexists(parent / name):
            os.replace(parent / name, old / name)
    for name in reversed(journal.leaving):
        if os.path.lexists(new / name):
            os.replace(new / name, parent / name)
    _sync(parent)
    os.unlink(folder / FORWARD)


def _go_back(folder: Path, journal: Journal) -> None:
    new, old, parent = folder / NEW, folder / _OLD, folder.parent
    if (folder / FORWARD).exists():
        os.replace(folder / FORWARD, folder / BACK)
    for name in journal.leaving:
        moved_in = name not in journal.gone and not os.path.lexists(new / name)
        if moved_in and os.path.lexists(parent / name):
            os.replace(parent / name, new / name)
    for name in reversed(journal.leaving):
        if os.path.lexists(old / name):
            os.replace(old / name, parent / name)
    _sync(parent)
    os.unlink(folder / BACK)


def _has_strangers(folder: Path, journal: Journal) -> bool:
    """Whether somebody else has put a file where one is to be written or removed."""
    waiting = [n for n in journal.names if os.path.lexists(folder / NEW / n)] + list(journal.gone)
    marks = {name: _mark(folder.parent / name) for name in waiting}
    return any(mark and mark != journal.replaced.get(name) for name, mark in marks.items())


def _mark(path: Path) -> list[int] | None:
    """Which file it is; renaming does not change that."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return None
    return [found.st_ino, found.st_size, found.st_mtime_ns]


def _unfinished(parent: Path) -> list[Path]:
    try:
        with os.scandir(parent) as entries:
            names = sorted(e.name for e in entries if e.name.startswith(PREFIX) and _is_own_folder(e))
    except OSError:
        return []
    return [parent / name for name in names if has_journal(parent / name)]


def _is_own_folder(entry: "os.DirEntry[str]") -> bool:
    """A real folder of this user: one that came with somebody's files is not believed."""
    if not entry.is_dir(follow_symlinks=False):
        return False
    owner: Callable[[], int] | None = getattr(os, "geteuid", None)
    return owner is None or entry.stat(follow_symlinks=False).st_uid == owner()


def _write(folder: Path, journal: Journal) -> None:
    draft = folder / "journal.draft"
    with open(draft, "w", encoding="utf-8") as handle:
        handle.write(json.dumps(asdict(journal)))
        handle.flush()
        os.fsync(handle.fileno())
    os.replace(draft, folder / FORWARD)
    _sync(folder)


def _read(path: Path) -> Journal:
    """The journal; one that names anything outside of its folder, or is none, is an OSError as any other."""
    try:
        if path.stat().st_size > _LARGEST_JOURNAL:
            raise ValueError("too long")
        found: Any = json.loads(path.read_text(encoding="utf-8"))
        journal = Journal(tuple(found["names"]), tuple(found["gone"]), dict(found["replaced"]))
        if not journal.names or any(Path(name).name != name for name in (*journal.names, *journal.gone)):
            raise ValueError("no plain names")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise OSError(f"{path} is no journal: {error}") from error
    return journal


def _sync(folder: Path) -> None:
    """Force a folder's names to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
