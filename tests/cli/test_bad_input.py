"""Bad input: one clear line (what, where, what to do), exit code 2, nothing half-written."""

import os
import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.scene.envi_writer import write_header


def _copy(scene, folder: Path) -> Path:
    for path in (scene.scene, scene.scene.with_suffix(".img")):
        shutil.copy(path, folder)
    return folder / scene.scene.name


def _edit(header: Path, old: str, new: str) -> None:
    text = header.read_text()
    assert old in text
    header.write_text(text.replace(old, new))


def _is_one_line(told, *words: str) -> None:
    assert told.code == 2, told
    assert told.err.count("\n") == 1, told.err
    assert "Traceback" not in told.err
    for word in words:
        assert word in told.err
    assert told.out == ""


def test_that_a_missing_data_file_is_named(hsi_uq, tiny_scene, tmp_path: Path) -> None:
    header = _copy(tiny_scene, tmp_path)
    header.with_suffix(".img").unlink()
    _is_one_line(hsi_uq("info", header), "tiny")


def test_that_a_truncated_file_says_how_much_is_missing(hsi_uq, tiny_scene, tmp_path: Path) -> None:
    header = _copy(tiny_scene, tmp_path)
    os.truncate(header.with_suffix(".img"), 40 * 60 * 12 * 2 - 1234)
    _is_one_line(hsi_uq("info", header), "1,234")


def test_that_an_unknown_interleave_is_refused(hsi_uq, tiny_scene, tmp_path: Path) -> None:
    header = _copy(tiny_scene, tmp_path)
    _edit(header, "interleave = bsq", "interleave = bup")
    _is_one_line(hsi_uq("info", header), "bup", "bsq, bil, bip")


def test_that_an_unknown_type_is_refused(hsi_uq, tiny_scene, tmp_path: Path) -> None:
    header = _copy(tiny_scene, tmp_path)
    _edit(header, "data type = 2", "data type = 16")
    _is_one_line(hsi_uq("info", header), "16")


def test_that_a_header_that_is_not_envi_is_refused(hsi_uq, tmp_path: Path) -> None:
    (tmp_path / "a.hdr").write_text("BYTEORDER I\nLAYOUT BIL\nNROWS 4\n")
    (tmp_path / "a.bil").write_bytes(b"\0" * 16)
    _is_one_line(hsi_uq("info", tmp_path / "a.hdr"), "a.hdr")


def test_that_a_scene_that_is_not_there_is_named(hsi_uq, tmp_path: Path) -> None:
    _is_one_line(hsi_uq("info", tmp_path / "nowhere.hdr"), "nowhere.hdr")


def test_that_a_cube_without_wavelengths_goes_the_whole_way(hsi_uq, tiny_scene, tmp_path: Path) -> None:
    header = _copy(tiny_scene, tmp_path)
    lines = [line for line in header.read_text().splitlines() if not line.startswith("wavelength")]
    header.write_text("\n".join(lines))
    assert hsi_uq("info", header, "--json").document["wavelengths_nm"] is None
    model, out = tmp_path / "m.safetensors", tmp_path / "r.hdr"
    assert hsi_uq("train", header, "--truth", tiny_scene.truth, "--out", model, "--draws", 20).code == 0
    assert hsi_uq("predict", header, "--model", model, "--out", out).code == 0


@pytest.mark.parametrize("value", [np.nan, -9999.0])
def test_that_an_empty_cube_opens_but_cannot_be_predicted(
    hsi_uq, tiny_scene, model: Path, tmp_path: Path, value: float
) -> None:
    header = _copy(tiny_scene, tmp_path)
    np.full((12, 40, 60), value, "<f4").tofile(header.with_suffix(".img"))
    _edit(header, "data type = 2", "data type = 4\ndata ignore value = -9999")
    assert hsi_uq("info", header).code == 0
    _is_one_line(hsi_uq("predict", header, "--model", model, "--out", tmp_path / "r.hdr"), "valid")
    assert not (tmp_path / "r.hdr").exists()


def test_that_a_one_pixel_cube_can_be_predicted_and_not_trained(
    hsi_uq, tiny_scene, model: Path, tmp_path: Path
) -> None:
    header = _copy(tiny_scene, tmp_path)
    pixel = np.fromfile(header.with_suffix(".img"), "<i2").reshape(12, 40, 60)[:, 3, 3]
    pixel.tofile(header.with_suffix(".img"))
    _edit(header, "lines = 40", "lines = 1")
    _edit(header, "samples = 60", "samples = 1")
    assert hsi_uq("predict", header, "--model", model, "--out", tmp_path / "r.hdr").code == 0
    write_header(
        tmp_path / "t.hdr", {"lines": 1, "samples": 1, "bands": 1, "data type": 4, "interleave": "bsq"}
    )
    np.ones(1, "<f4").tofile(tmp_path / "t.img")
    told = hsi_uq("train", header, "--truth", tmp_path / "t.hdr", "--region", "all", "--out", tmp_path / "m")
    _is_one_line(told)


def test_that_a_model_for_other_bands_is_refused(hsi_uq, tiny_scene, model: Path, tmp_path: Path) -> None:
    header = _copy(tiny_scene, tmp_path)
    _edit(header, "bands = 12", "bands = 6")
    text = [line for line in header.read_text().splitlines() if not line.startswith("wavelength")]
    header.write_text("\n".join(text))
    np.zeros((6, 40, 60), "<i2").tofile(header.with_suffix(".img"))
    _is_one_line(hsi_uq("predict", header, "--model", model, "--out", tmp_path / "r.hdr"), "12", "6")


def test_that_a_pickle_offered_as_a_model_is_never_run(hsi_uq, tiny_scene, tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[object, ...]:
            return (Path.touch, (tmp_path / "marker",))

    (tmp_path / "m.pt").write_bytes(pickle.dumps(Trap()))
    told = hsi_uq("predict", tiny_scene.scene, "--model", tmp_path / "m.pt", "--out", tmp_path / "r.hdr")
    _is_one_line(told, "m.pt")
    assert not (tmp_path / "marker").exists()


def test_that_truth_of_another_size_names_both(hsi_uq, tiny_scene, result: Path, tmp_path: Path) -> None:
    truth = tmp_path / "other.hdr"
    write_header(truth, {"lines": 4, "samples": 7, "bands": 1, "data type": 1, "interleave": "bsq"})
    np.zeros(28, "u1").tofile(tmp_path / "other.img")
    _is_one_line(hsi_uq("evaluate", result, "--truth", truth), "4", "7", "40", "60")


def test_that_truth_with_one_class_only_cannot_train(hsi_uq, tiny_scene, tmp_path: Path) -> None:
    truth = tmp_path / "none.hdr"
    write_header(truth, {"lines": 40, "samples": 60, "bands": 1, "data type": 1, "interleave": "bsq"})
    np.zeros(2400, "u1").tofile(tmp_path / "none.img")
    told = hsi_uq("train", tiny_scene.scene, "--truth", truth, "--out", tmp_path / "m.safetensors")
    _is_one_line(told, "target")
    assert not (tmp_path / "m.safetensors").exists()


def test_that_an_unwritable_folder_is_named(hsi_uq, result: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    _is_one_line(hsi_uq("export", result, "--to", "envi", "--out", tmp_path / "file" / "m.hdr"), "folder")
    _is_one_line(hsi_uq("export", result, "--to", "envi", "--out", tmp_path / "none" / "m.hdr"), "folder")


def test_that_a_full_disk_leaves_the_earlier_mask(
    hsi_uq, result: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mask = tmp_path / "m.hdr"
    assert hsi_uq("export", result, "--to", "envi", "--out", mask).code == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    told = hsi_uq("export", result, "--to", "envi", "--out", mask, "--alpha", 0.1)
    _is_one_line(told, "the disk is full")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("option", "value", "word"),
    [
        ("--alpha", 0.205, "alpha"),
        ("--alpha", 0.7, "alpha"),
        ("--delta", 0.5, "delta"),
        ("--delta", 0, "delta"),
        ("--delta", 0.0004, "delta"),
    ],
)
def test_that_sliders_out_of_range_are_refused(
    hsi_uq, result: Path, tmp_path: Path, option: str, value: float, word: str
) -> None:
    told = hsi_uq("export", result, "--to", "envi", "--out", tmp_path / "m.hdr", option, value)
    _is_one_line(told, word)


def test_that_unknown_words_name_the_known_ones(hsi_uq, tiny_scene, result: Path, tmp_path: Path) -> None:
    _is_one_line(hsi_uq("export", result, "--to", "kml", "--out", tmp_path / "m"), "geotiff")
    train = ("train", tiny_scene.scene, "--truth", tiny_scene.truth, "--out", tmp_path / "m")
    _is_one_line(hsi_uq(*train, "--method", "magic"), "deep-ensemble")
    _is_one_line(hsi_uq(*train, "--region", "middle"), "left")
    _is_one_line(hsi_uq("reproduce", "nothing"), "nothing")
    _is_one_line(hsi_uq("info"), "SCENE")


def test_that_a_bug_leaves_a_report(hsi_uq, tiny_scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("hsi_uq_app.cli.info.describe", broken)
    told = hsi_uq("info", tiny_scene.scene)
    assert told.code == 1
    report = Path(told.err.rsplit(" ", 1)[1].strip())
    assert "planted" in report.read_text()
    report.unlink()


def test_that_giving_up_is_exit_130(hsi_uq, tiny_scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hsi_uq_app.cli.info.describe", interrupted)
    told = hsi_uq("info", tiny_scene.scene)
    assert told.code == 130
