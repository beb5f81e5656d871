"""Consistency in closed form against exact values, quadrature and draws; strengths; features; inputs."""

import tracemalloc
from typing import Any

import numpy as np
import pytest
from numpy.polynomial.hermite_e import hermegauss
from scipy.special import ndtr

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput
from hsi_uq_app.calibration.calibrators.consistency import Noise, consistency
from hsi_uq_app.calibration.calibrators.consistency_draws import drawn_consistency
from hsi_uq_app.calibration.calibrators.feature_consistency import FeatureConsistency
from hsi_uq_app.calibration.calibrators.input_consistency import InputConsistency, agreement
from hsi_uq_app.calibration.calibrators.label_free_consistency import LabelFreeConsistency
from hsi_uq_app.calibration.calibrators.logit_consistency import LogitConsistency
from hsi_uq_app.calibration.calibrators.monte_carlo_consistency import MonteCarloConsistency
from hsi_uq_app.calibration.calibrators.strength_search import (
    criterion_of,
    search_as_published,
    search_smoothly,
)
from hsi_uq_app.progress import silent


def of(z: Any) -> CalibrationInput:
    return CalibrationInput(np.asarray(z, dtype=float))


@pytest.mark.parametrize(
    ("gap", "strength", "noise", "expected"),
    [
        (2, 1, "gaussian", 0.921350),
        (2, 2, "gaussian", 0.760250),
        (1, 2, "uniform", 0.875),
        (1, 4, "uniform", 0.71875),
        (-1, 2, "uniform", 0.125),
        (3, 2, "uniform", 1.0),
        (2, 2, "uniform", 1.0),
        (-2, 2, "uniform", 0.0),
    ],
)
def test_that_two_classes_have_their_exact_values(
    gap: float, strength: float, noise: Noise, expected: float
) -> None:
    assert consistency(of([gap]), strength, noise) == pytest.approx([expected], abs=5e-7)
    assert consistency(of([[0, gap]]), strength, noise)[0, 1] == pytest.approx(expected, abs=5e-7)


def test_that_noise_falls_on_both_logits_and_not_on_one() -> None:
    assert consistency(of([2.0]), 1)[0] != pytest.approx(0.977250, abs=1e-3)


@pytest.mark.parametrize(
    ("logits", "expected"),
    [
        ([1, 0, 0], [0.633702, 0.183149, 0.183149]),
        ([2, 1, 0], [0.728751, 0.224098, 0.047151]),
        ([5, 5, 5], [1 / 3] * 3),
    ],
)
def test_that_three_classes_have_their_exact_values(logits: list[float], expected: list[float]) -> None:
    assert consistency(of([logits]), 1)[0] == pytest.approx(expected, abs=5e-7)


def test_that_gauss_hermite_agrees_to_twelve_digits() -> None:
    z = np.random.default_rng(0).normal(0, 2, (20, 5))
    nodes, weights = hermegauss(64)
    gaps = z[:, :, None, None] - z[:, None, :, None] + nodes
    factors = ndtr(gaps)
    factors[:, np.arange(5), np.arange(5)] = 1
    expected = (factors.prod(axis=2) * weights).sum(axis=2) / np.sqrt(2 * np.pi)
    assert consistency(of(z), 1) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("noise", ["gaussian", "uniform"])
def test_that_a_million_draws_agree_within_three_standard_errors(noise: Noise) -> None:
    z = np.array([[2.0, 1.5, 0.0, -1.0], [0.3, 0.2, 0.1, 0.0]])
    exact = consistency(of(z), 2.0, noise)
    drawn = drawn_consistency(z, [2.0], noise, 1_000_000, seed=1)[0]
    assert (np.abs(drawn - exact) < 3 * np.sqrt(exact * (1 - exact) / 1e6) + 1e-12).all()


@pytest.mark.parametrize("noise", ["gaussian", "uniform"])
def test_that_vanishing_noise_leaves_every_class_as_predicted(noise: Noise) -> None:
    z = np.random.default_rng(0).normal(0, 2, (500, 4))
    for strength in (0, 1e-6):
        hard = consistency(of(z), strength, noise)
        assert hard == pytest.approx(np.eye(4)[z.argmax(axis=1)], abs=1e-9)
        assert consistency(of(z[:, 0]), strength, noise) == pytest.approx(np.float64(z[:, 0] > 0), abs=1e-9)


def test_that_exact_consistency_never_changes_the_predicted_class() -> None:
    z = np.random.default_rng(0).normal(0, 2, (2_000, 6))
    for strength in (0.3, 3, 30):
        assert (consistency(of(z), strength).argmax(axis=1) == z.argmax(axis=1)).all()


def test_that_a_common_shift_of_the_logits_changes_nothing() -> None:
    z = np.random.default_rng(0).normal(0, 2, (50, 3))
    for noise in ("gaussian", "uniform"):
        assert consistency(of(z + 7), 2, noise) == pytest.approx(consistency(of(z), 2, noise), abs=1e-12)


def test_that_extreme_logits_stay_finite_and_rows_sum_to_one() -> None:
    p = consistency(of([[1e6, 0, -1e6], [0, 0, 1e-9]]), 0.5)
    assert np.isfinite(p).all()
    assert p.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("noise", ["gaussian", "uniform"])
def test_that_a_hundred_classes_fit_into_memory(noise: Noise) -> None:
    z = np.random.default_rng(0).normal(0, 1, (40, 100))
    tracemalloc.start()
    p = consistency(of(z), 1, noise)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 400e6
    assert p[:1] == pytest.approx(consistency(of(z[:1]), 1, noise), abs=1e-12)


def test_that_the_published_search_refines_thrice_and_may_run_past_ten() -> None:
    tried: list[float] = []

    def losses(strengths: Any) -> list[float]:
        tried.extend(strengths)
        return [abs(s - 3.3333) for s in strengths]

    best = search_as_published(losses, silent)
    assert len(tried) == 80
    assert best.value == pytest.approx(3.3333, abs=1e-3)
    past = search_as_published(lambda strengths: [-s for s in strengths], silent)
    assert past.value == pytest.approx(11.11)
    assert "end of its search" in past.notes[0]


def test_that_a_strength_that_makes_certainties_is_said() -> None:
    z = np.array([-4.0, -3, -2, 2, 3])
    assert any("fell to the end" in note for note in LogitConsistency.fit(CalibrationInput(z), z > 0).notes)
    assert not search_smoothly(lambda s: np.square(np.log(s)).tolist(), silent).notes
    assert "fell to the end" in search_as_published(list, silent).notes[0]


def test_that_the_smooth_search_finds_the_least_loss_at_any_scale() -> None:
    for best in (0.05, 1.7, 40.0):
        found = search_smoothly(lambda tried, b=best: [np.log(s / b) ** 2 for s in tried], silent)  # type: ignore[misc]
        assert found.value == pytest.approx(best, rel=1e-2)


def test_that_a_gaussian_link_is_recovered(two: Any) -> None:
    rng = np.random.default_rng(0)
    z = rng.normal(0, 3, 50_000)
    labels = rng.random(50_000) < ndtr(z / (np.sqrt(2) * 1.5))
    assert LogitConsistency.fit(of(z), labels).strength == pytest.approx(1.5, rel=0.05)


def test_that_drawn_consistency_says_that_zeros_are_counts(two: Any) -> None:
    calibrator = MonteCarloConsistency.fit(two.given, two.labels, draws=50)
    assert any("exactly 0 and 1" in note for note in calibrator.notes)
    exact = consistency(two.given, calibrator.strength, calibrator.noise)
    assert np.abs(calibrator(two.given) - exact).max() < 0.35


def test_that_tied_logits_go_to_the_first_class_as_an_argmax_has_it() -> None:
    assert drawn_consistency(np.zeros((1, 3)), [0.0], "gaussian", 4)[0, 0].tolist() == [1, 0, 0]
    tied = CalibrationInput(np.array([0.0, 1.0]), perturbed=lambda *_: np.array([0.0, 1.0]))
    assert agreement(tied, 1.0, 3).tolist() == [0, 1]


def test_that_a_zero_of_counting_costs_the_floor_and_not_infinity() -> None:
    judge = criterion_of("nll", np.array([1, 1]))
    assert judge(np.array([0.0, 1.0])) == pytest.approx(-np.log(1e-12) / 2)


def test_that_features_have_their_exact_value() -> None:
    given = CalibrationInput(np.array([2.5]), weights=np.array([3.0, 4.0]))
    assert FeatureConsistency(0.5)(given) == pytest.approx([0.841345], abs=5e-7)


def test_that_drawn_features_agree_with_the_exact_form() -> None:
    z = np.array([-1.0, 0.5, 2.5])
    exact = FeatureConsistency(0.5)(CalibrationInput(z, weights=np.array([3.0, 4.0])))
    as_two = CalibrationInput(np.column_stack((np.zeros(3), z)), weights=np.array([[0.0, 0.0], [3.0, 4.0]]))
    drawn = FeatureConsistency(0.5, draws=200_000)(as_two)[:, 1]
    assert drawn == pytest.approx(exact, abs=0.005)


def test_that_perturbed_inputs_of_a_linear_network_agree_with_the_exact_form(two: Any) -> None:
    # For a linear network noise at the input and noise at the features are one thing.
    exact = FeatureConsistency(0.7)(two.given)
    drawn = agreement(two.given, 0.7, 400)
    assert np.abs(drawn - exact).max() < 0.12
    assert np.abs(drawn - exact).mean() < 0.02


def test_that_input_noise_is_chosen_among_the_strengths_tried(two: Any) -> None:
    calibrator = InputConsistency.fit(two.given, two.labels, strengths=(0.1, 1.0, 2.0), draws=50)
    assert calibrator.strength in (1.0, 2.0)


def test_that_label_free_consistency_looks_at_no_label(two: Any) -> None:
    calibrator = LabelFreeConsistency.fit(two.given, draws=30)
    assert calibrator == LabelFreeConsistency.fit(two.given, ~two.labels, draws=30)
    assert calibrator(two.given) == pytest.approx(agreement(two.given, 1.0, 30))
