"""Ranks in integers, and logits as int16."""

from fractions import Fraction
from math import ceil

import numpy as np
import pytest

from hsi_uq_app.posterior.levels import LEVELS, NO_DATA, rank, to_int16


def test_that_there_are_101_levels_two_for_each_alpha_and_the_median():
    assert len(LEVELS) == 101
    assert {5 * a for a in range(1, 51)} | {1000 - 5 * a for a in range(1, 51)} | {500} == set(LEVELS)
    assert list(LEVELS) == sorted(LEVELS)


def test_that_ten_draws_at_alpha_20_give_the_first_and_the_ninth():
    draws = np.arange(0.05, 1, 0.1)
    lower, upper = draws[rank(100, 10) - 1], draws[rank(900, 10) - 1]
    assert (lower, upper) == pytest.approx((0.05, 0.85))
    assert upper - lower == pytest.approx(0.80)


SLIPS_OF_FLOATS = [
    (28, 50, 7), (14, 100, 7), (28, 100, 14), (7, 200, 7), (14, 200, 14), (28, 200, 28), (36, 500, 90),
    (36, 1000, 180), (36, 2000, 360),
]  # fmt: skip


@pytest.mark.parametrize(("hundredths", "draws", "expected"), SLIPS_OF_FLOATS)
def test_that_ranks_do_not_slip_where_floats_and_numpy_do(hundredths, draws, expected):
    assert rank(5 * hundredths, draws) == expected


def test_that_the_two_ranks_are_not_mirror_images():
    assert [rank(t, 100) for t in (100, 900, 10, 990)] == [10, 90, 1, 99]


def test_that_ranks_equal_exact_fractions_for_every_alpha_and_up_to_2000_draws():
    for draws in (*range(1, 130), 200, 500, 999, 1000, 2000):
        for level in LEVELS:
            assert rank(level, draws) == max(1, ceil(Fraction(level, 1000) * draws))


def test_that_logits_are_rounded_clipped_and_marked():
    logits = np.array([0, 1, -1, 0.0004, 0.0006, 40, -40, np.inf, -np.inf, np.nan], np.float32)
    steps = [0, 1024, -1024, 0, 1, 32767, -32767, 32767, -32767, NO_DATA]
    assert to_int16(logits).tolist() == steps
