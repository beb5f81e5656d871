"""Proper scores, ranking and the value that holds them all; scikit-learn is the oracle."""

import numpy as np
import pytest
from scipy.special import expit
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score

from hsi_uq_app.calibration.detection import area_under_curve, average_precision, detection_at, roc
from hsi_uq_app.calibration.logistic_line import calibration_line
from hsi_uq_app.calibration.metrics import metrics_of
from hsi_uq_app.calibration.proper_scores import (
    accuracy,
    class_brier,
    class_nll,
    class_nll_of_logits,
    negative_log_likelihood,
    negative_log_likelihood_of_logits,
)
from hsi_uq_app.calibration.views import top_label
from hsi_uq_app.errors import UserError


def scored(seed: int = 0, n: int = 3_000) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    p = np.round(rng.beta(0.5, 3, n), 2).clip(0.01, 0.99)
    return p, rng.random(n) < p


def test_that_scores_agree_with_scikit_learn_ties_included() -> None:
    p, y = scored()
    found = metrics_of(p, y)
    assert found.auc == pytest.approx(roc_auc_score(y, p), abs=1e-12)
    assert found.ap == pytest.approx(average_precision_score(y, p), abs=1e-12)
    assert found.nll == pytest.approx(log_loss(y, p), abs=1e-12)
    assert found.brier == pytest.approx(brier_score_loss(y, p), abs=1e-12)


def test_that_the_base_rate_itself_has_no_skill() -> None:
    _, y = scored()
    found = metrics_of(np.full(y.size, y.mean()), y)
    assert found.nll_skill == pytest.approx(0, abs=1e-12)
    assert found.brier_skill == pytest.approx(0, abs=1e-12)
    assert found.mean_over_base_rate == pytest.approx(1)


@pytest.mark.parametrize("y", [np.zeros(50), np.ones(50)], ids=["no targets", "all targets"])
def test_that_ranking_is_undefined_where_one_class_is_missing(y: np.ndarray) -> None:
    found = metrics_of(np.linspace(0.1, 0.9, 50), y)
    assert found.auc is None
    assert found.ap is None
    assert set(found.detection_rates.values()) == {None}
    assert found.nll_skill is None
    assert found.brier_skill is None
    assert found.nll > 0
    assert found.brier > 0


def test_that_a_constant_score_ranks_nothing() -> None:
    curve = roc(np.full(10, 0.3), [0] * 8 + [1] * 2)
    assert area_under_curve(curve) == 0.5
    assert average_precision(curve) == pytest.approx(0.2)
    found = detection_at(curve, 1e-3)
    assert found is not None
    assert (found.hits, found.false_alarms) == (0, 0)


def test_that_detection_counts_every_false_alarm_the_rate_allows() -> None:
    scores = np.concatenate((np.arange(100.0), [99.5, 98.5, 97.5, 50.5]))
    labels = np.arange(104) >= 100
    found = detection_at(roc(scores, labels), 0.02)
    assert found is not None
    assert (found.hits, found.targets, found.false_alarms, found.background) == (3, 4, 2, 100)
    assert found.threshold == 97.5
    assert found.resolved
    assert 0 < found.lower < 0.75 < found.upper < 1


@pytest.mark.parametrize(("rate", "alarms"), [(0.29, 29), (0.07, 7), (0.57, 57)])
def test_that_allowed_false_alarms_do_not_drift_with_floats(rate: float, alarms: int) -> None:
    scores = np.concatenate((np.arange(100.0), [-1.0]))
    found = detection_at(roc(scores, np.arange(101) == 100), rate)
    assert found is not None
    assert found.false_alarms == alarms


def test_that_a_rate_finer_than_the_scene_says_that_it_is_not_resolved() -> None:
    found = detection_at(roc([0.1, 0.2, 0.9], [0, 0, 1]), 1e-4)
    assert found is not None
    assert found.detected == 1
    assert not found.resolved


def test_that_a_rate_is_resolved_where_it_allows_one_false_alarm_exactly() -> None:
    scores, labels = np.arange(101.0), np.arange(101) == 100
    curve = roc(scores, labels)
    one, none = detection_at(curve, 0.01), detection_at(curve, 0.0099)
    assert one is not None
    assert none is not None
    assert (one.resolved, none.resolved) == (True, False)


def test_that_infinite_scores_rank_above_and_below_all_others() -> None:
    curve = roc([np.inf, 3.0, -np.inf, 2.0], [1, 0, 0, 1])
    assert curve is not None
    assert (curve.hits.tolist(), curve.false_alarms.tolist()) == ([1, 1, 2, 2], [0, 1, 1, 2])


def test_that_a_probability_of_one_half_predicts_background() -> None:
    assert accuracy([0.5, 0.5], [0, 0]) == 1
    confidence, right = top_label([0.5, 0.5], [0, 1])
    assert (confidence.tolist(), right.tolist()) == ([0.5, 0.5], [True, False])


def test_that_a_certain_mistake_costs_infinity_unless_a_floor_is_named() -> None:
    assert negative_log_likelihood([0.0, 0.5], [1, 0]) == np.inf
    assert negative_log_likelihood([0.0, 0.5], [1, 0], floor=1e-12) < 20


def test_that_logits_keep_the_cost_of_near_certain_mistakes() -> None:
    assert negative_log_likelihood_of_logits([60.0], [0]) == pytest.approx(60)
    z = np.linspace(-9, 9, 50)
    p, y = expit(z), np.arange(50) % 2
    assert negative_log_likelihood_of_logits(z, y) == pytest.approx(negative_log_likelihood(p, y), abs=1e-12)


@pytest.mark.parametrize(
    ("z", "y", "words"),
    [([np.nan, 1.0], [0, 1], "1 of 2 logits are not numbers"), ([1.0], [0, 1], "one label")],
)
def test_that_logits_that_are_no_numbers_or_too_few_are_refused(
    z: list[float], y: list[int], words: str
) -> None:
    for figure in (negative_log_likelihood_of_logits, calibration_line):
        with pytest.raises(UserError, match=words):
            figure(z, y)


def test_that_class_logits_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(UserError, match="1 of 2 logits are not numbers"):
        class_nll_of_logits([[np.nan, 0.0]], [1])


def test_that_certain_logits_cost_nothing_or_infinity() -> None:
    assert negative_log_likelihood_of_logits([np.inf, -np.inf], [1, 0]) == 0
    assert negative_log_likelihood_of_logits([np.inf], [0]) == np.inf
    assert calibration_line([np.inf, 0.0, 1.0], [1, 1, 0]) is None


def test_that_two_classes_score_as_one_probability() -> None:
    p, y = scored()
    both = np.column_stack((1 - p, p))
    assert class_nll(both, y.astype(int)) == pytest.approx(negative_log_likelihood(p, y))
    assert class_brier(both, y.astype(int)) == pytest.approx(2 * metrics_of(p, y).brier)
    assert class_nll_of_logits(np.log(both), y.astype(int)) == pytest.approx(class_nll(both, y.astype(int)))


def test_that_class_labels_outside_the_classes_are_refused() -> None:
    with pytest.raises(UserError, match="whole numbers"):
        class_nll([[0.5, 0.5]], [2])
