"""Writing the set from the window."""

import json

import numpy as np
import pytest

from hsi_uq_app.cli import main
from hsi_uq_app.confidence.quantile_map import QuantileMapWriter
from hsi_uq_app.export.formats import FORMATS
from hsi_uq_app.gui.export import ExportFeature
from hsi_uq_app.gui.export.dialog import ExportDialog
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.session.export import Wanted
from hsi_uq_app.session.hcs import alpha_set, delta_set
from hsi_uq_app.session.view import Thresholds
from tests.gui.kit import LINES, SAMPLES, passport, press


def test_that_the_window_and_the_command_line_write_the_same_bytes(opened, settle, result_file, tmp_path):
    opened.session.apply(alpha_set(7))
    opened.session.apply(delta_set(120))
    settle()
    for folder in ("window", "line"):
        (tmp_path / folder).mkdir()
    for name, format in FORMATS.items():
        file = f"{name}{format.suffix}"
        opened.context.of(ExportFeature).write(
            Wanted(name, tmp_path / "window" / file, connectivity=4, minimum_pixels=2)
        )
        settle()
        code = main(
            [
                "export",
                str(result_file),
                "--alpha",
                "0.07",
                "--delta",
                "0.12",
                "--connectivity",
                "4",
                "--minimum-pixels",
                "2",
                "--to",
                name,
                "--out",
                str(tmp_path / "line" / file),
                "--scene",
                str(opened.session.state.scene.path),
            ]
        )
        assert code == 0
    written = {path.name: path.read_bytes() for path in (tmp_path / "window").iterdir()}
    assert len(written) > len(FORMATS)
    for name, content in written.items():
        assert (tmp_path / "line" / name).read_bytes() == content, name


def test_that_what_was_written_is_told_in_the_strip(opened, settle, tmp_path):
    opened.context.of(ExportFeature).write(Wanted("envi", tmp_path / "mask.hdr"))
    settle()
    told = opened.window.panels["notices"].notice
    assert told.severity == "done"
    assert "mask.hdr" in told.what
    (provenance,) = tmp_path.glob("mask*.json")
    assert json.loads(provenance.read_text(encoding="utf-8"))


def test_that_a_folder_that_cannot_be_written_is_told_and_nothing_is_left(opened, settle, tmp_path):
    opened.context.of(ExportFeature).write(Wanted("envi", tmp_path / "missing" / "mask.hdr"))
    settle()
    assert "does not exist" in opened.window.panels["notices"].notice.what


def test_that_the_dialog_suggests_a_name_that_says_alpha_delta_and_format(qtbot, themed, tmp_path):
    dialog = ExportDialog("R", Thresholds(7, 120), tmp_path / "town.hdr")
    qtbot.addWidget(dialog)
    assert dialog.path() == tmp_path / "town_hcs_a07_d120.hdr"
    dialog.format.setCurrentIndex(dialog.format.findData("geotiff"))
    assert dialog.path().suffix == ".tif"
    dialog.file.setText(str(tmp_path / "mine"))
    assert dialog.path() == tmp_path / "mine.tif"
    dialog.connectivity.setCurrentIndex(1)
    dialog.minimum.setValue(3)
    with qtbot.waitSignal(dialog.export_asked) as asked:
        dialog.write.click()
    assert asked.args == [Wanted("geotiff", tmp_path / "mine.tif", connectivity=4, minimum_pixels=3)]


@pytest.mark.parametrize("text", ["", "   "])
def test_that_no_name_no_writing(text, qtbot, themed, tmp_path):
    dialog = ExportDialog("R", Thresholds(), tmp_path / "town.hdr")
    qtbot.addWidget(dialog)
    dialog.file.setText(text)
    assert not dialog.write.isEnabled()


def test_that_export_without_a_result_says_what_to_do_first(program, settle, scene_file, qtbot):
    program.context.of(FilesFeature).open("scene", scene_file)
    settle()
    press(program, qtbot, "Ctrl+E")
    assert "run a model" in program.window.panels["notices"].notice.hint


def test_that_a_picture_of_a_corrected_scene_is_drawn_over_the_corrected_scene(
    program, settle, scene_file, tmp_path
):
    """The header on the disk is still the wrong one."""
    scene_file.write_text(scene_file.read_text().replace("interleave = bsq", "interleave = bup"))
    corrected = {"interleave": "bsq"}
    with QuantileMapWriter(tmp_path / "r.hdr", open_cube(scene_file, corrected), passport()) as writer:
        writer.write(
            0, np.zeros((101, LINES * SAMPLES), np.int16), np.zeros((3, LINES * SAMPLES), np.float32)
        )
    program.context.of(FilesFeature).open("scene", scene_file, corrected)
    program.context.of(FilesFeature).open("result", tmp_path / "r.hdr")
    settle()
    program.context.of(ExportFeature).write(Wanted("png", tmp_path / "set.png"))
    settle()
    assert program.window.panels["notices"].notice.severity == "done"
    code = main(["export", str(tmp_path / "r.hdr"), "--to", "png", "--out", str(tmp_path / "line.png"),
                 "--scene", str(scene_file)])  # fmt: skip
    assert code == 0
    assert (tmp_path / "line.png").read_bytes() == (tmp_path / "set.png").read_bytes()
