"""One thread for matrix products, process-wide and for as long as anybody needs it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_limits


class SharedLimit:
    """A limit that belongs to the whole process: the first holder sets it, the last takes it back.

    So a training and a prediction side by side do not leave each other's limit behind.
    """

    def __init__(self, limit: Callable[[], Callable[[], None]]) -> None:
        """`limit` sets it and gives what takes it back."""
        self._limit, self._lock = limit, threading.Lock()
        self._holders: int = 0
        self._take_back: Callable[[], None] | None = None

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Held meanwhile."""
        with self._lock:
            self._holders += 1
            if self._take_back is None:
                self._take_back = self._limit()
        try:
            yield
        finally:
            with self._lock:
                self._holders -= 1
                if not self._holders and self._take_back is not None:
                    self._take_back()
                    self._take_back = None


def _limit_blas() -> Callable[[], None]:
    restore: Callable[[], None] = threadpool_limits(limits=1, user_api="blas").restore_original_limits
    return restore


one_blas_thread = SharedLimit(_limit_blas)
"""Matrix products on one thread meanwhile: their sums, and so their bytes, do not depend on the cores."""
