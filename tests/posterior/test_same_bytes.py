"""The same training gives the same bytes on any number of threads and cores."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import torch
from threadpoolctl import threadpool_info

from hsi_uq_app.posterior.blas import one_blas_thread
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.threads import one_thread

SAMPLE = Path(__file__).parents[2] / "sample_scenes"
FEW = {"hmc": {"draws": 20, "chains": 2, "warmup": 10, "kept": 10}}
TRAIN = """
import sys
from pathlib import Path
from hsi_uq_app.posterior.model_file import digest
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.workflow.train import train
folder = Path(sys.argv[1])
cube = open_scene(folder / "suburb.hdr")
truth = read_truth(folder / "suburb_abundance.hdr", cube.lines, cube.samples)
for method, options in eval(sys.argv[2]).items():
    print(method, digest(train(cube, truth, method=method, region="left", options=options).posterior))
"""


def models(threads: int | None, *before: str) -> dict[str, str]:
    """Digest by method, of models trained in a process with so many threads allowed."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    environment = {key: value for key, value in os.environ.items() if key not in names}
    if threads:
        environment |= dict.fromkeys(names, str(threads))
    options = {method: FEW.get(method, {"draws": 20}) for method in METHODS}
    command = [*before, sys.executable, "-c", TRAIN, str(SAMPLE), repr(options)]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return dict(line.split() for line in ended.stdout.splitlines())


@pytest.mark.slow
def test_that_every_method_gives_the_same_bytes_on_any_number_of_threads_and_cores() -> None:
    expected = models(1)
    assert list(expected) == list(METHODS)
    assert models(2) == expected
    assert models(8) == expected
    if shutil.which("taskset"):
        assert models(None, "taskset", "-c", "0") == expected


def blas_threads() -> list[int]:
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


@pytest.mark.parametrize("first", ["main", "thread"])
def test_that_the_limit_holds_in_every_thread_whoever_was_limited_before(first: str) -> None:
    """OpenBLAS does not always hear a thread after another one took its limit back."""
    seen: list[set[int]] = []

    def work() -> None:
        with one_blas_thread():
            seen.append(set(blas_threads()))

    for turn in range(6):
        if (turn % 2 == 0) == (first == "main"):
            work()
        else:
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
    assert seen == [{1}] * 6


def test_that_torch_has_its_threads_back_afterwards() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    try:
        with one_thread():
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)
