"""One thread for matrix products, from the first training or prediction of a process on."""

from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_limits


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Matrix products on one thread: their sums, and so their bytes, do not depend on the cores.

    The limit is set at each entry, because a library may have been loaded since (torch, say),
    and is never taken back: OpenBLAS does not always hear a thread that sets the limit after another one took
    it back, and then the same training gives other bytes. Predictions have a worker a core of their own.
    """
    import scipy.linalg  # noqa: F401 (its own BLAS must be there to be limited)

    threadpool_limits(limits=1, user_api="blas")
    yield
