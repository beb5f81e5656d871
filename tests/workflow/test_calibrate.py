"""Fit on the upper right quarter of the tiny scene, report on the lower right one."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hsi_uq_app.calibration.calibrators.table import CALIBRATORS
from hsi_uq_app.calibration.calibrators.temperature import TemperatureScaling
from hsi_uq_app.calibration.posterior_input import draw_inputs
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Cancelled
from hsi_uq_app.workflow.calibrate import Calibration, calibrate, names_of
from hsi_uq_app.workflow.calibration_plan import Plan
from hsi_uq_app.workflow.calibration_sources import UNITS_APART
from hsi_uq_app.workflow.evaluated_pixels import evaluated_pixels
from hsi_uq_app.workflow.own_network import ResultNetwork, own_network
from tests.workflow.conftest import FIT, REPORT, Trial

PLAN = Plan(FIT, REPORT)


def done(trial: Trial, name: str, plan: Plan = PLAN, network: ResultNetwork | None = None) -> Calibration:
    return calibrate(trial.result, trial.truth, names_of(name), plan, network=network)


def test_that_before_and_after_are_judged_on_the_report_region(trial: Trial) -> None:
    found = done(trial, "temperature")
    report = evaluated_pixels(trial.result, trial.truth, REPORT, 0.2, 0.2)
    assert found.before.probability == pytest.approx(report.probability)
    (row,) = found.rows
    assert isinstance(row.calibrator, TemperatureScaling)
    z = report.mean_logit.astype(np.float64) / row.calibrator.temperature
    assert row.probability == pytest.approx(1 / (1 + np.exp(-z)))
    assert (row.application, row.changed_classes) == ("mean", 0)


def test_that_the_calibrator_never_sees_the_report_region(trial: Trial) -> None:
    truth = np.array(trial.truth.abundance)
    truth[20:, 30:] = 1 - truth[20:, 30:]
    flipped = calibrate(trial.result, replace(trial.truth, abundance=truth), ("platt",), PLAN)
    assert flipped.rows[0].calibrator == done(trial, "platt").rows[0].calibrator


def test_that_figures_of_sums_have_intervals_over_blocks(trial: Trial) -> None:
    found = done(trial, "temperature")
    assert (found.block_side, found.blocks) == (6, 20)
    low, high = found.rows[0].intervals["NLL"] or (0, 0)
    assert low < (found.rows[0].figures["NLL"] or 0) < high
    assert "AdaECE, positive class" not in found.rows[0].intervals
    assert found.rows[0].changes["NLL"] is not None


def test_that_all_calibrators_give_a_row_or_say_what_they_lack(trial: Trial) -> None:
    found = done(trial, "all")
    assert [row.name for row in found.rows] == list(CALIBRATORS)
    refused = {row.name: row.refused for row in found.rows if row.refused}
    assert set(refused) == {"gc", "cc-features", "cc-inputs", "cc-label-free"}
    assert all("name the model and the scene" in words for words in refused.values())
    assert all(row.figures for row in found.rows if not row.refused)


def test_that_one_calibrator_alone_is_refused_in_words(trial: Trial) -> None:
    with pytest.raises(UserError, match="the outputs of the network's last hidden layer"):
        done(trial, "gc")
    with pytest.raises(UserError, match="has not; apply it draw by draw"):
        done(trial, "gc", replace(PLAN, application="mean"), trial.network)
    with pytest.raises(UserError, match="keeps only their order statistics"):
        done(trial, "temperature", replace(PLAN, application="draw-by-draw"))
    with pytest.raises(UserError, match="runs the network many times a pixel"):
        done(trial, "cc-inputs", replace(PLAN, application="draw-by-draw"), trial.network)


def test_that_a_draw_by_draw_mean_is_of_calibrated_draws(trial: Trial) -> None:
    plan = replace(PLAN, application="draw-by-draw")
    (row,) = done(trial, "temperature", plan, trial.network).rows
    assert isinstance(row.calibrator, TemperatureScaling)
    report = evaluated_pixels(trial.result, trial.truth, REPORT, 0.2, 0.2)
    x = trial.network.spectra(report.places)
    z = np.stack([draw.logits for draw in draw_inputs(trial.posterior, x)]).astype(np.float64)
    expected = (1 / (1 + np.exp(-z / row.calibrator.temperature))).mean(axis=0)
    assert row.probability == pytest.approx(expected)
    assert row.application == "draw-by-draw"


def test_that_what_looks_inside_the_network_goes_draw_by_draw_by_itself(trial: Trial) -> None:
    (row,) = done(trial, "cc-features", network=trial.network).rows
    assert row.application == "draw-by-draw"
    assert row.probability is not None
    assert row.probability.min() >= 0


def test_that_shared_groups_of_separate_networks_carry_a_note(trial: Trial, monkeypatch: Any) -> None:
    monkeypatch.setattr("hsi_uq_app.calibration.calibrators.group.PARTITIONS", 1)
    (row,) = done(trial, "gc", network=trial.network).rows
    assert UNITS_APART in row.notes


def test_that_spectra_are_run_again_without_labels(trial: Trial) -> None:
    (row,) = done(trial, "cc-label-free", network=trial.network).rows
    assert row.application == "mean"
    assert set(np.unique(np.asarray(row.probability) * 100 % 1).round(6)) <= {0.0, 1.0}


@pytest.mark.parametrize(
    ("fit", "report", "words"),
    [
        (FIT, "lines=19:40,samples=30:60", "share pixels"),
        ("lines=0:20,samples=29:60", REPORT, "the fit region .* overlaps the region left"),
        (FIT, "bottom", "the report region bottom overlaps the region left"),
    ],
)
def test_that_regions_that_overlap_are_refused(trial: Trial, fit: str, report: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        done(trial, "temperature", Plan(fit, report))
    with pytest.raises(UserError, match=words):
        done(trial, "temperature", Plan(fit, report), trial.network)


def test_that_a_model_of_another_scene_may_be_calibrated_anywhere(trial: Trial) -> None:
    elsewhere = replace(trial.posterior, center=trial.posterior.center + 0.2)
    network = ResultNetwork(elsewhere, trial.cube)
    assert not network.trained_here(trial.truth.known)
    assert trial.network.trained_here(trial.truth.known)
    assert done(trial, "temperature", Plan("top", "bottom"), network).fit_pixels == 1_200


def test_that_another_model_or_scene_is_refused(trial: Trial) -> None:
    with pytest.raises(UserError, match="not predicted by this model"):
        other_seed = trial.posterior.passport.model_copy(update={"seed": 7})
        own_network(trial.result, replace(trial.posterior, passport=other_seed), trial.cube)
    facts = {"provenance": {**trial.result.provenance, "cube": "another"}}
    other = replace(trial.result, description=trial.result.description.model_copy(update=facts))
    with pytest.raises(UserError, match="not predicted from tiny"):
        own_network(other, trial.posterior, trial.cube)


def test_that_a_region_without_targets_says_why_there_are_no_conformal_sets(trial: Trial) -> None:
    nothing = replace(trial.truth, threshold=2.0)
    found = calibrate(trial.result, nothing, ("temperature",), PLAN)
    assert found.sets.conformal is None
    assert "one class is missing" in found.sets.missing
    assert any("all of one class" in note for note in found.rows[0].notes)


def test_that_conformal_sets_stand_beside_the_hcs(trial: Trial) -> None:
    sets = done(trial, "temperature").sets
    assert sets.conformal is not None
    assert sum(sets.conformal.counts.values()) == sets.before.counts["pixels"] == 600
    assert sets.conformal.resolution[0] == pytest.approx(1 / (trial.truth.labels[:20, 30:].sum() + 1))
    assert "exchangeable" in sets.conformal.words
    assert set(sets.after) == {"temperature"}


def test_that_a_wrong_base_rate_is_said_to_be_beyond_symmetric_calibrators(trial: Trial) -> None:
    rare = np.array(trial.truth.abundance)
    rare.flat[np.flatnonzero(rare > 0.1)[np.arange(64) % 4 > 0]] = 0
    found = calibrate(trial.result, replace(trial.truth, abundance=rare), ("temperature", "platt"), PLAN)
    words = "cannot mend that"
    assert [any(words in note for note in row.notes) for row in found.rows] == [True, False]
    assert all(any("targets to fit on" in note for note in row.notes) for row in found.rows)


@pytest.mark.parametrize(("targets", "warned"), [(10, False), (9, True)])
def test_that_fewer_than_ten_targets_are_said_to_be_few(trial: Trial, targets: int, warned: bool) -> None:
    few = np.array(trial.truth.abundance)
    few[:20, 30:].flat[np.flatnonzero(few[:20, 30:] > 0.1)[targets:]] = 0
    found = calibrate(trial.result, replace(trial.truth, abundance=few), ("platt",), PLAN)
    assert found.fit_targets == targets
    assert any("targets to fit on" in note for note in found.rows[0].notes) == warned


def test_that_the_document_is_plain_and_the_calibrator_comes_back_from_it(trial: Trial) -> None:
    found = done(trial, "cc")
    document: Any = json.loads(json.dumps(found.document()))
    (after,) = document["after"]
    record = after["calibrator"]
    assert (
        CALIBRATORS[record["name"]](**record["parameters"], notes=tuple(record["notes"]))
        == found.rows[0].calibrator
    )
    assert document["before"]["figures"].keys() == after["figures"].keys()


def test_that_a_criterion_goes_to_those_that_have_one(trial: Trial) -> None:
    plan = replace(PLAN, criterion="ece")
    by_ece, by_nll = done(trial, "cc", plan).rows[0], done(trial, "cc").rows[0]
    assert by_ece.calibrator != by_nll.calibrator
    with pytest.raises(UserError, match="no criterion"):
        done(trial, "temperature", plan)


def test_that_a_law_of_noise_goes_to_those_that_have_one(trial: Trial) -> None:
    plan = replace(PLAN, noise="uniform")
    for name in ("cc", "cc-monte-carlo"):
        assert done(trial, name, plan).rows[0].calibrator.noise == "uniform"
    with pytest.raises(UserError, match="no law of noise"):
        done(trial, "temperature", plan)


def test_that_unknown_choices_are_refused(trial: Trial) -> None:
    for choice in ({"perturbation": "wild"}, {"criterion": "luck"}, {"noise": "pink"}):
        plan = replace(PLAN, **choice)  # type: ignore[arg-type]
        with pytest.raises(UserError, match="use one of"):
            done(trial, "cc", plan)
    with pytest.raises(UserError, match="choose one of"):
        names_of("nonsense")


def test_that_cancelling_ends_it(trial: Trial) -> None:
    def gives_up(fraction: float, text: str = "") -> None:
        raise Cancelled("test")

    with pytest.raises(Cancelled):
        calibrate(trial.result, trial.truth, ("temperature",), PLAN, progress=gives_up)
