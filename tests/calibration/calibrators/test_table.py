"""One contract for all calibrators: shapes, refusals in words, and the same figures after saving."""

import json
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.special import expit, softmax

from hsi_uq_app.calibration.calibrators.contract import NEED_WORDS, Calibrator
from hsi_uq_app.calibration.calibrators.evidence import Evidence
from hsi_uq_app.calibration.calibrators.table import (
    CALIBRATORS,
    changed_classes,
    draw_by_draw,
    from_record,
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
    return kind.fit(sample.evidence, sample.labels, **QUICK.get(kind.name, {}))


@ALL
def test_that_two_classes_give_one_probability_a_pixel(kind: type[Calibrator], two: Any) -> None:
    p = fitted(kind, two)(two.evidence)
    assert p.shape == two.labels.shape
    assert 0 <= p.min() < 0.3
    assert 0.7 < p.max() <= 1


@K_CLASS
def test_that_many_classes_give_rows_that_sum_to_one(kind: type[Calibrator], four: Any) -> None:
    p = fitted(kind, four)(four.evidence)
    assert p.shape == four.evidence.logits.shape
    assert p.min() >= 0
    assert p.sum(axis=1) == pytest.approx(1)


@ALL
def test_that_a_saved_calibrator_gives_the_same_probabilities(kind: type[Calibrator], two: Any) -> None:
    calibrator = fitted(kind, two)
    again = from_record(json.loads(json.dumps(to_record(calibrator))))
    assert again == calibrator
    assert (again(two.evidence) == calibrator(two.evidence)).all()


@ALL
def test_that_the_same_fit_gives_the_same_calibrator(kind: type[Calibrator], two: Any) -> None:
    assert fitted(kind, two) == kind.fit(two.evidence, two.labels, **QUICK.get(kind.name, {}))


@ALL
def test_that_what_a_calibrator_needs_is_asked_for_in_words(kind: type[Calibrator], two: Any) -> None:
    calibrator, bare = fitted(kind, two), Evidence(two.evidence.logits)
    for need in kind.needs:
        with pytest.raises(UserError, match=NEED_WORDS[need]):
            kind.fit(bare, two.labels)
        with pytest.raises(UserError, match=NEED_WORDS[need]):
            calibrator(bare)


@pytest.mark.parametrize("name", ["platt", "isotonic", "prior-shift"])
def test_that_two_class_calibrators_refuse_more(name: str, four: Any) -> None:
    with pytest.raises(UserError, match="for two classes"):
        CALIBRATORS[name].fit(four.evidence, four.labels)


FITTED = [kind for kind in CALIBRATORS.values() if kind.name != "cc-label-free"]


@pytest.mark.parametrize("kind", FITTED, ids=[kind.name for kind in FITTED])
def test_i7_that_probabilities_given_as_logits_are_refused(kind: type[Calibrator], two: Any) -> None:
    as_probability = Evidence(
        expit(two.evidence.logits), two.evidence.features, two.evidence.weights, two.evidence.perturbed
    )
    with pytest.raises(UserError, match="look like probabilities"):
        kind.fit(as_probability, two.labels)


def test_i7_that_class_probabilities_given_as_logits_are_refused(four: Any) -> None:
    with pytest.raises(UserError, match="look like probabilities"):
        CALIBRATORS["temperature"].fit(Evidence(softmax(four.evidence.logits, axis=1)), four.labels)


@pytest.mark.parametrize("kind", FITTED, ids=[kind.name for kind in FITTED])
def test_that_labels_of_one_class_are_doubted_and_do_not_break_the_fit(
    kind: type[Calibrator], two: Any
) -> None:
    calibrator = kind.fit(two.evidence, np.zeros(two.labels.size, dtype=bool), **QUICK.get(kind.name, {}))
    assert any("all of one class" in note for note in calibrator.notes)
    assert np.isfinite(calibrator(two.evidence)).all()


@pytest.mark.parametrize("kind", FITTED, ids=[kind.name for kind in FITTED])
def test_that_inverted_labels_are_doubted(kind: type[Calibrator], two: Any) -> None:
    calibrator = kind.fit(two.evidence, ~two.labels, **QUICK.get(kind.name, {}))
    assert any("inverted" in note for note in calibrator.notes)


@ALL
def test_that_a_class_changes_only_where_the_calibrator_says_it_may(
    kind: type[Calibrator], two: Any, four: Any
) -> None:
    samples = [two] if kind.two_classes_only else [two, four]
    for sample in samples:
        before = CALIBRATORS["temperature"](1.0)(sample.evidence)  # type: ignore[call-arg]
        changed = changed_classes(before, fitted(kind, sample)(sample.evidence))
        assert kind.changes_class or changed == 0


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
        CALIBRATORS[name].fit(two.evidence, two.labels, progress=give_up)
    assert all(0 <= fraction <= 1 for fraction in calls)


def test_that_draws_are_calibrated_one_by_one_and_then_averaged(two: Any) -> None:
    calibrator = fitted(CALIBRATORS["platt"], two)
    draws = [Evidence(two.evidence.logits + shift) for shift in (-1.0, 1.0)]
    expected = (calibrator(draws[0]) + calibrator(draws[1])) / 2
    assert draw_by_draw(calibrator, iter(draws)) == pytest.approx(expected)
    assert draw_by_draw(calibrator, draws) != pytest.approx(calibrator(two.evidence))


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({"name": "magic", "parameters": {}}, "no calibrator is called magic"),
        ({"name": "platt", "parameters": {"slope": 1.0}}, "do not fit"),
        ({"name": "platt", "parameters": {"slope": 1.0, "intercept": 0.0, "x": 1}}, "do not fit"),
        ({}, "no calibrator is called"),
        ({"name": "temperature", "parameters": {"temperature": 0}}, "temperature cannot be 0"),
        ({"name": "temperature", "parameters": {"temperature": -2.5}}, "temperature cannot be -2.5"),
        ({"name": "temperature", "parameters": {"temperature": float("nan")}}, "temperature cannot be nan"),
        ({"name": "cts", "parameters": {"temperatures": [1.0, 0.0]}}, "temperatures cannot be"),
        ({"name": "platt", "parameters": {"slope": "steep", "intercept": 0}}, "slope cannot be steep"),
        ({"name": "cc", "parameters": {"strength": 1.0, "noise": "pink"}}, "noise cannot be pink"),
        ({"name": "cc-label-free", "parameters": {"draws": 0}}, "draws cannot be 0"),
    ],
)
def test_that_a_record_that_is_no_calibrator_is_refused(record: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        from_record(record)


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
        Evidence(np.array(logits))
