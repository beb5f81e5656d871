"""The other side: one request a line on standard input, one message each on standard output.

Only this process loads the foreign libraries. It opens the file it is asked for, and what the format keeps in
other files beside it.
"""

import importlib
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from hsi_uq_app.scene.foreign.limits import impose, lift
from hsi_uq_app.scene.foreign.message import Message, send

JOBS: dict[str, tuple[str, str]] = {
    "vectors": ("hsi_uq_app.scene.foreign.vectors", "read"),
    "hdf5 list": ("hsi_uq_app.scene.foreign.hdf5", "variables"),
    "hdf5 load": ("hsi_uq_app.scene.foreign.hdf5", "load"),
}


def serve() -> None:
    """Answer until standard input ends."""
    with suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process ends this one
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no message
    for line in sys.stdin.buffer:
        send(output, answer(json.loads(line)))


def answer(request: Mapping[str, Any]) -> Message:
    """Do a job within its limits; whatever goes wrong is a message with `error`."""
    module, name = JOBS[request["job"]]
    do: Callable[..., Message] = getattr(importlib.import_module(module), name)
    impose(request["limits"])
    try:
        return do(**request["arguments"])
    except MemoryError:
        return Message({"error": "it claims more memory than it can hold"})
    except Exception as error:
        return Message({"error": _first_line(error)})
    finally:
        lift()


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:120] if lines else type(error).__name__
