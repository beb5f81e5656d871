"""Jobs on all cores: in order, stopped at once, and their errors told."""

import math
import time

import pytest

from hsi_uq_app.experiments.processes import in_processes
from hsi_uq_app.progress import Cancelled, silent


def test_that_outcomes_come_in_order_whatever_the_number_of_processes():
    for processes in (1, 3):
        assert list(in_processes(math.factorial, [3, 1, 4, 1, 5], silent, processes)) == [6, 1, 24, 1, 120]


def test_that_giving_up_ends_jobs_that_are_under_way():
    def give_up(fraction: float, text: str = "") -> None:
        raise Cancelled

    start = time.perf_counter()
    with pytest.raises(Cancelled):
        list(in_processes(time.sleep, [60.0, 60.0], give_up, 2))
    assert time.perf_counter() - start < 20


def test_that_an_error_in_a_job_is_the_callers():
    with pytest.raises(ValueError, match="negative"):
        list(in_processes(math.factorial, [3, -1], silent, 1))


def test_that_progress_rises_and_stays_below_one():
    heard = []
    list(in_processes(math.factorial, [1, 2, 3], lambda fraction, text="": heard.append(fraction), 1))
    assert heard == sorted(heard)
    assert set(heard) == {0, 1 / 3, 2 / 3}
