"""One contract for all calibrators: shapes, refusals in words, and the same figures after saving."""

import json
from functools import cache
from inspect import Parameter, signature
from typing import Any

import numpy as np
import pytest
from scipy.special import expit, softmax

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, probabilities
from hsi_uq_app.calibration.calibrators.contract import NEED_WORDS, Calibrator
from hsi_uq_app.calibration.calibrators.table import (
    CALIBRATORS,
    calibrator_named,
    changed_classes,
    draw_by_draw,
    to_record,
)
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Cancelled

QUICK: dict[str, dict[str, Any]] = {
    "cc-monte-carlo": {"draws": 50},
    "cc-features": {"draws": 50},
    "cc-inputs": {"draws": 20, "strengths": (0.5, 1.0)},
    "cc-label-free": {"draws": 20},
}
ALL = pytest.mark.parametrize("kind", CALIBRATORS.values(), ids=CALIBRATORS.keys())
MANY = [kind for kind in CALIBRATORS.values() if not kind.two_classes_only]
K_CLASS = pytest.mark.parametrize("kind", MANY, ids=[kind.name for kind in MANY])


@cache
def fitted(kind: type[Calibrator], sample: Any) -> Calibrator:
    """Each calibrator is fitted once a sample, for all tests together."""
    return kind.fit(sample.given, sample.labels, **QUICK.get(kind.name, {}))


@ALL
def test_that_two_classes_give_one_probability_a_pixel(kind: type[Calibrator], two: Any) -> None:
    p = fitted(kind, two)(two.given)
    assert p.shape == two.labels.shape
    assert 0 <= p.min() < 0.3
    assert 0.7 < p.max() <= 1


@K_CLASS
def test_that_many_classes_give_rows_that_sum_to_one(kind: type[Calibrator], four: Any) -> None:
    p = fitted(kind, four)(four.given)
    assert p.shape == four.given.logits.shape
    assert p.min() >= 0
    assert p.sum(axis=1) == pytest.approx(1)


@ALL
def test_that_what_is_written_down_makes_the_calibrator_again(kind: type[Calibrator], two: Any) -> None:
    calibrator = fitted(kind, two)
    record = json.loads(json.dumps(to_record(calibrator)))
    again: Any = CALIBRATORS[record["name"]]
    assert (again(**record["parameters"])(two.given) == calibrator(two.given)).all()
    assert tuple(record["notes"]) == calibrator.notes


@ALL
def test_that_a_row_says_all_that_a_form_and_a_command_line_ask(kind: type[Calibrator]) -> None:
    assert kind.label
    assert kind.hint.endswith(".")
    assert calibrator_named(kind.name) is kind
    assert all(calibrator_named(alias) is kind for alias in kind.aliases)
    defaults = [signature(kind.fit).parameters[option].default for option in kind.options()]
    assert Parameter.empty not in defaults
    assert set(kind.needs) <= NEED_WORDS.keys()


def test_that_names_and_aliases_are_each_of_one_calibrator() -> None:
    names = [name for kind in CALIBRATORS.values() for name in (kind.name, *kind.aliases)]
    assert len(set(names)) == len(names)
    with pytest.raises(UserError, match="no calibrator is called magic"):
        calibrator_named("magic")


def test_that_options_are_those_of_the_fit() -> None:
    assert CALIBRATORS["cc"].options() == {"noise", "criterion"}
    assert CALIBRATORS["platt"].options() == set()


@ALL
def test_that_a_calibrator_of_logits_alone_is_a_map_and_others_are_not(kind: type[Calibrator]) -> None:
    assert kind.maps_logits() == (not kind.needs)
    assert kind.looks_inside() == bool({"features", "weights"} & set(kind.needs))


@ALL
def test_that_a_calibrator_that_repairs_a_base_rate_moves_the_middle(
    kind: type[Calibrator], two: Any
) -> None:
    shifted = CalibrationInput(
        two.given.logits + 3, two.given.features, two.given.weights, two.given.perturbed
    )
    middle = CalibrationInput(
        np.zeros(2), np.zeros((2, 5)), two.given.weights, lambda _, seed: np.full(2, (-1.0) ** seed)
    )
    moved = abs(kind.fit(shifted, two.labels, **QUICK.get(kind.name, {}))(middle)[0] - 0.5) > 0.05
    assert moved == kind.repairs_base_rate


@ALL
def test_that_the_same_fit_gives_the_same_calibrator(kind: type[Calibrator], two: Any) -> None:
    assert fitted(kind, two) == kind.fit(two.given, two.labels, **QUICK.get(kind.name, {}))


@ALL
def test_that_what_a_calibrator_needs_is_asked_for_in_words(kind: type[Calibrator], two: Any) -> None:
    calibrator, bare = fitted(kind, two), CalibrationInput(two.given.logits)
    for need in kind.needs:
        with pytest.raises(UserError, match=NEED_WORDS[need]):
            kind.fit(bare, two.labels)
        with pytest.raises(UserError, match=NEED_WORDS[need]):
            calibrator(bare)


@pytest.mark.parametrize("name", ["platt", "isotonic", "prior-shift"])
def test_that_two_class_calibrators_refuse_more(name: str, four: Any) -> None:
    with pytest.raises(UserError, match="for two classes"):
        CALIBRATORS[name].fit(four.given, four.labels)


FITTED = [kind for kind in CALIBRATORS.values() if kind.name != "cc-label-free"]


@pytest.mark.parametrize("kind", FITTED, ids=[kind.name for kind in FITTED])
def test_that_probabilities_given_as_logits_are_refused(kind: type[Calibrator], two: Any) -> None:
    as_probability = CalibrationInput(
        expit(two.given.logits), two.given.features, two.given.weights, two.given.perturbed
    )
    with pytest.raises(UserError, match="look like probabilities"):
        kind.fit(as_probability, two.labels)


def test_that_class_probabilities_given_as_logits_are_refused(four: Any) -> None:
    with pytest.raises(UserError, match="look like probabilities"):
        CALIBRATORS["temperature"].fit(CalibrationInput(softmax(four.given.logits, axis=1)), four.labels)


@pytest.mark.parametrize("kind", FITTED, ids=[kind.name for kind in FITTED])
def test_that_labels_of_one_class_are_doubted_and_do_not_break_the_fit(
    kind: type[Calibrator], two: Any
) -> None:
    calibrator = kind.fit(two.given, np.zeros(two.labels.size, dtype=bool), **QUICK.get(kind.name, {}))
    assert any("all of one class" in note for note in calibrator.notes)
    assert np.isfinite(calibrator(two.given)).all()


@pytest.mark.parametrize("kind", FITTED, ids=[kind.name for kind in FITTED])
def test_that_inverted_labels_are_doubted(kind: type[Calibrator], two: Any) -> None:
    calibrator = kind.fit(two.given, ~two.labels, **QUICK.get(kind.name, {}))
    assert any("inverted" in note for note in calibrator.notes)


@pytest.mark.parametrize("name", ["temperature", "ets", "pts", "cc", "gc"])
def test_that_a_predicted_class_is_kept_by(name: str, two: Any, four: Any) -> None:
    for sample in (two, four):
        before = probabilities(sample.given.values())
        assert changed_classes(before, fitted(CALIBRATORS[name], sample)(sample.given)) == 0


@pytest.mark.parametrize("name", ["pts", "cts", "gc"])
def test_that_class_methods_say_what_degenerates_with_two_classes(name: str, two: Any, four: Any) -> None:
    kind = CALIBRATORS[name]
    assert any("two classes" in note for note in fitted(kind, two).notes)
    assert not any("two classes" in note for note in fitted(kind, four).notes)


@pytest.mark.parametrize("name", ["cts", "pts", "gc", "cc", "cc-monte-carlo", "cc-features", "cc-inputs"])
def test_that_a_slow_fit_stops_when_the_user_gives_up(name: str, two: Any) -> None:
    calls = []

    def give_up(fraction: float, text: str = "") -> None:
        calls.append(fraction)
        if len(calls) == 3:
            raise Cancelled(text)

    with pytest.raises(Cancelled):
        CALIBRATORS[name].fit(two.given, two.labels, progress=give_up)
    assert all(0 <= fraction <= 1 for fraction in calls)


def test_that_draws_are_calibrated_one_by_one_and_then_averaged(two: Any) -> None:
    calibrator = fitted(CALIBRATORS["platt"], two)
    draws = [CalibrationInput(two.given.logits + shift) for shift in (-1.0, 1.0)]
    expected = (calibrator(draws[0]) + calibrator(draws[1])) / 2
    assert draw_by_draw(calibrator, iter(draws)) == pytest.approx(expected)
    assert draw_by_draw(calibrator, draws) != pytest.approx(calibrator(two.given))


@pytest.mark.parametrize(
    ("logits", "words"),
    [
        ([[[1.0]]], "shape"),
        ([], "shape"),
        ([1.0, np.nan], "1 logits are not finite"),
        ([1.0, np.inf], "1 logits are not finite"),
    ],
)
def test_that_evidence_is_refused_at_the_door(logits: Any, words: str) -> None:
    with pytest.raises(UserError, match=words):
        CalibrationInput(np.array(logits))
