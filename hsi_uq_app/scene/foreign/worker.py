"""The process that reads foreign files: started at the first one, ended by what it cannot take.

It costs a fifth of a second once. It ends with this process, whose end closes its standard input.
"""

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from hsi_uq_app.scene.foreign.limits import Limits, as_facts
from hsi_uq_app.scene.foreign.message import Message, receive

_START = (
    "import json, sys; sys.path[:0] = json.loads(sys.argv[1]); "
    "from hsi_uq_app.scene.foreign.served import serve; serve()"
)
_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",  # each thread claims addresses
    "PROJ_NETWORK": "OFF",
    "GDAL_HTTP_PROXY": "127.0.0.1:9",  # the discard port: a way out that was overlooked leads nowhere
    "HDF5_PLUGIN_PRELOAD": "::",  # HDF5's word for: load no plugins
}
_ROOT = Path(__file__).parents[3]
_LOCK = threading.Lock()
_WORKERS: dict[int, "subprocess.Popen[bytes]"] = {}


class ForeignError(Exception):
    """The foreign parser refused, crashed, or took more than it may; the text says which."""


def ask(job: str, limits: Limits, **arguments: Any) -> Message:
    """Have a job (`foreign/served.py`) done.

    Raises:
        ForeignError: it could not be done.
    """
    request = {"job": job, "limits": as_facts(limits), "arguments": arguments}
    with _LOCK:
        message = _answer(_worker(), request, limits)
    if "error" in message.facts:
        raise ForeignError(message.facts["error"])
    return message


def _worker() -> "subprocess.Popen[bytes]":
    """This process's worker; a process that was forked off this one has its own."""
    worker = _WORKERS.get(os.getpid())
    if worker is None or worker.poll() is not None:
        worker = _WORKERS[os.getpid()] = _started()
    return worker


@atexit.register
def _end_own() -> None:
    worker = _WORKERS.pop(os.getpid(), None)
    if worker is not None:
        _end(worker)


def _started() -> "subprocess.Popen[bytes]":
    paths = [str(_ROOT), *(path for path in sys.path if path)]
    return subprocess.Popen(
        (sys.executable, "-I", "-S", "-c", _START, json.dumps(paths)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_environment(os.environ),
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def _environment(own: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in own.items() if key.lower() != "no_proxy"} | _ENVIRONMENT


def _answer(worker: "subprocess.Popen[bytes]", request: Mapping[str, Any], limits: Limits) -> Message:
    """What the worker says; it is gone where it says nothing."""
    late = threading.Event()

    def end() -> None:
        late.set()
        worker.kill()

    watch = threading.Timer(limits.clock, end)
    watch.daemon = True
    watch.start()
    try:
        with suppress(BrokenPipeError):
            _input(worker).write(json.dumps(request).encode() + b"\n")
            _input(worker).flush()
        message = receive(_output(worker))
    except BaseException:
        _end(worker)
        raise
    finally:
        watch.cancel()
    if message is None:
        raise ForeignError(_why(_end(worker), late.is_set()))
    return message


def _end(worker: "subprocess.Popen[bytes]") -> int:
    """End a worker; gives how it ended."""
    for stream in (worker.stdin, worker.stdout):
        with suppress(OSError):
            stream.close()  # type: ignore[union-attr]
    with suppress(subprocess.TimeoutExpired):
        return worker.wait(0.2)
    worker.kill()
    return worker.wait()


def _why(code: int, late: bool) -> str:
    import signal

    if late or code == -getattr(signal, "SIGPROF", 0):
        return "it takes longer to read than any sound file of its size"
    return "its reader gave up on it; it is damaged, or claims more than it can hold"


def _input(worker: "subprocess.Popen[bytes]") -> IO[bytes]:
    assert worker.stdin is not None
    return worker.stdin


def _output(worker: "subprocess.Popen[bytes]") -> Any:
    assert worker.stdout is not None
    return worker.stdout
