"""What no writer may replace: what the run reads, what is no plain file, and what is not this program's."""

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.plain_text import is_plain
from hsi_uq_app.publishing.inputs import family
from hsi_uq_app.publishing.marks import Ours

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_ANOTHER = "choose another name"
_GET_FLAGS, _FIXED = 0x80086601, 0x10 | 0x20  # Linux: FS_IOC_GETFLAGS; immutable, append only
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
)


class ForeignFileError(UserError):
    """A file would be replaced that is not an earlier one of its kind; a person may say yes to it."""


@dataclass(frozen=True)
class Guard:
    """What a run must not replace.

    Attributes:
        inputs: files the run reads, and what to say of each, as in "is the scene itself".
        overwrite: whether a file that is no earlier one of the same kind may be replaced. Inputs and what is
            no plain file never are.
    """

    inputs: Mapping[Path, str] = field(default_factory=dict)
    overwrite: bool = False

    def sparing(self, what: str, *paths: Path | None) -> "Guard":
        """The guard that also spares these files, with their headers, data files and side-cars."""
        more = {member: what for path in paths if path is not None for member in family(path)}
        return Guard({**more, **self.inputs}, self.overwrite)

    def check(self, *targets: Path, ours: Ours) -> None:
        """Refuse before anything is touched.

        Args:
            targets: files about to be written or removed.
            ours: whether one that is there is an earlier file of the same kind.

        Raises:
            ForeignFileError: a file is there that is none.
            UserError: an input, a folder, a device, a link to nothing, a file that is locked against changes,
                a name that no line can show.
            OSError: a name the system refuses.
        """
        spared = {key: what for path, what in self.inputs.items() for key in _keys(path)}
        for target in targets:
            _check_name(target)
            for key in _keys(target):
                if key in spared:
                    raise UserError(f"{target} {spared[key]}", _ANOTHER)
            if os.path.lexists(target):
                _check_kind(target)
                self._check_ours(target, ours)

    def _check_ours(self, target: Path, ours: Ours) -> None:
        if not self.overwrite and not ours(target):
            raise ForeignFileError(
                f"{target} exists and is not an earlier file of this kind",
                f"{_ANOTHER}, or give --overwrite to replace it",
            )


def _keys(path: Path) -> set[object]:
    """What two spellings of one file share: where it lies, and which file it is."""
    keys: set[object] = {os.path.normcase(os.path.realpath(path))}
    with suppress(OSError):
        found = os.stat(path)
        keys.add((found.st_dev, found.st_ino))
    return keys


def _check_name(target: Path) -> None:
    if not is_plain(target.name):
        raise UserError(f"{target} has a line break or a control character in its name", _ANOTHER)
    with suppress(FileNotFoundError):
        os.lstat(target)  # a name that is too long, a folder that is a file: the system's own words


def _check_kind(target: Path) -> None:
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        raise UserError(f"{target} is a link to nothing", _ANOTHER) from None
    for is_kind, what in _KINDS:
        if is_kind(mode):
            raise UserError(f"{target} is {what}", _ANOTHER)
    if _is_fixed(target):
        raise UserError(f"{target} is locked against changes", f"unlock it (chattr -ia), or {_ANOTHER}")


def _is_fixed(target: Path) -> bool:
    """Whether Linux keeps even its owner from replacing the file."""
    if fcntl is None:
        return False
    try:
        handle = os.open(target, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        flags = fcntl.ioctl(handle, _GET_FLAGS, bytes(8))
        return bool(int.from_bytes(flags[:4], "little") & _FIXED)
    except OSError:
        return False
    finally:
        os.close(handle)
