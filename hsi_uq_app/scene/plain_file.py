"""Opening what is a plain file: a named pipe is never waited on, a device never touched."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_KINDS = (
    (stat.S_ISFIFO, "it is a named pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
    (stat.S_ISCHR, "it is a device, not a file"),
    (stat.S_ISBLK, "it is a device, not a file"),
    (stat.S_ISDIR, "it is a folder, not a file"),
)
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def open_plain(path: Path) -> BinaryIO:
    """Open a file for reading.

    Raises:
        OSError: it cannot be opened, or is no plain file; `strerror` says why.
    """
    return open(path, "rb", opener=lambda name, _: plain_descriptor(Path(name)))


def plain_descriptor(path: Path) -> int:
    """The same as a descriptor, which the caller closes."""
    check_mode(os.stat(path).st_mode)
    handle = os.open(path, _READ)
    try:
        check_mode(os.fstat(handle).st_mode)  # what was a file a moment ago may be a pipe now
    except BaseException:
        os.close(handle)
        raise
    return handle


def check_mode(mode: int) -> None:
    """Raise OSError for what is no plain file."""
    for is_kind, what in _KINDS:
        if is_kind(mode):
            raise OSError(errno.EINVAL, what)
