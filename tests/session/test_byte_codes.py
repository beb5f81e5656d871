"""Codes of one byte for values of maps."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.confidence.width import width
from hsi_uq_app.posterior.levels import NO_DATA, to_int16
from hsi_uq_app.session.byte_codes import codes, finite_range, probability_codes, width_codes

LEVELS = st.lists(st.integers(-32767, 32767), min_size=2, max_size=40)


def test_that_codes_run_from_1_to_255_and_no_data_is_0():
    values = np.array([0.0, 0.5, 1.0, -3.0, 9.0, np.nan, np.inf, -np.inf], np.float32)
    assert codes(values, 0.0, 1.0).tolist() == [1, 128, 255, 1, 255, 0, 255, 1]


def test_that_probability_is_always_on_the_scale_0_to_1():
    logits = np.array([-200.0, -1e-7, 0.0, 200.0, np.nan], np.float32)
    assert probability_codes(logits).tolist() == [1, 128, 128, 255, 0]


def test_that_a_range_without_values_or_of_one_value_has_two_ends():
    assert finite_range(np.array([np.nan, np.inf])) == (0.0, 1.0)
    assert finite_range(np.array([2.0, np.nan])) == (1.5, 2.5)
    assert finite_range(np.array([], np.float32)) == (0.0, 1.0)


@given(LEVELS)
def test_that_width_codes_are_the_width_rounded_to_the_nearest_code(levels):
    lower, upper = (np.array(part, np.int16) for part in (sorted(levels)[:-1], sorted(levels)[1:]))
    expected = width(lower, upper) * 254 + 1
    assert np.abs(width_codes(lower, upper) - expected).max() <= 0.5 + 1 / 256 + 1e-4


def test_that_the_width_of_what_was_not_evaluated_is_no_data_and_a_buffer_is_reused():
    planes = to_int16(np.array([[np.nan, -2.0], [np.nan, 2.0]], np.float32))
    out = np.empty(2, np.uint8)
    assert planes[0, 0] == NO_DATA
    assert width_codes(planes[0], planes[1], out) is out
    assert out.tolist() == [0, 194]
