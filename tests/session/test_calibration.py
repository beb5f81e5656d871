"""A calibration in the state: when its curve is shown, when it is refused, and bins from pixels."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.progress import silent
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.session.calibration import (
    Calibrate,
    Calibrated,
    KeepCalibrated,
    calibration_closed,
    calibration_ready,
    shown_calibration,
)
from hsi_uq_app.session.reliability import (
    RELIABILITY,
    Reliability,
    isotonic_shown,
    pointed_bins,
    reliability_key,
)
from hsi_uq_app.session.results import LoadResult, result_chosen, result_ready
from hsi_uq_app.session.spectra import pixel_clicked, region_framed
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.truth import LoadTruth, region_chosen, truth_loaded
from hsi_uq_app.workflow.calibration_plan import Plan
from tests.gui.kit import LINES, SAMPLES, write_cube, write_result

FIT, REPORT = "lines=0:12,samples=25:50", "lines=15:30,samples=25:50"


@pytest.fixture
def judged(state: AppState, scene_file: Path, tmp_path: Path) -> AppState:
    """A result whose logits are twice too large, and its truth."""
    rng = np.random.default_rng(1)
    logits = rng.normal(0, 3, (LINES, SAMPLES)).astype(np.float32)
    abundance = (rng.random(logits.shape) < 1 / (1 + np.exp(-logits / 2))).astype(np.float32)
    result = LoadResult(write_result(scene_file, tmp_path / "over.hdr", logits))(silent)
    truth = LoadTruth(write_cube(tmp_path / "truth.hdr", abundance[None]), state.scene)(silent)
    return truth_loaded(truth)(result_ready(result)(state))


def calibrated(state: AppState, name: str = "temperature") -> Calibrated:
    assert state.truth is not None
    assert state.result is not None
    return Calibrate(state.result, state.truth, name, Plan(FIT, REPORT))(silent)


def compared(state: AppState) -> Reliability:
    key = reliability_key(state)
    assert key is not None
    return RELIABILITY.start(state, key)(silent)


def with_curve(state: AppState) -> AppState:
    """The state with the curve that is asked for now."""
    key = reliability_key(state)
    assert key is not None
    return RELIABILITY.ready(key, compared(state))(state)


def test_that_a_calibration_brings_its_report_region_and_both_curves(judged: AppState) -> None:
    made = calibrated(judged)
    state = calibration_ready(made)(judged)
    assert state.view.region == REPORT
    assert shown_calibration(state) is made
    curve = compared(state)
    assert curve.before is not None
    assert curve.curve.ece < curve.before.ece
    assert curve.curve.n == curve.before.n == 15 * 25
    assert curve.scores.nll == pytest.approx(made.row.figures["NLL"])
    assert curve.scores_before is not None
    assert curve.scores_before.nll == pytest.approx(made.calibration.before.figures["NLL"])
    key = reliability_key(state)
    assert key is not None
    assert RELIABILITY.of(RELIABILITY.ready(key, curve)(state)) is curve


def test_that_another_region_shows_the_result_as_predicted_and_the_report_region_the_calibration_again(
    judged: AppState,
) -> None:
    state = calibration_ready(calibrated(judged))(judged)
    elsewhere = region_chosen("all")(state)
    assert shown_calibration(elsewhere) is None
    assert compared(elsewhere).before is None
    assert shown_calibration(region_chosen(REPORT)(elsewhere)) is state.calibrated


def test_that_a_curve_from_before_the_calibration_is_refused(judged: AppState) -> None:
    plain, key = compared(judged), reliability_key(judged)
    assert key is not None
    state = calibration_ready(calibrated(judged))(judged)
    assert RELIABILITY.ready(key, plain)(state) is state


def test_that_a_calibration_of_another_result_or_truth_is_refused(judged: AppState) -> None:
    made = calibrated(judged)
    other = result_chosen(judged.results[0])(judged)
    assert calibration_ready(made)(other) is other
    without = truth_loaded(None)(judged)
    assert calibration_ready(made)(without) is without
    assert judged.truth is not None
    read_again = truth_loaded(replace(judged.truth))(calibration_ready(made)(judged))
    assert shown_calibration(read_again) is None


def test_that_closing_it_leaves_region_and_result(judged: AppState) -> None:
    state = calibration_ready(calibrated(judged))(judged)
    closed = calibration_closed(state)
    assert (closed.calibrated, closed.view.region, closed.result) == (None, REPORT, judged.result)
    assert calibration_closed(closed) is closed


def test_that_the_isotonic_curve_is_made_where_it_is_asked_for(judged: AppState) -> None:
    assert compared(judged).isotonic is None
    fit = compared(isotonic_shown(True)(judged)).isotonic
    assert fit is not None
    assert (np.diff(fit.observed) >= 0).all()
    assert (fit.lower <= fit.upper).all()
    outside = (fit.observed < fit.lower) | (fit.observed > fit.upper)
    assert outside.mean() > 0.2  # the logits are twice too large


def test_that_a_kept_calibration_is_a_result_with_a_passport_of_its_own(
    judged: AppState, tmp_path: Path
) -> None:
    made = calibrated(judged, "cc")
    kept = KeepCalibrated(made, tmp_path / "kept.hdr")(silent)
    assert (kept.quantiles.passport.calibrator or {})["name"] == "cc"
    state = result_ready(kept)(judged)
    assert state.result is kept


def test_that_a_pin_and_a_framed_region_point_at_their_bins(judged: AppState) -> None:
    state = with_curve(judged)
    assert pointed_bins(state) == ()
    pinned = pixel_clicked((4, 7))(state)
    (bin_,) = pointed_bins(pinned)
    assert 4 * SAMPLES + 7 in compared(judged).pixels_in((bin_,))
    framed = region_framed(parse_region("lines=0:2,samples=0:30", LINES, SAMPLES))(pinned)
    assert len(pointed_bins(framed)) > 3
    inside = with_curve(region_chosen("bottom")(framed))
    assert pointed_bins(inside) == ()
