"""The verb `calibrate`: before and after, all calibrators, K classes, files, and what is refused."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hsi_uq_app.calibration.calibrators.table import CALIBRATORS
from hsi_uq_app.cli.calibrate import WITH_HELP
from hsi_uq_app.cli.calibration_lines import number_text
from hsi_uq_app.confidence.quantile_map import open_quantile_map

FIT, REPORT = "lines=0:20,samples=30:60", "lines=20:40,samples=30:60"
REGIONS = ("--fit-region", FIT, "--report-region", REPORT)


@pytest.fixture
def logits_file(tmp_path: Path) -> Path:
    """Overconfident logits of four classes."""
    rng = np.random.default_rng(2)
    arrays = {}
    for part in ("val", "test"):
        y = rng.integers(0, 4, 600)
        arrays[f"{part}_logits"] = (4 * (rng.normal(0, 1, (600, 4)) + 2 * np.eye(4)[y])).astype(np.float32)
        arrays[f"{part}_labels"] = y
    np.savez(tmp_path / "logits.npz", **arrays)
    return tmp_path / "logits.npz"


def test_that_before_and_after_stand_side_by_side(hsi_uq: Any, tiny_scene: Any, result: Path) -> None:
    told = hsi_uq("calibrate", result, "--truth", tiny_scene.truth, *REGIONS, "--with", "ts")
    assert told.code == 0
    for words in ("as predicted", "after", "change, 95 %", "noise floor", "predicted classes changed",
                  "HCS before", "HCS after", "conformal", "exchangeable"):  # fmt: skip
        assert words in told.out


def test_that_nearly_all_right_does_not_read_as_all_right() -> None:
    assert [number_text(value) for value in (0.99997, 1.0, 0.9, None)] == [
        "0.999970",
        "1",
        "0.9",
        "undefined",
    ]


def test_that_the_document_has_files_and_figures(hsi_uq: Any, tiny_scene: Any, result: Path) -> None:
    told = hsi_uq("calibrate", result, "--truth", tiny_scene.truth, *REGIONS, "--with", "platt", "--json")
    assert set(told.document) == {"files", "figures", "notes"}
    found = told.document["figures"]
    assert (found["fit_region"], found["report_region"], found["n"]) == (FIT, REPORT, 600)
    (after,) = found["after"]
    assert after["calibrator"]["name"] == "platt"
    assert set(after["calibrator"]["parameters"]) == {"slope", "intercept"}
    assert found["sets"]["conformal"]["resolution"][0] == pytest.approx(1 / (found["fit_targets"] + 1))


def test_that_all_calibrators_are_compared(
    hsi_uq: Any, tiny_scene: Any, result: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for slow in ("pts", "cts", "cc-monte-carlo", "gc", "cc-inputs"):
        monkeypatch.delitem(CALIBRATORS, slow)
    told = hsi_uq("calibrate", result, "--truth", tiny_scene.truth, *REGIONS, "--with", "all")
    assert told.code == 0
    assert "isotonic calibration" in told.out
    assert "cc-label-free: consistency calibration (CC) without labels needs the network itself" in told.out


def test_that_a_calibrated_map_is_written_and_known_by_its_passport(
    hsi_uq: Any, tiny_scene: Any, model: Path, result: Path, tmp_path: Path
) -> None:
    told = hsi_uq(
        "calibrate", result, "--truth", tiny_scene.truth, *REGIONS, "--with", "cc", "--model", model,
        "--scene", tiny_scene.scene, "--draws", "draw-by-draw", "--out", tmp_path / "c.hdr", "--json",
    )  # fmt: skip
    assert len(told.document["files"]) == 5
    made = open_quantile_map(tmp_path / "c.hdr")
    assert (made.passport.calibrator or {})["application"] == "draw-by-draw"
    assert hsi_uq("evaluate", tmp_path / "c.hdr", "--truth", tiny_scene.truth, "--region", REPORT).code == 0
    again = hsi_uq("calibrate", tmp_path / "c.hdr", "--truth", tiny_scene.truth, *REGIONS, "--with", "ts")
    assert (again.code, "calibrated already (cc)" in again.err) == (2, True)


def test_that_logits_of_many_classes_are_fitted_on_one_set_and_reported_on_the_other(
    hsi_uq: Any, logits_file: Path
) -> None:
    told = hsi_uq("calibrate", logits_file, "--with", "ts", "--json")
    found = told.document["figures"]
    (after,) = found["after"]
    assert found["classes"] == 4
    assert 1.5 < after["calibrator"]["parameters"]["temperature"] < 2.5  # 2 is exact
    assert after["figures"]["ECE"] < found["before"]["figures"]["ECE"]
    assert after["figures"]["accuracy"] == found["before"]["figures"]["accuracy"]
    assert {"its noise floor", "AdaECE", "CECE", "maximum error", "NLL", "Brier"} < set(after["figures"])
    table = hsi_uq("calibrate", logits_file, "--with", "cts").out
    assert "class-based temperature scaling" in table
    assert "its noise floor" in table


def test_that_the_law_of_noise_can_be_chosen(hsi_uq: Any, logits_file: Path) -> None:
    told = hsi_uq("calibrate", logits_file, "--with", "cc", "--noise", "uniform", "--json")
    (after,) = told.document["figures"]["after"]
    assert after["calibrator"]["parameters"]["noise"] == "uniform"
    assert "no law of noise" in hsi_uq("calibrate", logits_file, "--with", "ts", "--noise", "uniform").err


def test_that_a_file_with_features_and_weights_serves_those_that_look_inside(
    hsi_uq: Any, logits_file: Path
) -> None:
    rng = np.random.default_rng(0)
    held = dict(np.load(logits_file))
    held |= {
        f"{which}_features": rng.normal(size=(held[f"{which}_logits"].shape[0], 2))
        for which in ("val", "test")
    }
    np.savez(logits_file, **held, weights=rng.normal(size=(4, 2)))
    for name in ("gc", "cc-features"):
        (after,) = hsi_uq("calibrate", logits_file, "--with", name, "--json").document["figures"]["after"]
        assert after["calibrator"]["name"] == name
    assert "features" in " ".join(hsi_uq("calibrate", "--help").out.split())


def test_that_logits_have_no_network_and_no_two_classes(hsi_uq: Any, logits_file: Path) -> None:
    assert "needs the network itself" in hsi_uq("calibrate", logits_file, "--with", "cc-inputs").err
    assert "is for two classes" in hsi_uq("calibrate", logits_file, "--with", "platt").err
    told = hsi_uq("calibrate", logits_file, "--with", "ts", "--out", "c.hdr")
    assert (told.code, "--out writes one calibrated map" in told.err) == (2, True)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((*REGIONS, "--with", "nonsense"), "no calibrator is called nonsense"),
        (("--fit-region", FIT, "--report-region", "right", "--with", "ts"), "share pixels"),
        (("--fit-region", FIT, "--with", "ts"), "--report-region"),
        ((*REGIONS, "--with", "cc", "--criterion", "luck"), "there is no criterion luck"),
        ((*REGIONS, "--with", "ts", "--draws", "some"), "there is no way of applying some"),
        ((*REGIONS, "--with", "gc"), "name the model and the scene"),
        ((*REGIONS, "--with", "all", "--out", "c.hdr"), "--out writes one calibrated map"),
        ((*REGIONS, "--with", "ts", "--model", "m.safetensors"), "give both --model and --scene"),
    ],
)
def test_that_what_cannot_be_done_is_said_in_one_line(
    hsi_uq: Any, tiny_scene: Any, result: Path, options: tuple[str, ...], words: str
) -> None:
    told = hsi_uq("calibrate", result, "--truth", tiny_scene.truth, *options)
    assert told.code == 2
    assert words in told.err
    assert told.err.count("\n") == 1


def test_that_help_names_the_calibrators_there_are() -> None:
    names = {name for kind in CALIBRATORS.values() for name in (kind.name, *kind.aliases)}
    assert set(re.findall(r"[a-z-]+", WITH_HELP)) - {"or"} == names | {"all"}
