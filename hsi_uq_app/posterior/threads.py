"""How many threads small tensors are worth: one."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from hsi_uq_app.posterior.blas import one_blas_thread


@contextmanager
def one_thread() -> Iterator[None]:
    """Compute on one thread meanwhile: a step of a few milliseconds loses more to waiting than it gains.

    It also makes the sums, and with them the bytes of a model, the same on every number of cores.
    """
    before = torch.get_num_threads()
    with one_blas_thread():
        torch.set_num_threads(1)  # of this thread: OpenMP keeps the number for each
        try:
            yield
        finally:
            torch.set_num_threads(before)
