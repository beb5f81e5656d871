"""Small cases with exact answers, another library as the oracle, and what users of such libraries met."""

from typing import Any

import numpy as np
import pytest
import torch
from torchmetrics.functional.classification import binary_calibration_error

from hsi_uq_app.calibration.ece import (
    expected_calibration_error,
    maximum_calibration_error,
    noise_floor,
)
from hsi_uq_app.calibration.metrics import mean_at_targets
from hsi_uq_app.calibration.reliability import reliability_curve
from hsi_uq_app.errors import UserError

FOUR = ([0.1, 0.1, 0.9, 0.9], [0, 0, 1, 0])


def test_that_the_two_meanings_of_ece_differ_on_four_pixels() -> None:
    assert expected_calibration_error(*FOUR, "top-label") == pytest.approx(0.15, abs=1e-12)
    assert expected_calibration_error(*FOUR, "positive") == pytest.approx(0.25, abs=1e-12)


def test_that_neither_meaning_is_the_mixture_the_papers_wording_suggests() -> None:
    p, y = np.array(FOUR[0]), np.array(FOUR[1])
    right = (p > 0.5) == y
    mixture = sum(abs(right[p == v].mean() - v) * (p == v).mean() for v in (0.1, 0.9))
    assert mixture == pytest.approx(0.65)
    assert mixture not in (
        pytest.approx(expected_calibration_error(p, y, "positive")),
        pytest.approx(expected_calibration_error(p, y, "top-label")),
    )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_that_a_value_on_an_edge_belongs_to_the_bin_it_closes(dtype: type) -> None:
    p = np.array([0.2, 0.21], dtype=dtype)
    assert expected_calibration_error(p, [1, 0], bins=5) == pytest.approx(0.505, abs=1e-7)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_that_every_written_edge_lies_on_its_edge(dtype: type) -> None:
    for bins in (5, 7, 10, 15, 100):
        p = np.array([k / bins for k in range(bins + 1)], dtype=dtype)
        curve = reliability_curve(p, np.zeros(bins + 1), bins=bins)
        assert curve.counts.tolist() == [2] + [1] * (bins - 1)


def test_that_zero_and_one_are_counted_in_the_first_and_last_bin() -> None:
    assert expected_calibration_error([0.0, 1.0], [1, 0]) == 1
    assert expected_calibration_error([0.0, 1.0], [0, 1]) == 0


def test_that_the_largest_gap_of_a_filled_bin_is_the_maximum_error() -> None:
    assert maximum_calibration_error(*FOUR) == pytest.approx(0.4)


def test_that_a_probability_of_one_is_counted_in_the_last_bin() -> None:
    p, y = [1, 1, 0.97, 0, 0.04], [1, 0, 1, 0, 1]
    assert expected_calibration_error(p, y, bins=10) == pytest.approx(0.386, abs=1e-12)


def test_that_torchmetrics_puts_a_probability_of_one_in_a_bin_of_its_own() -> None:
    p, y = torch.tensor([1, 1, 0.97, 0, 0.04]), torch.tensor([1, 0, 1, 0, 1])
    assert float(binary_calibration_error(p, y, n_bins=10)) == pytest.approx(0.398, abs=1e-6)


def test_that_certain_and_right_predictions_score_zero() -> None:
    assert expected_calibration_error([0, 1, 1, 0], [0, 1, 1, 0]) == 0
    assert expected_calibration_error([0, 1, 1, 0], [0, 1, 1, 0], "top-label") == 0


def test_that_positive_class_and_top_label_are_asked_for_by_name() -> None:
    p, y = [0.22, 0.78], [1, 1]
    assert expected_calibration_error(p, y, "positive") == pytest.approx(0.5)
    assert expected_calibration_error(p, y, "top-label") == pytest.approx(0.28)


def test_that_rare_targets_show_counts_and_a_figure_of_the_targets_alone() -> None:
    p, y = np.full(100_000, 0.0006), np.zeros(100_000)
    y[:60] = 1
    curve = reliability_curve(p, y)
    assert curve.ece == pytest.approx(0, abs=1e-9)
    assert (curve.n, curve.n_positive) == (100_000, 60)
    assert mean_at_targets(p, y) == pytest.approx(0.0006)


@pytest.mark.parametrize("bins", [1, 10, 15, 40])
def test_that_torchmetrics_agrees_where_nothing_lies_on_an_edge(bins: int) -> None:
    rng = np.random.default_rng(bins)
    p = rng.uniform(0.001, 0.999, 5_000).astype(np.float32)
    y = rng.random(5_000) < p**2
    theirs = binary_calibration_error(torch.from_numpy(p), torch.from_numpy(y).long(), n_bins=bins)
    assert expected_calibration_error(p, y, bins=bins) == pytest.approx(float(theirs), abs=1e-6)


def test_that_netcal_agrees_ends_included() -> None:
    """netcal 1.4.0, `ECE(bins).measure(p, y)`; written down, since it brings half of Pyro along."""
    k = np.arange(1_999)
    p, y = (k * 0.6180339887498949) % 1, (k * k) % 7 < 3
    assert expected_calibration_error(p, y) == pytest.approx(0.2953817959286789, abs=1e-12)
    assert expected_calibration_error(p, y, bins=10) == pytest.approx(0.2951023546884449, abs=1e-12)
    ends = ([1, 1, 0.97, 0, 0.04], [1, 0, 1, 0, 1])
    assert expected_calibration_error(*ends, bins=10) == pytest.approx(0.386, abs=1e-12)


@pytest.mark.parametrize(
    ("labels", "expected"), [(1_000, 0.0384), (5_000, 0.0172), (20_000, 0.0086), (100_000, 0.0038)]
)
def test_that_the_noise_floor_is_what_a_perfect_model_scores(labels: int, expected: float) -> None:
    rng = np.random.default_rng(1)
    p = rng.random((40, labels))
    y = rng.random((40, labels)) < p
    floors = [noise_floor(a, b) for a, b in zip(p, y, strict=True)]
    scores = [expected_calibration_error(a, b) for a, b in zip(p, y, strict=True)]
    assert np.mean(floors) == pytest.approx(expected, rel=0.02)
    assert np.mean(scores) == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize(
    ("p", "y", "words"),
    [
        ([-2.0, 3.0], [0, 1], "look like logits"),
        ([0.5, 1.00001], [0, 1], "look like logits"),
        ([-0.00001, 0.5], [0, 1], "look like logits"),
        ([0.1, np.nan], [0, 1], "1 of 2 probabilities are not finite"),
        ([0.1, 0.2], [1, 2], "labels must be 0 and 1"),
        ([0.1, 0.2], [1], "labels of"),
        ([0.1, 0.2], [-1, 1], "labels must be 0 and 1, found -1"),
        ([0.1, 0.2], [np.nan, 1], "labels must be 0 and 1, found"),
        ([0.1, 0.2], ["yes", "no"], "labels must be 0 and 1, these are of type"),
        ([], [], "no pixel to score"),
        ([[0.1, 0.2]], [1], "shape"),
    ],
)
def test_that_bad_input_is_refused_in_words(p: list[float], y: list[Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        expected_calibration_error(p, y)


def test_that_a_probability_that_rounding_pushed_past_one_counts_as_one() -> None:
    p = np.array([1.0000001, -1e-9, 0.5])
    assert expected_calibration_error(p, [1, 0, 1]) == pytest.approx(0.5 / 3)
    assert reliability_curve(p, [1, 0, 1]).counts.tolist()[-1] == 1


@pytest.mark.parametrize("dtype", [np.float16, np.int64, np.bool_])
def test_that_certain_answers_of_any_type_are_read(dtype: type) -> None:
    assert expected_calibration_error(np.array([0, 1, 1, 0], dtype=dtype), [0, 1, 1, 0]) == 0


def test_that_logits_of_classes_are_refused_in_words() -> None:
    with pytest.raises(UserError, match="softmax"):
        expected_calibration_error(np.array([[2.0, -1.0]]), np.array([0]), "top-label")
