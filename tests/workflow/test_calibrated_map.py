"""The calibrated map on the disk: mapped planes, planes drawn anew, and what is refused."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.calibration.calibrators.platt import PlattScaling
from hsi_uq_app.calibration.posterior_input import draw_inputs
from hsi_uq_app.confidence.quantile_map import QuantileMap, QuantileMapWriter, open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.levels import LEVELS, rank
from hsi_uq_app.progress import Cancelled
from hsi_uq_app.workflow.calibrate import calibrate, names_of
from hsi_uq_app.workflow.calibrated_map import write_calibrated
from hsi_uq_app.workflow.calibration_plan import Application, Plan
from hsi_uq_app.workflow.calibration_row import Row
from hsi_uq_app.workflow.evaluate import evaluate
from tests.workflow.conftest import FIT, REPORT, Trial


def written(trial: Trial, out: Path, name: str, application: Application | None = None) -> QuantileMap:
    plan = Plan(FIT, REPORT, application)
    network = trial.network if application == "draw-by-draw" else None
    found = calibrate(trial.result, trial.truth, names_of(name), plan, network=network)
    files = write_calibrated(trial.result, found.rows[0], plan, out, network=network)
    assert all(file.exists() for file in files)
    return open_quantile_map(out)


def line_of(made: QuantileMap) -> tuple[float, float]:
    record = made.passport.calibrator or {}
    assert record["name"] == "platt"
    return record["parameters"]["slope"], record["parameters"]["intercept"]


def test_that_planes_and_mean_go_through_the_map(trial: Trial, tmp_path: Path) -> None:
    made = written(trial, tmp_path / "c.hdr", "platt")
    slope, intercept = line_of(made)
    for level in (100, 500, 900):
        expected = slope * trial.result.plane(level) + 1024 * intercept
        assert np.abs(made.plane(level) - expected).max() <= 0.51
    assert made.mean_logit == pytest.approx(slope * trial.result.mean_logit + intercept, abs=1e-3)
    assert (made.ace == trial.result.ace).all()
    assert np.isnan(made.epistemic).all()


def test_that_draws_are_calibrated_sorted_and_averaged_anew(trial: Trial, tmp_path: Path) -> None:
    made = written(trial, tmp_path / "c.hdr", "platt", "draw-by-draw")
    slope, intercept = line_of(made)
    places = np.arange(trial.cube.lines * trial.cube.samples)
    draws = draw_inputs(trial.posterior, trial.network.spectra(places))
    z = slope * np.stack([draw.logits for draw in draws]).astype(np.float64) + intercept
    ranked = np.sort(z, axis=0)
    for level in (LEVELS[0], 500, LEVELS[-1]):
        assert np.abs(made.plane(level).reshape(-1) - 1024 * ranked[rank(level, 20) - 1]).max() <= 0.51
    p = 1 / (1 + np.exp(-z))
    assert made.probability().reshape(-1) == pytest.approx(p.mean(axis=0), abs=1e-5)
    assert 0 <= made.epistemic.min() < made.epistemic.max() < np.log(2)


def test_that_a_calibrator_that_changes_nothing_gives_the_predicted_planes_draw_by_draw(
    trial: Trial, tmp_path: Path
) -> None:
    same = Row("platt", "as it was", "draw-by-draw", PlattScaling(1.0, 0.0))
    plan = Plan(FIT, REPORT, "draw-by-draw")
    (path, *_) = write_calibrated(trial.result, same, plan, tmp_path / "same.hdr", network=trial.network)
    made = open_quantile_map(path)
    assert np.abs(made.plane(500).astype(int) - trial.result.plane(500)).max() <= 1
    assert made.mean_logit == pytest.approx(trial.result.mean_logit, abs=2e-3)
    assert made.epistemic == pytest.approx(trial.result.epistemic, abs=1e-5)
    assert made.epistemic.max() > 1e-3


def test_that_both_ways_give_the_same_planes_for_the_same_map(trial: Trial, tmp_path: Path) -> None:
    found = calibrate(
        trial.result, trial.truth, ("platt",), Plan(FIT, REPORT, "draw-by-draw"), network=trial.network
    )
    (row,) = found.rows
    ways = {
        way: write_calibrated(
            trial.result, replace(row, application=way), found.plan, tmp_path / f"{way}.hdr",
            network=trial.network,
        )[0]
        for way in ("mean", "draw-by-draw")
    }  # fmt: skip
    mapped, drawn = (open_quantile_map(path).plane(100).astype(int) for path in ways.values())
    # Half a step of the planes, steepened by the map, and half a step of the new ones.
    assert np.abs(mapped - drawn).max() <= line_of(open_quantile_map(ways["mean"]))[0] / 2 + 1


def test_that_the_report_is_the_evaluation_of_the_written_map(trial: Trial, tmp_path: Path) -> None:
    plan = Plan(FIT, REPORT)
    found = calibrate(trial.result, trial.truth, ("cc",), plan)
    write_calibrated(trial.result, found.rows[0], plan, tmp_path / "c.hdr")
    later = evaluate(open_quantile_map(tmp_path / "c.hdr"), trial.truth, REPORT)
    assert later.nll == pytest.approx(found.rows[0].figures["NLL"], rel=1e-4)
    assert later.hcs.counts == found.sets.after["cc"].counts


def test_that_the_passport_tells_calibrator_way_and_region(trial: Trial, tmp_path: Path) -> None:
    made = written(trial, tmp_path / "c.hdr", "platt")
    record = made.passport.calibrator or {}
    assert (record["name"], record["application"], record["fit_region"]) == ("platt", "mean", FIT)
    assert made.provenance["cube"] == trial.cube.fingerprint()
    assert made.provenance["calibrated_from"] == trial.result.fingerprint()
    assert made.georeference == trial.result.georeference


def test_that_a_calibrated_map_is_not_calibrated_again(trial: Trial, tmp_path: Path) -> None:
    made = written(trial, tmp_path / "c.hdr", "temperature")
    with pytest.raises(UserError, match="calibrated already"):
        calibrate(made, trial.truth, ("platt",), Plan(FIT, REPORT))


def test_that_pixels_without_data_stay_without(trial: Trial, tmp_path: Path) -> None:
    plan = Plan(FIT, REPORT)
    row = calibrate(trial.result, trial.truth, ("platt",), plan).rows[0]
    holed = with_hole(trial, tmp_path / "holed.hdr")
    for way in ("mean", "draw-by-draw"):
        chosen = replace(row, application=way)
        write_calibrated(holed, chosen, plan, tmp_path / f"{way}.hdr", network=trial.network)
        made = open_quantile_map(tmp_path / f"{way}.hdr")
        assert (made.plane(500)[3, 4], np.isnan(made.mean_logit[3, 4])) == (-32768, True)
        assert (made.plane(500) == -32768).sum() == 1


def with_hole(trial: Trial, path: Path) -> QuantileMap:
    """The trial's result with one pixel not evaluated."""
    levels = np.stack([trial.result.plane(level).reshape(-1) for level in LEVELS])
    side = np.stack([trial.result.mean_logit, trial.result.epistemic, trial.result.ace]).reshape(3, -1)
    at = 3 * trial.cube.samples + 4
    levels[:, at], side[:, at] = -32768, np.nan
    with QuantileMapWriter(path, trial.cube, trial.posterior.passport) as writer:
        writer.write(0, levels, side)
    return open_quantile_map(path)


@pytest.mark.parametrize(
    ("name", "words"), [("cc-monte-carlo", "falls somewhere"), ("cc-label-free", "no map of a logit")]
)
def test_that_what_is_no_rising_map_is_refused(trial: Trial, tmp_path: Path, name: str, words: str) -> None:
    plan = Plan(FIT, REPORT)
    found = calibrate(trial.result, trial.truth, (name,), plan, network=trial.network)
    with pytest.raises(UserError, match=words):
        write_calibrated(trial.result, found.rows[0], plan, tmp_path / "c.hdr")
    assert not list(tmp_path.iterdir())


def test_that_the_result_itself_is_not_written_over(trial: Trial) -> None:
    plan = Plan(FIT, REPORT)
    found = calibrate(trial.result, trial.truth, ("platt",), plan)
    with pytest.raises(UserError, match="is the result itself"):
        write_calibrated(trial.result, found.rows[0], plan, trial.result.files.image)


def test_that_giving_up_leaves_nothing(trial: Trial, tmp_path: Path) -> None:
    def gives_up(fraction: float, text: str = "") -> None:
        raise Cancelled("test")

    plan = Plan(FIT, REPORT)
    found = calibrate(trial.result, trial.truth, ("platt",), plan)
    with pytest.raises(Cancelled):
        write_calibrated(trial.result, found.rows[0], plan, tmp_path / "c.hdr", progress=gives_up)
    assert not list(tmp_path.glob("c*"))
