"""Work shared by a few threads and watched by the caller's: progress, cancelling and errors arrive there."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from typing import TypeVar

Span = TypeVar("Span")
GoOn = Callable[[], None]

_SECONDS_BETWEEN_REPORTS = 0.1


class _GivenUpError(Exception):
    """Ends a worker once the caller gave up or another worker failed; never seen outside."""


def share(
    spans: Iterable[Span], workers: Sequence[Callable[[Span, GoOn], object]], watch: Callable[[], None]
) -> None:
    """Give each worker, on a thread of its own, the next span until none is left.

    Workers call the function they are given often: it ends them when the rest has failed or been cancelled.
    `watch` is called by this thread, ten times a second, and may raise Cancelled. The first error of a worker
    is raised here, after all have ended.
    """
    stop, queue = threading.Event(), _Queue(spans)
    with ThreadPoolExecutor(len(workers)) as pool:
        futures = [pool.submit(_run, worker, queue, stop) for worker in workers]
        try:
            while not all(future.done() for future in futures):
                wait(futures, _SECONDS_BETWEEN_REPORTS, FIRST_EXCEPTION)
                _raise_first(futures)
                watch()
            _raise_first(futures)
        finally:
            stop.set()
            futures.clear()  # an error and its frames would hold each other, and every tile


class _Queue(Iterator[Span]):
    """An iterator that several threads may draw from."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans, self._lock = iter(spans), threading.Lock()

    def __next__(self) -> Span:
        with self._lock:
            return next(self._spans)


def _run(worker: Callable[[Span, GoOn], object], queue: Iterator[Span], stop: threading.Event) -> None:
    def go_on() -> None:
        if stop.is_set():
            raise _GivenUpError

    for span in queue:
        go_on()
        worker(span, go_on)


def _raise_first(futures: Sequence[Future[None]]) -> None:
    for future in futures:
        if future.done() and (error := future.exception()) and not isinstance(error, _GivenUpError):
            try:
                raise error
            finally:
                del error, future
