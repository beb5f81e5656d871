"""The set, by eye and by property."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.special import expit

from hsi_uq_app.confidence.high_confidence_set import (
    BACKGROUND,
    NOT_EVALUATED,
    TARGET,
    UNDECIDED,
    SetCounts,
    count,
    effective_draws,
    high_confidence_set,
    thresholds,
)
from hsi_uq_app.confidence.width import probability_of, width
from hsi_uq_app.posterior.levels import NO_DATA, STEP, rank, to_int16


def logit(probability):
    return math.log(probability / (1 - probability))


def levels(*probabilities):
    return to_int16(np.array([logit(p) if p is not None else np.nan for p in probabilities], np.float32))


deltas = st.integers(1, 499).map(lambda thousandths: thousandths / 1000)


@st.composite
def intervals(draw, no_data=True):
    """Planes (LB, UB) with LB <= UB, some pixels without data."""
    shape = draw(hnp.array_shapes(min_dims=2, max_dims=2, max_side=8))
    values = st.integers(-32767, 32767)
    one = draw(hnp.arrays(np.int16, shape, elements=values))
    two = draw(hnp.arrays(np.int16, shape, elements=values))
    missing = draw(hnp.arrays(bool, shape)) if no_data else np.zeros(shape, bool)
    lower, upper = np.minimum(one, two), np.maximum(one, two)
    lower[missing] = upper[missing] = NO_DATA
    return lower, upper


def test_that_a_hand_made_map_has_the_set_counted_by_eye():
    lower = levels(0.85, 0.75, 0.01, 0.01, 0.30, None).reshape(2, 3)
    upper = levels(0.99, 0.99, 0.15, 0.25, 0.70, None).reshape(2, 3)
    classes = high_confidence_set(lower, upper, 0.2)
    assert classes.tolist() == [[TARGET, UNDECIDED, BACKGROUND], [UNDECIDED, UNDECIDED, NOT_EVALUATED]]
    counted = count(classes)
    assert counted == SetCounts(target=1, background=1, undecided=3, not_evaluated=1)
    assert (counted.target_share, counted.undecided_share) == (0.2, 0.6)


def test_that_pixels_without_data_are_never_background():
    nothing = np.full((3, 4), NO_DATA, np.int16)
    for delta in (0.001, 0.2, 0.499):
        assert (high_confidence_set(nothing, nothing, delta) == NOT_EVALUATED).all()


def test_that_the_lowest_level_is_still_background():
    lowest = np.full((1, 1), -32767, np.int16)
    assert high_confidence_set(lowest, lowest, 0.001).item() == BACKGROUND


def draws_whose(rank_of_bound, code, others_below, others_above, count):
    """Sorted draws (S,) in which the order statistic of that rank is the code and its neighbours are not."""
    below, above = [others_below] * (rank_of_bound - 1), [others_above] * (count - rank_of_bound)
    return np.array([*below, code, *above], np.float32) / STEP


BOUNDARY = [  # of integers on, one step below and one step above the threshold, each side
    ("lower", 0, UNDECIDED),
    ("lower", 1, TARGET),
    ("lower", -1, UNDECIDED),
    ("upper", 0, UNDECIDED),
    ("upper", -1, BACKGROUND),
    ("upper", 1, UNDECIDED),
]


@pytest.mark.parametrize("count", [1, 2, 100])
@pytest.mark.parametrize("delta", [0.001, 0.05, 0.2, 0.499])
@pytest.mark.parametrize(("bound", "step", "expected"), BOUNDARY)
def test_that_a_bound_on_its_threshold_is_undecided_and_one_step_beyond_it_is_not(
    write_map, bound, step, expected, delta, count
):
    above, below = math.floor(STEP * logit(1 - delta)), math.ceil(STEP * logit(delta))
    place = rank(100, count) if bound == "lower" else rank(900, count)
    code = (above if bound == "lower" else below) + step
    draws = draws_whose(place, code, below - 900, above + 900, count)
    lower, upper = write_map(draws[:, None, None]).interval(20)
    assert (lower if bound == "lower" else upper).item() == code
    assert high_confidence_set(lower, upper, delta).item() == expected


@pytest.mark.parametrize("count", [1, 2, 100])
def test_that_draws_without_data_are_not_evaluated_though_they_lie_below_every_threshold(write_map, count):
    draws = np.full((count, 1, 2), np.nan, np.float32)
    draws[:, 0, 1] = -31.99
    lower, upper = write_map(draws).interval(20)
    assert upper[0, 0] == NO_DATA == -32768
    assert high_confidence_set(lower, upper, 0.001).tolist() == [[NOT_EVALUATED, BACKGROUND]]


def test_that_the_set_is_written_where_the_slider_asks():
    lower = np.zeros((2, 2), np.int16)
    out = np.full((2, 2), 9, np.uint8)
    assert high_confidence_set(lower, lower, 0.2, out) is out
    assert (out == UNDECIDED).all()


def test_that_shares_are_undefined_when_nothing_was_evaluated():
    assert math.isnan(SetCounts(0, 0, 0, 7).target_share)


def test_that_thresholds_are_those_of_the_definition():
    for delta in (thousandths / 1000 for thousandths in range(1, 500)):
        above, below = thresholds(delta)
        assert below == math.ceil(1024 * logit(delta))
        assert above == math.floor(1024 * logit(1 - delta))


def test_that_delta_counts_to_three_decimals():
    assert thresholds(0.2) == thresholds(0.20049) == thresholds(0.1 + 0.1)
    assert thresholds(0.2) != thresholds(0.201)


@given(intervals(), deltas, deltas)
def test_that_the_set_grows_with_delta(planes, one, other):
    small, large = sorted((one, other))
    narrow, wide = high_confidence_set(*planes, small), high_confidence_set(*planes, large)
    for part in (TARGET, BACKGROUND):
        assert not ((narrow == part) & (wide != part)).any()


@given(intervals(no_data=False), deltas, st.integers(0, 2000))
def test_that_the_set_shrinks_when_alpha_decreases(planes, delta, wider):
    """A smaller alpha moves LB down and UB up, whatever the draws."""
    lower, upper = planes
    outer = [np.clip(plane.astype(int) + move, -32767, 32767).astype(np.int16)
             for plane, move in ((lower, -wider), (upper, wider))]  # fmt: skip
    inside, outside = high_confidence_set(lower, upper, delta), high_confidence_set(*outer, delta)
    for part in (TARGET, BACKGROUND):
        assert not ((outside == part) & (inside != part)).any()


@given(intervals(), deltas)
def test_that_every_pixel_is_counted_once(planes, delta):
    classes = high_confidence_set(*planes, delta)
    counted = count(classes)
    assert counted.evaluated + counted.not_evaluated == classes.size
    assert counted.not_evaluated == (planes[0] == NO_DATA).sum()
    assert counted.undecided == (classes == UNDECIDED).sum()


@given(intervals(), deltas)
def test_that_the_integer_set_is_the_floating_one_of_the_rounded_logits(planes, delta):
    lower, upper = (plane.astype(np.float64) / 1024 for plane in planes)
    valid = planes[0] != NO_DATA
    classes = high_confidence_set(*planes, delta)
    assert np.array_equal(classes == TARGET, valid & (lower > logit(1 - delta)))
    assert np.array_equal(classes == BACKGROUND, valid & (upper < logit(delta)))


def test_that_only_pixels_within_half_a_step_differ_from_unrounded_draws():
    draws = np.sort(np.random.default_rng(3).normal(0, 3, (100, 20_000)), axis=0).astype(np.float32)
    for alpha, delta in ((20, 0.2), (7, 0.05), (14, 0.4)):
        exact = draws[rank(5 * alpha, 100) - 1], draws[rank(1000 - 5 * alpha, 100) - 1]
        rounded = high_confidence_set(*(to_int16(bound)[None] for bound in exact), delta)[0]
        target, background = exact[0] > logit(1 - delta), exact[1] < logit(delta)
        differs = ((rounded == TARGET) != target) | ((rounded == BACKGROUND) != background)
        near = np.minimum(abs(exact[0] - logit(1 - delta)), abs(exact[1] - logit(delta))) <= 0.5001 / 1024
        assert not (differs & ~near).any()
        assert near.sum() < 30


@pytest.mark.parametrize(
    ("alpha", "draws", "expected"),
    [(20, 100, 10), (7, 100, 4), (14, 100, 7), (2, 100, 1), (1, 20, 1), (50, 20, 5)],
)
def test_that_the_draws_an_alpha_rests_on_are_counted_in_integers(alpha, draws, expected):
    assert effective_draws(alpha, draws) == expected


def test_that_width_is_the_difference_of_probabilities():
    lower, upper = levels(0.1, 0.5, None), levels(0.9, 0.5, None)
    assert np.allclose(width(lower, upper), [0.8, 0.0, np.nan], atol=1e-3, equal_nan=True)
    assert np.isnan(probability_of(lower)[2])


def test_that_every_rounded_logit_has_its_own_probability():
    codes = np.arange(-32768, 32768).astype(np.int16)
    expected = expit(codes / 1024).astype(np.float32)
    expected[0] = np.nan
    assert np.array_equal(probability_of(codes), expected, equal_nan=True)
    assert np.array_equal(width(codes[::-1].copy(), codes), expected - expected[::-1], equal_nan=True)
