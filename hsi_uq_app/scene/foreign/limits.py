"""What a foreign parser may take for one file: processor time, memory, and time on the clock.

Time counts on the processor, so that a busy machine refuses nothing; the clock is for what waits for ever.
"""

import signal
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass

try:
    import resource
except ImportError:  # Windows: only the clock is watched there
    resource = None  # type: ignore[assignment]

_SECONDS, _BYTES_A_SECOND = 1.5, 4e6
_BYTES, _BYTES_A_BYTE = 2 << 30, 24
_CLOCK_SECONDS, _CLOCK_FACTOR = 60.0, 20.0


@dataclass(frozen=True)
class Limits:
    """Seconds on the processor, bytes of addresses, and seconds on the clock."""

    seconds: float
    nbytes: int
    clock: float


def limits_for(size: int, more_bytes: int = 0) -> Limits:
    """What a file of so many bytes may take; `more_bytes`: of arrays it is known to hold."""
    seconds = _SECONDS + (size + more_bytes / 8) / _BYTES_A_SECOND
    nbytes = _BYTES + _BYTES_A_BYTE * size + 4 * more_bytes
    return Limits(seconds, nbytes, _CLOCK_SECONDS + _CLOCK_FACTOR * seconds)


def impose(limits: dict[str, float]) -> None:
    """Put them on this process: its end is SIGPROF's, or MemoryError."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, limits["seconds"])
    if resource is not None and sys.platform.startswith("linux"):
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (int(limits["nbytes"]), resource.RLIM_INFINITY))


def lift() -> None:
    """Between two files nothing is counted."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, 0)


def as_facts(limits: Limits) -> dict[str, float]:
    return asdict(limits)
