"""What the window asks when a file does not open as it is, and the scene's notes."""

import numpy as np
import pyogrio
import pytest
import shapely
from PySide6.QtGui import QGuiApplication
from scipy.io import savemat

from hsi_uq_app.confidence.quantile_map import QuantileMapWriter
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.models import ModelsFeature
from hsi_uq_app.gui.questions import QuestionsFeature
from hsi_uq_app.gui.questions.header_form import corrections, needed_bytes, other_fields, size_words
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.session.hcs import SET_FIGURES
from hsi_uq_app.session.reliability import RELIABILITY
from tests.gui.kit import LINES, SAMPLES, WAVELENGTHS, passport, ramp, write_cube


@pytest.fixture
def odd_file(tmp_path):
    """A scene with a misspelt interleave."""
    path = write_cube(tmp_path / "odd.hdr", ramp(), wavelength=list(WAVELENGTHS))
    path.write_text(path.read_text().replace("interleave = bsq", "interleave = bup"))
    return path


def test_that_a_refused_header_is_corrected_in_a_form_and_the_scene_opens(program, settle, odd_file):
    program.context.of(FilesFeature).open("scene", odd_file)
    settle()
    notices = program.window.panels["notices"]
    assert "bup" in notices.text.text()
    assert notices.offer_button.text() == "Correct header fields…"
    notices.offer_button.click()
    settle()
    form = program.context.of(QuestionsFeature).dialog
    assert form.inputs["interleave"].currentText() == "bup"
    assert form.inputs["lines"].text() == str(LINES)
    assert "has the 36,000 bytes that these fields need" in form.size_line.text()
    assert form.overrides() == {}
    form.inputs["interleave"].setCurrentIndex(form.inputs["interleave"].findData("bsq"))
    form.open_button.click()
    settle()
    cube = program.session.state.scene.cube
    assert cube.overrides == {"interleave": "bsq"}
    assert np.array_equal(cube.spectrum(2, 3), ramp()[:, 2, 3])


def test_that_what_was_corrected_is_in_the_results_provenance(program, settle, odd_file, model_file):
    program.context.of(FilesFeature).open("scene", odd_file, {"interleave": "bsq"})
    program.context.of(FilesFeature).open("model", model_file)
    settle()
    program.context.of(ModelsFeature).run()
    settle()
    (result,) = program.session.state.results
    assert result.quantiles.provenance["overrides"] == {"interleave": "bsq"}


def test_that_the_form_shows_what_was_corrected_before_and_other_fields_may_be_typed(
    program, settle, odd_file
):
    program.context.of(FilesFeature).open("scene", odd_file, {"interleave": "bsq", "bbl": "1,1,1,1,1,0"})
    settle()
    program.context.of(QuestionsFeature).correct_scene()
    settle()
    form = program.context.of(QuestionsFeature).dialog
    assert form.inputs["interleave"].currentData() == "bsq"
    form.other.setText("Data Ignore Value = 7; nonsense")
    form.inputs["quantity"].setCurrentIndex(form.inputs["quantity"].findData("radiance"))
    assert form.overrides() == {
        "interleave": "bsq", "bbl": "1,1,1,1,1,0", "quantity": "radiance", "data ignore value": "7",
    }  # fmt: skip
    form.open_button.click()
    settle()
    cube = program.session.state.scene.cube
    assert (cube.quantity, int(cube.good_bands.sum()), cube.no_data) == ("radiance", 5, 7.0)


def test_that_the_size_is_told_while_fields_are_typed(program, settle, odd_file):
    program.context.of(FilesFeature).open("scene", odd_file)
    settle()
    program.window.panels["notices"].offer_button.click()
    settle()
    form = program.context.of(QuestionsFeature).dialog
    form.inputs["lines"].setText("31")
    assert "1,200 bytes are missing" in form.size_line.text()
    form.inputs["lines"].setText("many")
    assert form.size_line.text() == ""


def test_that_the_scene_s_notes_are_counted_listed_and_copied(program, settle, scene_file):
    scene_file.write_text(scene_file.read_text().replace("byte order = 0\n", "nonsense\n"))
    program.context.of(FilesFeature).open("scene", scene_file)
    settle()
    assert program.window.panels["loaded"].notes.text() == "2 notes"
    program.window.panels["loaded"].notes.click()
    sheet = program.context.of(QuestionsFeature).dialog
    shown = [sheet.notes.item(row).text() for row in range(sheet.notes.count())]
    assert any("byte order: not given" in note for note in shown)
    sheet.copy()
    assert "30 lines × 50 samples × 6 bands" in QGuiApplication.clipboard().text()
    sheet.correct.click()
    settle()
    assert "odd" not in program.context.of(QuestionsFeature).dialog.windowTitle()
    assert "town.hdr" in program.context.of(QuestionsFeature).dialog.windowTitle()


def test_that_several_classes_are_asked_for(program, settle, scene_file, tmp_path):
    program.context.of(FilesFeature).open("scene", scene_file)
    codes = np.zeros((1, LINES, SAMPLES), "f4")
    codes[0, 3, 4:6], codes[0, 7, 7] = 1, 2
    program.context.of(FilesFeature).open(
        "truth", write_cube(tmp_path / "c.hdr", codes, class_names=["none", "road", "car"])
    )
    settle()
    assert program.window.panels["notices"].offer_button.text() == "Choose the class…"
    program.window.panels["notices"].offer_button.click()
    dialog = program.context.of(QuestionsFeature).dialog
    assert [dialog.choices.item(row).text() for row in range(2)] == ["1 · road", "2 · car"]
    dialog.choices.setCurrentRow(1)
    dialog.accept()
    settle()
    assert int(program.session.state.truth.labels.sum()) == 1


def test_that_the_same_truth_with_another_class_is_compared_anew(opened, settle, tmp_path):
    codes = np.zeros((1, LINES, SAMPLES), "f4")
    codes[0, 3, 4:6], codes[0, 10, 20] = 1, 2
    path = write_cube(tmp_path / "c.hdr", codes, class_names=["grass", "road", "car"])
    for class_, targets in (("1", 2), ("2", 1)):
        opened.context.of(FilesFeature).open("truth", path, {"class": class_})
        settle()
        assert RELIABILITY.of(opened.session.state).scores.n_positive == targets
        assert SET_FIGURES.of(opened.session.state).errors.counts["targets"] == targets


def test_that_needed_bytes_are_counted_and_said():
    fields = {"lines": "2", "samples": "3", "bands": "4", "data type": "12", "header offset": ""}
    fields["data file"] = "a"
    assert needed_bytes(fields) == 48
    assert needed_bytes(fields | {"data type": "99"}) is None
    assert size_words(fields, {"a": 48}).startswith("a has the 48 bytes")
    assert size_words(fields, {"a": 50}).endswith("2 are left over")
    assert size_words(fields, {}) == ""


def test_that_only_what_differs_is_a_correction():
    assert corrections({"interleave": "bsq", "lines": "3"}, {"interleave": "BSQ", "lines": "4"}) == {
        "lines": "3"
    }
    assert other_fields("a b = 1;; C =2; d") == {"a b": "1", "c": "2"}


def test_that_cautions_of_a_result_are_told_and_stay_in_its_list(program, settle, scene_file, tmp_path):
    cube = open_cube(scene_file)
    with QuantileMapWriter(
        tmp_path / "r.hdr", cube, passport(), {"notes": ["bands were resampled"]}
    ) as writer:
        count = LINES * SAMPLES
        writer.write(0, np.zeros((101, count), np.int16), np.zeros((3, count), np.float32))
    program.context.of(FilesFeature).open("scene", scene_file)
    program.context.of(FilesFeature).open("result", tmp_path / "r.hdr")
    settle()
    assert "bands were resampled" in program.window.panels["notices"].text.text()
    item = program.window.panels["loaded"].results.item(0)
    assert item.text().startswith("! ")
    assert "bands were resampled" in item.toolTip()


def test_that_a_class_of_shapes_may_be_chosen_after_all_were_taken(program, settle, scene_file, tmp_path):
    program.context.of(FilesFeature).open("scene", scene_file)
    squares = [shapely.box(500_000 + 2 * n, 3_999_998, 500_002 + 2 * n, 4_000_000) for n in range(3)]
    pyogrio.raw.write(
        tmp_path / "cars.gpkg", shapely.to_wkb(np.array(squares, dtype=object)),
        [np.array(["car", "road", "car"], object)], ["kind"], driver="GPKG", geometry_type="Polygon",
        crs="EPSG:32618",
    )  # fmt: skip
    program.context.of(FilesFeature).open("truth", tmp_path / "cars.gpkg")
    settle()
    assert int(program.session.state.truth.labels.sum()) == 3
    program.window.panels["notices"].offer_button.click()
    program.context.of(QuestionsFeature).dialog.accept()
    settle()
    assert int(program.session.state.truth.labels.sum()) == 2


def test_that_another_array_of_a_matlab_file_may_be_the_scene(program, settle, tmp_path):
    cubes = {"large": np.ones((8, 9, 6)), "small": np.zeros((3, 4, 5)), "n": np.array([[3.0]])}
    savemat(tmp_path / "c.mat", cubes)
    program.context.of(FilesFeature).open("scene", tmp_path / "c.mat")
    settle()
    assert program.session.state.scene.cube.bands == 6
    assert program.window.panels["notices"].offer_button.text() == "Choose another array…"
    program.window.panels["notices"].offer_button.click()
    settle()
    dialog = program.context.of(QuestionsFeature).dialog
    assert [dialog.choices.item(row).text() for row in range(2)] == ["large · 8 × 9 × 6", "small · 3 × 4 × 5"]
    dialog.choices.setCurrentRow(1)
    dialog.accept()
    settle()
    cube = program.session.state.scene.cube
    assert (cube.lines, cube.bands, cube.overrides) == (3, 5, {"variable": "small"})
