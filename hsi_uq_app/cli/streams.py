"""Standard output and error that may be closed, full, or of an alphabet that lacks letters."""

import errno
import os
import sys
from contextlib import suppress

_FULL = (errno.ENOSPC, errno.EDQUOT)


class OutputError(Exception):
    """Standard output took no more.

    Attributes:
        full: whether its disk is full; otherwise its reader is gone.
    """

    def __init__(self, full: bool) -> None:
        super().__init__("standard output took no more")
        self.full = full


def make_safe() -> None:
    """Streams that were closed lead nowhere; a letter that one lacks is spelt out."""
    sys.stdin, sys.stdout, sys.stderr = (
        open(os.devnull, mode) if stream is None else stream  # noqa: SIM115 (as long as the process)
        for stream, mode in ((sys.stdin, "r"), (sys.stdout, "w"), (sys.stderr, "w"))
    )
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def put(text: str) -> None:
    """Write to standard output, now.

    Raises:
        OutputError: its disk is full, or nobody reads it any more.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _lead_nowhere()
        raise OutputError(is_full(error)) from error


def is_full(error: OSError) -> bool:
    """Whether a disk, or what is allowed of it, is used up."""
    return error.errno in _FULL


def _lead_nowhere() -> None:
    """What is still in the buffer must not fail again when the process ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
