"""Pixels that are not evaluated, targets among them, and all notes are said by every verb."""

from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.scene.envi_writer import write_header

LINES, SAMPLES, BANDS = 24, 40, 12
HOLES = np.zeros((LINES, SAMPLES), bool)
HOLES[6:9, 30:40] = True  # 30 pixels of the right half
TARGETS = np.zeros((LINES, SAMPLES), bool)
TARGETS[3:6, 4:8] = TARGETS[7:9, 28:34] = True  # 12 in each half, 8 of the right ones in the holes
HALF = LINES * SAMPLES // 2
WORDS = f"30 of {HALF} pixels of known truth are not evaluated, and 8 of 12 targets among them"


def write(folder: Path, name: str, values: np.ndarray, code: int, **fields: object) -> Path:
    lines, samples, bands = values.shape
    values.transpose(2, 0, 1).tofile(folder / f"{name}.img")
    size = {"lines": lines, "samples": samples, "bands": bands, "header offset": 0, "byte order": 0}
    head = size | {"interleave": "bsq", "data type": code, "file type": "ENVI Standard"}
    write_header(
        folder / f"{name}.hdr", head | {key.replace("_", " "): value for key, value in fields.items()}
    )
    return folder / f"{name}.hdr"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scene with fill that no header declares, placed 10 pixels west of its truth, its model and result."""
    from hsi_uq_app.cli import main

    folder, chance = tmp_path_factory.mktemp("holes"), np.random.default_rng(4)
    grass, paint = np.linspace(0.1, 0.4, BANDS), np.linspace(0.6, 0.2, BANDS)
    values = np.where(TARGETS[..., None], paint, grass * chance.uniform(0.7, 1.3, (LINES, SAMPLES, 1)))
    values = (values + 0.01 * chance.standard_normal(values.shape)).astype("<f4")
    values[HOLES] = -9999
    place = ["UTM", 1, 1, 500_000, 4_000_000, 2, 2, 18, "North", "WGS-84"]
    moved = [*place[:3], 500_020, *place[4:]]
    scene = write(folder, "s", values, 4, map_info=place)
    truth = write(folder, "t", TARGETS[..., None].astype("u1"), 1, map_info=moved)
    model, out = folder / "m.safetensors", folder / "r.hdr"
    assert main(["train", str(scene), "--truth", str(truth), "--out", str(model), "--draws", "20"]) == 0
    assert main(["predict", str(scene), "--model", str(model), "--out", str(out)]) == 0
    return folder


def test_that_predict_counts_them_and_prints_the_notes_of_the_scene(hsi_uq, folder: Path) -> None:
    verb = ["predict", folder / "s.hdr", "--model", folder / "m.safetensors", "--out", folder / "again.hdr"]
    told = hsi_uq(*verb, "--json").document
    assert told["not_evaluated"] == 30
    assert "looks like no data" in " ".join(told["scene_notes"])
    printed = " ".join(hsi_uq(*verb).out.split())
    assert f"30 of {LINES * SAMPLES} pixels are not evaluated" in printed
    assert printed.count("looks like no data") == 1


def test_that_evaluate_counts_targets_among_them(hsi_uq, folder: Path) -> None:
    verb = ["evaluate", folder / "r.hdr", "--truth", folder / "t.hdr", "--region", "right"]
    told = hsi_uq(*verb, "--json").document
    assert (told["n"], told["n_positive"]) == (HALF - 30, 4)
    assert (told["not_evaluated"], told["targets_not_evaluated"]) == (30, 8)
    printed = " ".join(hsi_uq(*verb).out.split())
    assert WORDS in printed
    assert "looks like no data" in printed
    left = hsi_uq("evaluate", folder / "r.hdr", "--truth", folder / "t.hdr", "--region", "left", "--json")
    assert (left.document["not_evaluated"], left.document["targets_not_evaluated"]) == (0, 0)


def test_that_compare_says_them(hsi_uq, folder: Path) -> None:
    verb = ["compare", folder / "r.hdr", "--truth", folder / "t.hdr", "--region", "right"]
    assert WORDS in " ".join(hsi_uq(*verb).out.split())
    rows = hsi_uq(*verb, "--json").document
    assert [row["targets_not_evaluated"] for row in rows] == [8, 8]
    assert "10.0 pixels off" in " ".join(rows[0]["notes"])


def test_that_calibrate_says_them_and_that_the_truth_lies_elsewhere(hsi_uq, folder: Path) -> None:
    """Lines 6 and 7 of the fit region lack 10 pixels each, line 8 of the report region 10."""
    regions = ["--fit-region", "lines=0:8,samples=20:40", "--report-region", "lines=8:24,samples=20:40"]
    verb = ["calibrate", folder / "r.hdr", "--truth", folder / "t.hdr", *regions, "--with", "platt"]
    told = hsi_uq(*verb, "--json").document
    figures = told["figures"]
    assert (figures["fit_not_evaluated"], figures["fit_targets_not_evaluated"]) == (20, 4)
    assert (figures["not_evaluated"], figures["targets_not_evaluated"]) == (10, 4)
    assert "10.0 pixels off" in " ".join(told["notes"])
    printed = " ".join(hsi_uq(*verb).out.split())
    assert "fit region: 20 of 160 pixels of known truth are not evaluated, and 4 of 6 targets" in printed
    assert "report region: 10 of 320 pixels of known truth are not evaluated, and 4 of 6 targets" in printed
    assert "10.0 pixels off" in printed


def test_that_export_says_them(hsi_uq, folder: Path) -> None:
    verb = ["export", folder / "r.hdr", "--to", "geotiff", "--out", folder / "e.tif"]
    assert hsi_uq(*verb, "--json").document["not_evaluated"] == 30
    assert f"30 of {LINES * SAMPLES} pixels are not evaluated" in " ".join(hsi_uq(*verb).out.split())


def test_that_train_prints_the_notes_of_the_scene(hsi_uq, folder: Path) -> None:
    verb = ["train", folder / "s.hdr", "--truth", folder / "t.hdr", "--out", folder / "n.safetensors"]
    told = hsi_uq(*verb, "--draws", 20, "--json").document
    assert "looks like no data" in " ".join(told["scene_notes"])
    assert "10.0 pixels off" in " ".join(told["notes"])


def test_that_a_target_that_covers_a_part_of_the_bands_is_said(hsi_uq, tmp_path: Path) -> None:
    """24 bands from 400 to 2700 nm; the spectrum ends at 1500 nm and so covers the first 12."""
    chance, bands = np.random.default_rng(1), np.arange(400, 2800, 100)
    values = (0.2 + 0.1 * chance.random((20, 20, 1)) + 0.01 * chance.standard_normal((20, 20, 24))).astype(
        "<f4"
    )
    fields = {"wavelength": bands.tolist(), "wavelength units": "nm"}
    scene = write(tmp_path, "s", values, 4, **fields)
    rows = "".join(f"{nm},{0.5 + nm / 1e4}\n" for nm in range(350, 1501, 50))
    (tmp_path / "paint.csv").write_text(f"wavelength (nm),paint\n{rows}")
    target = f"{tmp_path / 'paint.csv'}:paint"
    out = tmp_path / "m.safetensors"
    told = hsi_uq(
        "train", scene, "--target", target, "--region", "all", "--out", out, "--draws", 20, "--json"
    )
    assert "known in 12 of 24 good bands" in " ".join(told.document["notes"])
