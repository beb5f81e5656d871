"""Independent jobs on all cores, each core a process of its own, stopped at once when the user gives up."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from hsi_uq_app.progress import Progress

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")

_POLL_S = 0.2


def in_processes(
    work: Callable[[Job], Outcome], jobs: Sequence[Job], progress: Progress, processes: int | None = None
) -> Iterator[Outcome]:
    """The outcomes of all jobs, in their order; work, jobs and outcomes travel by pickle.

    The processes are spawned, not forked: a fork would inherit the locks of torch's threads.
    """
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(processes or os.cpu_count() or 1, len(jobs)), _deaf) as pool:
        pending = pool.imap(work, jobs)
        for done in range(len(jobs)):
            text = f"{done} of {len(jobs)} parts done"
            while True:
                progress(done / len(jobs), text)
                try:
                    outcome = pending.next(timeout=_POLL_S)
                except multiprocessing.TimeoutError:
                    continue
                break
            yield outcome


def _deaf() -> None:
    """Ctrl-C reaches every process of a terminal; the one that waits for the others ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
