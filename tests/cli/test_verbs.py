import re
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import rasterio
import shapely
import spectral

from hsi_uq_app.confidence.quantile_map import open_quantile_map

INFO_KEYS = {
    "lines", "samples", "bands", "dtype", "interleave", "byte_order", "header_offset", "scale_factor",
    "no_data", "wavelengths_nm", "good_bands", "crs", "transform", "notes",
}  # fmt: skip
EVALUATE_KEYS = {
    "n", "n_positive", "base_rate", "alpha", "delta", "hcs", "mean_width", "ece_top_label", "ece_positive",
    "nll", "brier", "nll_skill", "brier_skill", "auc", "ap", "pd_at_far",
}  # fmt: skip


def test_that_info_says_what_the_file_is(hsi_uq, tiny_scene) -> None:
    told = hsi_uq("info", tiny_scene.scene, "--json")
    assert told.code == 0
    assert set(told.document) >= INFO_KEYS
    assert (told.document["lines"], told.document["samples"], told.document["bands"]) == (40, 60, 12)
    assert told.document["transform"] == [1, 0, 500000, 0, -1, 4000000]
    assert told.document["scale_factor"] == 10000


def test_that_info_of_the_data_file_is_info_of_the_header(hsi_uq, tiny_scene) -> None:
    by_data = hsi_uq("info", tiny_scene.scene.with_suffix(".img"), "--json")
    assert by_data.document == hsi_uq("info", tiny_scene.scene, "--json").document


def test_that_a_corrected_field_is_used(hsi_uq, tiny_scene) -> None:
    told = hsi_uq("info", tiny_scene.scene, "--set", "reflectance scale factor=1", "--json")
    assert told.document["scale_factor"] == 1


def test_that_train_tells_what_it_made(hsi_uq, tiny_scene, tmp_path: Path) -> None:
    out = tmp_path / "m.safetensors"
    told = hsi_uq(
        "train", tiny_scene.scene, "--truth", tiny_scene.truth, "--out", out, "--draws", 20,
        "--region", "right", "--json",
    )  # fmt: skip
    assert told.code == 0
    assert told.document["model"] == str(out)
    assert told.document["draws"] == 20
    assert told.document["seconds"] > 0
    assert set(told.document) >= {"model", "method", "draws", "seconds", "diagnostics"}


def test_that_predict_tells_what_it_made(hsi_uq, tiny_scene, model: Path, tmp_path: Path) -> None:
    told = hsi_uq("predict", tiny_scene.scene, "--model", model, "--out", tmp_path / "r.hdr", "--json")
    assert told.code == 0
    assert told.document["pixels"] == 2400
    assert set(told.document) == {
        "result", "draws", "pixels", "seconds", "device", "notes", "cancelled", "drift", "not_evaluated",
        "scene_notes",
    }  # fmt: skip


def test_that_evaluate_finds_the_targets_it_never_saw(hsi_uq, tiny_scene, result: Path) -> None:
    told = hsi_uq("evaluate", result, "--truth", tiny_scene.truth, "--region", "right", "--json")
    assert told.code == 0
    found = told.document
    assert set(found) >= EVALUATE_KEYS
    assert (found["n"], found["n_positive"]) == (1200, 32)
    assert found["auc"] > 0.99
    assert found["hcs"]["target_error"] is None or found["hcs"]["target_error"] < 0.1
    assert found["hcs"]["counts"]["lost_in_background"] <= 2
    assert set(found["hcs"]) >= {"target", "background", "undecided", "counts", "candidates"}
    assert set(found["pd_at_far"]) >= {"1e-3", "1e-4"}


def test_that_the_text_never_shows_the_set_without_its_errors(hsi_uq, tiny_scene, result: Path) -> None:
    text = hsi_uq("evaluate", result, "--truth", tiny_scene.truth, "--region", "right").out
    assert "false" in text
    assert "targets lost" in text
    assert "noise floor" in text


def test_that_detection_has_its_interval_and_says_where_a_rate_allows_no_false_alarm(
    hsi_uq, tiny_scene, result: Path
) -> None:
    found = hsi_uq("evaluate", result, "--truth", tiny_scene.truth, "--region", "right", "--json").document
    text = hsi_uq("evaluate", result, "--truth", tiny_scene.truth, "--region", "right").out
    low, high = found["pd_at_far_interval"]["1e-3"]
    assert f"{found['pd_at_far']['1e-3']:.3g} ({low:.3g} to {high:.3g})\n" in re.sub(" +\n", "\n", text)
    assert text.count("allows no false alarm here") == 2


def test_that_detection_is_undefined_and_not_nought_where_all_are_targets(
    hsi_uq, tiny_scene, result: Path
) -> None:
    abundance = np.fromfile(tiny_scene.truth.with_suffix(".img"), "<f4").reshape(40, 60)
    line, sample = np.argwhere(abundance[:, 30:] > 0.1)[0] + (0, 30)
    one = f"lines={line}:{line + 1},samples={sample}:{sample + 1}"
    text = hsi_uq("evaluate", result, "--truth", tiny_scene.truth, "--region", one).out
    assert re.search(r"detected at FAR 1e-3 +undefined", text)


def test_that_undefined_figures_are_null(hsi_uq, tiny_scene, result: Path) -> None:
    empty = "lines=0:1,samples=0:4"
    found = hsi_uq("evaluate", result, "--truth", tiny_scene.truth, "--region", empty, "--json").document
    assert found["n_positive"] == 0
    assert found["auc"] is None
    assert found["pd_at_far"]["1e-3"] is None
    assert found["nll_skill"] is None


def test_that_a_comparison_of_several_results_fits_a_terminal(hsi_uq, tiny_scene, result: Path) -> None:
    """A line a figure, a column a method: 80 characters hold every word."""
    told = hsi_uq("compare", *[result] * 3, "--truth", tiny_scene.truth, "--region", "right")
    assert "…" not in told.out
    assert "ECE positive-class" in told.out
    assert "all background" in " ".join(told.out.split())


def test_that_compare_shows_what_a_large_set_alone_is_worth(hsi_uq, tiny_scene, result: Path) -> None:
    rows = hsi_uq(
        "compare", result, result, "--truth", tiny_scene.truth, "--region", "right", "--json"
    ).document
    assert [row["method"] for row in rows] == ["deep-ensemble", "deep-ensemble", "all background"]
    blind = rows[-1]
    assert blind["hcs"]["background"] == 1
    assert blind["hcs"]["targets_lost"] == 1
    assert blind["nll_skill"] == 0


def test_that_the_mask_opens_in_spy_and_rasterio_with_the_scenes_place(
    hsi_uq, tiny_scene, result: Path, tmp_path: Path
) -> None:
    envi, tiff = tmp_path / "hcs.hdr", tmp_path / "hcs.tif"
    told = hsi_uq("export", result, "--to", "envi", "--out", envi, "--json")
    assert str(envi) in told.document["files"]
    assert hsi_uq("export", result, "--to", "geotiff", "--out", tiff).code == 0
    by_spy = np.squeeze(spectral.open_image(str(envi)).load())
    with rasterio.open(tiff) as opened:
        classes = opened.read(1)
        assert tuple(opened.transform)[:6] == (1, 0, 500000, 0, -1, 4000000)
        assert opened.crs.to_epsg() == 32618
    assert by_spy.shape == (40, 60)
    assert np.array_equal(by_spy, classes)
    assert (classes == 1).sum() > 10


def test_that_doctor_names_versions_and_devices(hsi_uq) -> None:
    told = hsi_uq("doctor", "--json")
    assert told.code == 0
    assert set(told.document) == {"versions", "devices", "problems"}
    assert told.document["versions"]["torch"].startswith("2.13")
    assert any(device.startswith("cpu") for device in told.document["devices"])


@pytest.mark.parametrize(
    "verb", ["info", "train", "predict", "evaluate", "compare", "export", "simulate", "doctor"]
)
def test_that_every_verb_has_help(hsi_uq, verb: str) -> None:
    told = hsi_uq(verb, "--help")
    assert told.code == 0
    assert "--json" in told.out


def test_that_truth_may_be_shapes_of_a_gis(hsi_uq, tiny_scene, result: Path, tmp_path: Path) -> None:
    """The mask's targets as squares in map coordinates: the same pixels, so the same figures."""
    targets = np.argwhere(np.fromfile(tiny_scene.truth.with_suffix(".img"), "<f4").reshape(40, 60) > 0.1)
    squares = [
        shapely.box(500_000 + sample, 3_999_999 - line, 500_001 + sample, 4_000_000 - line)
        for line, sample in targets
    ]
    shapes = tmp_path / "cars.gpkg"
    pyogrio.raw.write(
        shapes, shapely.to_wkb(np.array(squares, dtype=object)), [np.array(["car"] * len(squares), object)],
        ["kind"], driver="GPKG", geometry_type="Polygon", crs="EPSG:32618",
    )  # fmt: skip
    by_shapes = hsi_uq("evaluate", result, "--truth", shapes, "--class", "kind=car", "--json").document
    by_mask = hsi_uq("evaluate", result, "--truth", tiny_scene.truth, "--json").document
    assert any("all_touched off" in note for note in by_shapes.pop("notes"))
    by_mask.pop("notes")
    assert by_shapes == by_mask
    assert "all_touched off" in hsi_uq("evaluate", result, "--truth", shapes).out
    assert hsi_uq("compare", result, "--truth", shapes, "--json").document[0]["n_positive"] == 64
    train = ("train", tiny_scene.scene, "--out", tmp_path / "m.safetensors", "--draws", 20, "--json")
    assert hsi_uq(*train, "--truth", shapes).document["targets"] == 32
    told = hsi_uq(*train, "--truth", shapes, "--class", "bus")
    assert told.code == 2
    assert "its fields: kind" in told.err


def test_that_a_model_of_another_quantity_is_said_and_kept_with_the_result(
    hsi_uq, tiny_scene, model: Path, tmp_path: Path
) -> None:
    out = tmp_path / "r.hdr"
    run = ("predict", tiny_scene.scene, "--model", model, "--out", out, "--set", "quantity=radiance")
    assert "trained on reflectance, the scene is radiance" in " ".join(
        hsi_uq(*run, "--json").document["notes"]
    )
    assert "trained on reflectance, the scene is radiance" in " ".join(hsi_uq(*run).out.split())
    provenance = open_quantile_map(out).provenance
    assert "trained on reflectance" in provenance["notes"][0]
    assert provenance["overrides"] == {"quantity": "radiance"}
