"""What each scaling mends and what it cannot: recovered temperatures, base rates, groups, gradients."""

from typing import Any

import numpy as np
import pytest
from scipy.optimize import check_grad
from scipy.special import expit
from sklearn.isotonic import IsotonicRegression

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, both_classes, probabilities
from hsi_uq_app.calibration.calibrators.class_temperature import ClassTemperatureScaling
from hsi_uq_app.calibration.calibrators.ensemble_temperature import EnsembleTemperatureScaling
from hsi_uq_app.calibration.calibrators.group import GroupCalibration, soft_loss
from hsi_uq_app.calibration.calibrators.isotonic import IsotonicCalibration
from hsi_uq_app.calibration.calibrators.logit_consistency import LogitConsistency
from hsi_uq_app.calibration.calibrators.parameterized_temperature import (
    ParameterizedTemperatureScaling,
    first_network,
    largest_logits,
    loss_and_gradient,
)
from hsi_uq_app.calibration.calibrators.platt import PlattScaling
from hsi_uq_app.calibration.calibrators.prior_shift import PriorShift
from hsi_uq_app.calibration.calibrators.table import calibrator_named
from hsi_uq_app.calibration.calibrators.temperature import TemperatureScaling
from hsi_uq_app.calibration.ece import expected_calibration_error, noise_floor
from hsi_uq_app.calibration.proper_scores import class_nll, negative_log_likelihood
from hsi_uq_app.errors import UserError


def shifted(n: int = 200_000, shift: float = 4.0) -> tuple[CalibrationInput, np.ndarray]:
    """Rare targets and a model trained as if they were common: every logit is `shift` too high."""
    rng = np.random.default_rng(0)
    true = rng.normal(-5, 2, n)
    return CalibrationInput(true + shift), rng.random(n) < expit(true)


def test_that_a_temperature_of_one_changes_nothing(two: Any, four: Any) -> None:
    for sample in (two, four):
        z = sample.given.values()
        assert (TemperatureScaling(1.0)(sample.given) == probabilities(z)).all()


def test_that_temperature_scaling_recovers_the_stretch(two: Any, four: Any) -> None:
    for sample in (two, four):
        assert TemperatureScaling.fit(sample.given, sample.labels).temperature == pytest.approx(2.5, rel=0.1)


def test_that_temperature_stays_positive_and_bounded_on_inverted_labels(two: Any) -> None:
    calibrator = TemperatureScaling.fit(two.given, ~two.labels)
    assert calibrator.temperature == pytest.approx(100, rel=0.01)
    assert any("bound" in note for note in calibrator.notes)


@pytest.mark.parametrize("kind", [PlattScaling, PriorShift])
def test_that_a_shift_of_the_base_rate_is_repaired_by(kind: Any) -> None:
    given, labels = shifted()
    p = kind.fit(given, labels)(given)
    assert p.mean() / labels.mean() == pytest.approx(1, abs=0.01)
    assert expected_calibration_error(p, labels) < 3 * noise_floor(p, labels)


@pytest.mark.parametrize("kind", [TemperatureScaling, LogitConsistency, EnsembleTemperatureScaling])
def test_that_a_shift_of_the_base_rate_is_not_repaired_by(kind: Any) -> None:
    given, labels = shifted()
    p = kind.fit(given, labels)(given)
    assert p.mean() / labels.mean() > 2
    assert expected_calibration_error(p, labels) > 20 * noise_floor(p, labels)
    assert not kind.repairs_base_rate


def test_that_platt_recovers_the_line(two: Any) -> None:
    bent = CalibrationInput(2 * two.given.logits / 2.5 + 3)
    calibrator = PlattScaling.fit(bent, two.labels)
    assert calibrator.slope == pytest.approx(0.5, rel=0.1)
    assert calibrator.intercept == pytest.approx(-1.5, rel=0.1)


def test_that_platt_stays_finite_where_the_logits_separate_the_classes() -> None:
    calibrator = PlattScaling.fit(CalibrationInput(np.array([-3.0, -2.0, 2.0, 3.0])), np.array([0, 0, 1, 1]))
    assert 0 < calibrator.slope < 10


def test_that_platt_aims_at_the_targets_of_his_paper_and_not_at_certainty() -> None:
    # Two places and a line: both are met exactly, (n1 + 1)/(n1 + 2) of five targets, 1/(n0 + 2) of three.
    z, y = np.array([-2.0] * 3 + [2.0] * 5), np.array([0] * 3 + [1] * 5)
    calibrator = PlattScaling.fit(CalibrationInput(z), y)
    assert calibrator(CalibrationInput(np.array([2.0, -2.0]))) == pytest.approx([6 / 7, 1 / 5], abs=1e-9)


@pytest.mark.parametrize(("label", "rate"), [(0, 1 / 10), (1, 9 / 10)])
def test_that_labels_of_one_class_shift_to_laplaces_share(label: int, rate: float) -> None:
    given = CalibrationInput(np.array([-3.0, -2, -1, 0, 1, 2, 3, 4]))
    assert PriorShift.fit(given, np.full(8, label))(given).mean() == pytest.approx(rate)


def test_that_the_prior_shift_stays_finite_without_targets(two: Any) -> None:
    calibrator = PriorShift.fit(two.given, np.zeros(two.labels.size, dtype=bool))
    assert -20 < calibrator.offset < 0


def test_that_isotonic_calibration_equals_scikit_learn(two: Any) -> None:
    z, y = np.round(two.given.values(), 1), two.labels
    new = np.linspace(-15, 15, 999)
    theirs = IsotonicRegression(out_of_bounds="clip").fit(z, y.astype(float)).predict(new)
    ours = IsotonicCalibration.fit(CalibrationInput(z), y)(CalibrationInput(new))
    assert ours == pytest.approx(theirs, abs=1e-9)


def test_that_ets_weights_are_no_worse_than_any_other_mixture(four: Any) -> None:
    calibrator = EnsembleTemperatureScaling.fit(four.given, four.labels)
    assert sum(calibrator.weights) == pytest.approx(1)
    assert min(calibrator.weights) >= 0
    truth = np.eye(4)[four.labels]

    def error(weights: tuple[float, float, float]) -> float:
        other = EnsembleTemperatureScaling(calibrator.temperature, weights)
        return float(np.square(other(four.given) - truth).mean())

    grid = [(a, b, 1 - a - b) for a in np.linspace(0, 1, 21) for b in np.linspace(0, 1 - a, 11)]
    assert error(calibrator.weights) <= min(error(w) for w in grid) + 1e-9


def test_that_ets_survives_huge_logits() -> None:
    z, y = np.array([[900.0, 0, 0], [0, 900, 0], [900, 0, 0]] * 20), np.array([0, 1, 2] * 20)
    assert np.isfinite(EnsembleTemperatureScaling.fit(CalibrationInput(z), y)(CalibrationInput(z))).all()


def test_that_cts_lowers_the_ece_and_not_the_accuracy(four: Any) -> None:
    before = TemperatureScaling.fit(four.given, four.labels)(four.given)
    after = ClassTemperatureScaling.fit(four.given, four.labels)(four.given)
    y = four.labels
    assert expected_calibration_error(after, y, "top-label") < expected_calibration_error(
        before, y, "top-label"
    )
    assert (after.argmax(axis=1) == y).mean() >= (before.argmax(axis=1) == y).mean()


def test_that_cts_of_two_classes_is_temperature_scaling(two: Any) -> None:
    calibrator = ClassTemperatureScaling.fit(two.given, two.labels)
    first, second = calibrator.temperatures
    one = TemperatureScaling(2 / (1 / first + 1 / second))
    assert calibrator(two.given) == pytest.approx(one(two.given))


def test_that_pts_learns_a_temperature_that_depends_on_the_logit() -> None:
    rng = np.random.default_rng(1)
    true = rng.normal(0, 3, 20_000)
    given, labels = CalibrationInput(np.sign(true) * true**2), rng.random(20_000) < expit(true)
    single = negative_log_likelihood(TemperatureScaling.fit(given, labels)(given), labels)
    several = negative_log_likelihood(ParameterizedTemperatureScaling.fit(given, labels)(given), labels)
    assert several < single - 0.005


def test_that_pts_learns_where_targets_are_rare() -> None:
    rng = np.random.default_rng(0)
    true = rng.normal(-7, 2, 60_000)
    given, labels = CalibrationInput(np.sign(true) * np.abs(true) ** 1.5), rng.random(true.size) < expit(true)
    assert labels.mean() < 0.01
    single = negative_log_likelihood(TemperatureScaling.fit(given, labels)(given), labels)
    several = negative_log_likelihood(ParameterizedTemperatureScaling.fit(given, labels)(given), labels)
    assert several < single - 0.0005


def test_that_the_gradient_of_pts_is_that_of_its_loss(four: Any) -> None:
    z, y = four.given.values()[:50], four.labels[:50]
    seen, truth = largest_logits(z), np.eye(4)[y]
    start = first_network(4, 2.0, 0)
    error = check_grad(
        lambda x: loss_and_gradient(x, seen, z, truth)[0],
        lambda x: loss_and_gradient(x, seen, z, truth)[1],
        start,
    )
    assert error < 1e-6


def test_that_group_calibration_tells_sure_groups_from_unsure_ones() -> None:
    rng = np.random.default_rng(2)
    side, true = rng.choice([-1.0, 1.0], 20_000), rng.normal(0, 2, 20_000)
    stretched = np.where(side > 0, 4 * true, true)
    given = CalibrationInput(stretched, np.column_stack((side, rng.normal(size=20_000))))
    labels = rng.random(20_000) < expit(true)
    grouped = GroupCalibration.fit(given, labels)
    single = TemperatureScaling.fit(given, labels)(given)
    assert sorted(grouped.temperatures[0]) == pytest.approx([1, 4], rel=0.1)
    assert negative_log_likelihood(grouped(given), labels) < negative_log_likelihood(single, labels) - 0.01


def test_that_group_calibration_refuses_a_pixel_that_cannot_be_halved() -> None:
    with pytest.raises(UserError, match="halve one pixel"):
        GroupCalibration.fit(CalibrationInput(np.array([3.0]), np.ones((1, 2))), [1])


def test_that_the_gradient_of_group_calibration_is_that_of_its_loss(four: Any) -> None:
    z, h, y = four.given.values()[:50], four.given.features[:50], four.labels[:50]
    x = np.concatenate([[1.5, 2.5], np.random.default_rng(0).normal(size=10)])
    error = check_grad(lambda v: soft_loss(v, z, h, y)[0], lambda v: soft_loss(v, z, h, y)[1], x)
    assert error < 1e-6


def test_that_every_scaling_improves_an_overconfident_network(two: Any, four: Any) -> None:
    kinds: list[Any] = [
        TemperatureScaling,
        ParameterizedTemperatureScaling,
        GroupCalibration,
        LogitConsistency,
    ]
    for sample in (two, four):
        before = both_classes(TemperatureScaling(1.0)(sample.given))
        for kind in kinds:
            after = both_classes(kind.fit(sample.given, sample.labels)(sample.given))
            assert (
                class_nll(after, sample.labels.astype(int))
                < class_nll(before, sample.labels.astype(int)) - 0.01
            )


@pytest.mark.parametrize("value", [-3.0, 0.0, 0.5, 1.0, 7.0])
@pytest.mark.parametrize("name", ["temperature", "platt"])
def test_that_equal_logits_are_warned_of_in_words(name: str, value: float) -> None:
    given = CalibrationInput(np.full(200, value))
    fitted = calibrator_named(name).fit(given, np.arange(200) < 20)
    assert "All logits are equal" in " ".join(fitted.notes)


def test_that_equal_logits_of_classes_are_warned_of_too() -> None:
    fitted = calibrator_named("temperature").fit(
        CalibrationInput(np.tile([0.2, 0.3, 0.5], (60, 1))), np.arange(60) % 3
    )
    assert "All logits are equal" in " ".join(fitted.notes)


def test_that_probabilities_are_still_no_logits() -> None:
    with pytest.raises(UserError, match="look like probabilities"):
        calibrator_named("platt").fit(CalibrationInput(np.linspace(0.1, 0.9, 50)), np.arange(50) > 25)
