"""Whatever a file holds, a verb says one line and ends with 2; the file never decides what is opened."""

import json
import os
import shutil
import time
import zipfile
from pathlib import Path

import h5py
import numpy as np
import pytest

from hsi_uq_app.calibration.class_logits import KEYS


def _is_one_line(told, *words: str) -> None:
    assert told.code == 2, told
    assert told.err.count("\n") == 1, told.err
    assert "Traceback" not in told.err
    assert "a bug" not in told.err
    for word in words:
        assert word in told.err
    assert told.out == ""


@pytest.mark.parametrize("suffix", [".geojson", ".gpkg", ".shp", ".json"])
def test_that_a_list_of_other_files_is_no_truth(hsi_uq, result: Path, tmp_path: Path, suffix: str) -> None:
    point = {"type": "Point", "coordinates": [500005, 3999995]}
    shape = {"type": "Feature", "properties": {"kind": "classified"}, "geometry": point}
    secret = tmp_path / "secret.geojson"
    secret.write_text(json.dumps({"type": "FeatureCollection", "features": [shape]}))
    layer = f'<OGRVRTLayer name="secret"><SrcDataSource>{secret}</SrcDataSource></OGRVRTLayer>'
    truth = tmp_path / f"t{suffix}"
    truth.write_text(f"<OGRVRTDataSource>{layer}</OGRVRTDataSource>")
    told = hsi_uq("evaluate", result, "--truth", truth)
    _is_one_line(told, "begins like XML", "GeoPackage")
    assert "classified" not in told.err


def test_that_an_array_in_another_file_is_no_scene(hsi_uq, tmp_path: Path) -> None:
    np.full(120, 4242, "<u2").tofile(tmp_path / "secret.bin")
    with h5py.File(tmp_path / "t.mat", "w") as file:
        file.create_dataset("cube", (4, 5, 6), "u2", external=[(str(tmp_path / "secret.bin"), 0, 240)])
    _is_one_line(hsi_uq("info", tmp_path / "t.mat"), "keeps its values in another file, which is not opened")


def test_that_an_archive_of_eight_gigabytes_is_refused(hsi_uq, tmp_path: Path) -> None:
    head = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000,), }".ljust(117) + b"\n"
    with zipfile.ZipFile(tmp_path / "t.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        for key in KEYS:
            archive.writestr(f"{key}.npy", b"\x93NUMPY\x01\x00\x76\x00" + head)
    _is_one_line(
        hsi_uq("calibrate", tmp_path / "t.npz", "--with", "temperature"), "claims 8,000,000,000 bytes"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_that_no_verb_waits_on_a_pipe(hsi_uq, tiny_scene, model: Path, result: Path, tmp_path: Path) -> None:
    regions = ("--fit-region", "left", "--report-region", "right", "--with", "platt")
    for name in ("p.hdr", "p.img", "p.tif", "p.mat", "p.gpkg", "p.csv", "p.npz", "p.safetensors", "p"):
        pipe, out = tmp_path / name, tmp_path / "out.hdr"
        os.mkfifo(pipe)
        _is_one_line(hsi_uq("info", pipe))
        _is_one_line(hsi_uq("predict", tiny_scene.scene, "--model", pipe, "--out", out))
        _is_one_line(hsi_uq("predict", pipe, "--model", model, "--out", out))
        _is_one_line(hsi_uq("evaluate", result, "--truth", pipe))
        _is_one_line(hsi_uq("evaluate", pipe, "--truth", tiny_scene.truth))
        _is_one_line(hsi_uq("compare", result, pipe, "--truth", tiny_scene.truth))
        _is_one_line(hsi_uq("calibrate", pipe, "--truth", tiny_scene.truth, *regions))
        _is_one_line(hsi_uq("export", pipe, "--to", "envi", "--out", out))
        _is_one_line(hsi_uq("train", tiny_scene.scene, "--target", f"{pipe}:a", "--out", tmp_path / "m"))
        _is_one_line(hsi_uq("info", tiny_scene.scene, "--set", f"data file={pipe}"))
        pipe.unlink()
    assert list(tmp_path.iterdir()) == []


def test_that_a_data_file_that_is_a_link_can_still_be_named(hsi_uq, tiny_scene, tmp_path: Path) -> None:
    shutil.copy(tiny_scene.scene, tmp_path / "t.hdr")
    (tmp_path / "t.img").symlink_to(tiny_scene.scene.with_suffix(".img"))
    _is_one_line(hsi_uq("info", tmp_path / "t.hdr"), "is a link that leads out of the folder")
    assert hsi_uq("info", tmp_path / "t.img").code == 0


def test_that_too_little_memory_is_one_line(hsi_uq, tiny_scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("hsi_uq_app.cli.info.open_scene", refuse)
    _is_one_line(hsi_uq("info", tiny_scene.scene), "there is not enough memory")


def test_that_the_first_shapes_cost_little_and_the_next_ones_nothing(tmp_path: Path) -> None:
    from hsi_uq_app.scene.foreign import worker
    from hsi_uq_app.scene.gis_file import read_gis

    shape = {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [1, 2]}}
    (tmp_path / "t.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [shape]}))
    worker._end_own()
    read_gis(tmp_path / "t.geojson", None)
    first = worker._WORKERS[os.getpid()].pid
    began = time.perf_counter()
    for _ in range(20):
        read_gis(tmp_path / "t.geojson", None)
    assert (time.perf_counter() - began) / 20 < 0.1
    assert worker._WORKERS[os.getpid()].pid == first
