"""Intervals of an ECE in worlds whose true error is known, nothing among them."""

from typing import NamedTuple

import numpy as np
import pytest

from hsi_uq_app.calibration.block_sums import Interval, draw_blocks, interval, replicated
from hsi_uq_app.calibration.ece import expected_calibration_error
from hsi_uq_app.calibration.ece_interval import ECES, DrawnEce, change_interval, ece_interval, noise_alone

POSITIVE = "ECE, positive class"


class World(NamedTuple):
    """Plain and mended intervals: of an ECE, and of its change from another model on the same labels."""

    plain: Interval | None
    mended: Interval | None
    plain_change: Interval | None
    mended_change: Interval | None


def world(seed: int, power: float, before: float = 1.0) -> World:
    """Labels drawn from p, judged as if p to a power had been predicted; the change is from another power."""
    rng = np.random.default_rng(seed)
    p = rng.random(1_500)
    y = rng.random(p.size) < p
    was, now = (drawn(p**by, y, seed) for by in (before, power))
    return World(
        interval(now.replicates),
        ece_interval(now),
        interval(now.replicates - was.replicates),
        change_interval(was, now),
    )


def drawn(p: np.ndarray, y: np.ndarray, seed: int) -> DrawnEce:
    draws = draw_blocks(np.arange(p.size) // 25, seed=seed)
    ece = expected_calibration_error(p, y)
    return DrawnEce(ece, replicated(p, y, draws)[POSITIVE], noise_alone(p, y, draws, "positive"))


def share(intervals: list[Interval | None], truth: float) -> float:
    """How many of the intervals hold the truth."""
    return float(np.mean([found is not None and found[0] <= truth <= found[1] for found in intervals]))


def true_ece(power: float) -> float:
    """Mean of p - p^power over 0..1."""
    return 1 / 2 - 1 / (1 + power)


@pytest.mark.parametrize("power", [1, 1.2, 2])
def test_that_the_interval_of_an_ece_holds_the_truth(power: float) -> None:
    assert share([world(seed, power).mended for seed in range(60)], true_ece(power)) > 0.85


def test_that_replicates_alone_never_hold_the_truth_of_a_calibrated_model() -> None:
    assert share([world(seed, 1).plain for seed in range(20)], 0.0) == 0


@pytest.mark.parametrize(("before", "after"), [(1, 1.5), (1.5, 1), (1, 1), (1, 1.05), (2, 1.2)])
def test_that_the_interval_of_a_change_holds_the_truth(before: float, after: float) -> None:
    worlds = [world(seed, after, before) for seed in range(60)]
    assert share([w.mended_change for w in worlds], true_ece(after) - true_ece(before)) > 0.85


def test_that_replicates_alone_understate_what_a_good_calibrator_mends() -> None:
    worlds = [world(seed, 1, 1.5) for seed in range(60)]
    assert share([w.plain_change for w in worlds], -true_ece(1.5)) < 0.5


def test_that_an_ece_lies_in_its_own_interval() -> None:
    above, noise = np.linspace(0.02, 0.06, 201), np.full(201, 0.005)
    assert ece_interval(DrawnEce(0.01, above, noise)) == (0.0, 0.01)
    assert ece_interval(DrawnEce(0.05, above, noise)) == pytest.approx((0.041, 0.079), abs=2e-4)
    assert ece_interval(DrawnEce(0.05, above, noise + 0.05)) == pytest.approx((0, 0.079), abs=2e-4)


def test_that_two_eces_of_noise_tell_no_change() -> None:
    nothing = DrawnEce(0.01, np.linspace(0.01, 0.03, 201), np.full(201, 0.02))
    something = DrawnEce(0.05, np.linspace(0.05, 0.07, 201), np.full(201, 0.02))
    assert change_interval(nothing, nothing) == (-0.01, 0.01)
    assert change_interval(something, something) == (0, 0)


def test_that_there_is_no_interval_where_replicates_are_undefined() -> None:
    undefined = DrawnEce(0.1, np.full(50, np.nan), np.zeros(50))
    assert ece_interval(undefined) is None
    assert change_interval(undefined, undefined) is None


@pytest.mark.parametrize("name", ECES)
def test_that_noise_alone_is_what_labels_drawn_from_p_make(name: str) -> None:
    rng = np.random.default_rng(0)
    p = rng.random(20_000)
    labels = [rng.random(p.size) < p for _ in range(30)]
    drawn = [expected_calibration_error(p, y, ECES[name]) for y in labels]
    noise = noise_alone(p, labels[0], draw_blocks(np.arange(p.size) // 10), ECES[name])
    assert noise.mean() == pytest.approx(np.mean(drawn), rel=0.15)
