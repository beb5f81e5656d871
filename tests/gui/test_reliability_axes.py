"""Axes of the reliability diagram: where probabilities lie, and which bin is meant."""

import numpy as np
import pytest

from hsi_uq_app.gui.plot_parts import ProbabilityScale
from hsi_uq_app.gui.reliability.axes import bin_at, bin_spans, bins_between, neighbour, scale_for, toggled
from tests.gui.reliability_kit import curve_of, three_bins

LINEAR = ProbabilityScale("linear", 0.0, 1.0)


def test_that_slivers_of_equal_mass_are_picked_by_the_nearest():
    probability = np.concatenate([np.full(50, 1e-5), np.full(50, 3e-5), np.full(50, 0.9)])
    curve = curve_of(probability, np.arange(150) >= 100, spacing="mass", bins=3)
    spans = bin_spans(curve, LINEAR)
    assert bin_at(spans, 0.0, reach=0.02) in (0, 1)
    assert bin_at(spans, 0.99, reach=0.02) == 2


def test_that_the_nearest_filled_bin_is_found_and_far_ones_are_not():
    spans = bin_spans(three_bins(), LINEAR)
    assert bin_at(spans, 0.51, 0.02) == 5
    assert bin_at(spans, 0.61, 0.02) == 5
    assert bin_at(spans, 0.3, 0.02) is None
    assert bin_at(np.full((2, 2), np.nan), 0.5, 1.0) is None
    assert bins_between(spans, 0.99, 0.55) == (5, 9)
    assert toggled((1, 2), 2) == (1,)


def test_that_walking_stops_at_the_ends():
    curve = three_bins()
    assert neighbour(curve, None, 1) == 0
    assert neighbour(curve, None, -1) == 9
    assert neighbour(curve, 9, 1) == 9
    assert neighbour(curve, 0, 1) == 5


def test_that_scale_places_are_logits_and_ends_hold_zero_and_one():
    scale = scale_for("logit", [three_bins()])
    assert scale.place([0.5]) == pytest.approx([0.0])
    assert scale.place([0.0, 1.0]) == pytest.approx([scale.low, scale.high])
    assert np.isnan(scale.place([np.nan])).all()
    assert scale.low == pytest.approx(np.log(0.001 / 0.999))


def test_that_ticks_of_a_deep_logit_axis_are_powers_of_ten():
    rare = curve_of(np.full(10**5, 3e-6), np.zeros(10**5, bool))
    texts = [text for _, text in scale_for("logit", [rare]).ticks()]
    assert texts == ["10⁻⁶", "10⁻⁵", "10⁻⁴", "0.001", "0.01", "0.1", "0.5", "0.9"]
