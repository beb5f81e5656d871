"""Ctrl-C ends the command line at any moment: one line, exit code 130, no draft left behind.

The process ends at once instead of unwinding: an interrupt in the middle of an import, of a library's own
`except` or of a callback would otherwise be swallowed, or look like a bug. What is published is safe, since
files change places through a journal.
"""

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

from hsi_uq_app.publishing.abandoned import IN_USE, discard
from hsi_uq_app.publishing.undisturbed import put_off

CANCELLED = 130
LINE = "Cancelled; no file is half-written"
_CLEAR_LINE_SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"


def listen() -> None:
    """From now on Ctrl-C ends the process."""
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, _hear)


def stop_listening() -> None:
    """The outcome is known: an interrupt does not change it any more."""
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _hear(number: int, frame: FrameType | None) -> None:
    stop_listening()
    if not put_off(_end):
        _end()


def _end() -> None:
    try:
        os.write(2, (_CLEAR_LINE_SHOW_CURSOR if os.isatty(2) else b"") + f"hsi-uq: {LINE}\n".encode())
        for folder in tuple(IN_USE):
            discard(folder)
        _end_children()
    finally:
        os._exit(CANCELLED)


def _end_children() -> None:
    """The processes of an experiment, if it has any."""
    children = getattr(
        sys.modules.get("multiprocessing"), "active_children", tuple
    )  # it may be half imported
    for child in children():
        child.terminate()
