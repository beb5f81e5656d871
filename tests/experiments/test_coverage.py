"""Coverage with answers known beforehand: finitely many draws, and intervals of the wrong spread or place."""

import numpy as np
import pytest
from scipy.special import ndtri

from hsi_uq_app.errors import UserError
from hsi_uq_app.experiments.coverage import coverage, exact_coverage, mean_width
from hsi_uq_app.posterior.levels import rank


def test_that_ten_draws_at_a_fifth_give_the_first_and_ninth() -> None:
    draws = np.arange(0.05, 1, 0.1)
    lower, upper = draws[rank(100, 10) - 1], draws[rank(900, 10) - 1]
    assert (lower, upper) == pytest.approx((0.05, 0.85))
    assert mean_width([lower], [upper]) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("draws", "expected"),
    [(5, 0.6667), (10, 0.7273), (50, 0.7843), (100, 0.7921), (500, 0.7984), (600, 0.7987)],
)
def test_that_finitely_many_exchangeable_draws_cover_less_than_nominal(draws: int, expected: float) -> None:
    assert exact_coverage(20, draws) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("draws", [10, 50])
def test_that_conjugate_draws_cover_as_the_formula_says(draws: int) -> None:
    rng = np.random.default_rng(draws)
    truth = rng.random(20_000)
    successes = rng.binomial(7, truth)
    sample = np.sort(rng.beta(1 + successes, 8 - successes, (draws, truth.size)), axis=0)
    covered = coverage(truth, sample[rank(100, draws) - 1], sample[rank(900, draws) - 1])
    assert covered == pytest.approx(exact_coverage(20, draws), abs=0.01)


@pytest.mark.parametrize(
    ("spread", "shift", "expected"), [(0.5, 0, 0.4783), (2, 0, 0.9896), (1, 1, 0.5996), (1, 0, 0.8)]
)
def test_that_wrong_spread_or_place_cover_as_the_normal_says(
    spread: float, shift: float, expected: float
) -> None:
    truth = ndtri((np.arange(200_000) + 0.5) / 200_000)
    half = np.full(truth.size, 1.28155 * spread)
    assert coverage(truth, shift - half, shift + half) == pytest.approx(expected, abs=5e-5)


def test_that_the_ends_belong_to_the_interval() -> None:
    assert coverage([0.2, 0.8, 0.81], [0.2] * 3, [0.8] * 3) == pytest.approx(2 / 3)


def test_that_intervals_that_end_before_they_begin_are_refused() -> None:
    with pytest.raises(UserError, match="end before they begin"):
        coverage([0.5], [0.8], [0.2])
