"""How many threads small tensors are worth: one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import torch

from hsi_uq_app.posterior.blas import SharedLimit, one_blas_thread


def _limit_torch() -> Callable[[], None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    return partial(torch.set_num_threads, before)


_one_torch_thread = SharedLimit(_limit_torch)


@contextmanager
def one_thread() -> Iterator[None]:
    """Compute on one thread meanwhile: a step of a few milliseconds loses more to waiting than it gains.

    It also makes the sums, and with them the bytes of a model, the same on every number of cores.
    """
    with one_blas_thread(), _one_torch_thread():
        yield
