"""Opening files of every kind by every way, and what is said when they do not open."""

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from hsi_uq_app.gui.app import open_all
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.session.scene import COMPOSITE
from tests.gui.kit import ramp, three_parts, write_cube, write_result


def drop(window, *paths) -> None:
    """Drag files over the window and let them go."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, no_key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    action = Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPointF(9, 9).toPoint(), action, data, buttons, no_key)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    window.dropEvent(QDropEvent(QPointF(9, 9), action, data, buttons, no_key))


def notice(program) -> Notice | None:
    return program.window.panels["notices"].notice


def test_that_dropped_files_open_by_what_they_are(
    program, settle, scene_file, model_file, truth_file, result_file
):
    drop(program.window, scene_file)
    settle()
    drop(program.window, model_file, truth_file.with_suffix(".img"), result_file)
    settle()
    state = program.session.state
    assert state.scene.path == scene_file
    assert (state.model.path, state.result.path) == (model_file, result_file)
    assert state.truth.labels.sum() == 2


def test_that_a_dropped_data_file_opens_like_its_header(program, settle, scene_file):
    drop(program.window, scene_file.with_suffix(".img"))
    settle()
    assert program.session.state.scene.cube.bands == 6


def test_that_files_named_at_the_start_open_in_the_order_they_need_each_other(
    program, settle, scene_file, model_file, truth_file, result_file
):
    open_all(program, scene_file, [model_file], truth_file, [result_file])
    settle()
    state = program.session.state
    assert None not in (state.scene, state.model, state.truth, state.result)


@pytest.mark.parametrize(
    ("what", "make", "said"),
    [
        ("scene", lambda folder: folder / "nowhere.hdr", "nowhere"),
        ("scene", lambda folder: write_cube(folder / "cut.hdr", ramp()), "cut"),
        ("model", lambda folder: pickle_at(folder / "evil.safetensors"), "evil"),
        ("truth", lambda folder: write_cube(folder / "small.hdr", np.zeros((1, 4, 7))), "4"),
        ("result", lambda folder: folder / "town.hdr", "town"),
    ],
)
def test_that_what_does_not_open_is_told_in_the_strip_and_nothing_is_lost(
    what, make, said, opened, settle, tmp_path
):
    path = make(tmp_path)
    if path.stem == "cut":
        with open(path.with_suffix(".img"), "r+b") as data:
            data.truncate(1000)
    before = opened.session.state
    opened.context.of(FilesFeature).open(what, path)
    settle()
    told = notice(opened)
    assert told.severity == "error"
    assert said in told.what
    assert told.hint
    assert opened.window.panels["notices"].isVisible()
    assert (opened.session.state.scene, opened.session.state.results) == (before.scene, before.results)


def pickle_at(path):
    path.write_bytes(b"\x80\x04\x95cposix\nsystem\n")
    return path


def test_that_the_file_after_one_that_fails_still_opens(program, settle, scene_file, tmp_path):
    program.context.of(FilesFeature).open("scene", tmp_path / "nowhere.hdr")
    program.context.of(FilesFeature).open("scene", scene_file)
    settle()
    assert program.session.state.scene.path == scene_file


def test_that_truth_without_a_scene_says_to_open_one(program, settle, truth_file):
    program.context.of(FilesFeature).open("truth", truth_file)
    settle()
    assert notice(program).hint == "open the scene first"


def test_that_a_result_of_another_scene_is_refused_with_a_reason(opened, settle, tmp_path):
    other = write_cube(tmp_path / "other.hdr", ramp() + 1)
    opened.context.of(FilesFeature).open(
        "result", write_result(other, tmp_path / "foreign.hdr", three_parts())
    )
    settle()
    assert "foreign" in notice(opened).what
    assert [result.path.stem for result in opened.session.state.results] == ["result"]


def test_that_what_was_odd_about_a_scene_is_shown(program, settle, tmp_path):
    odd = write_cube(tmp_path / "odd.hdr", ramp(), wavelength=(0.46, 0.55, 0.64, 0.86, 1.65, 2.2))
    program.context.of(FilesFeature).open("scene", odd)
    settle()
    assert "wavelength" in notice(program).what
    assert program.session.state.view.preset == "natural"


def test_that_an_opened_scene_is_remembered(opened, scene_file):
    menu = opened.context.of(FilesFeature).recent_menu
    menu.refresh()
    assert "town.hdr" in menu.actions()[0].text()
    assert opened.context.recent.paths() == (scene_file,)


def test_that_another_scene_puts_away_what_lay_on_the_first(opened, settle, truth_file, tmp_path):
    opened.context.of(FilesFeature).open("truth", truth_file)
    settle()
    opened.context.of(SceneFeature).pin((3, 4))
    opened.context.of(FilesFeature).open("scene", write_cube(tmp_path / "next.hdr", ramp(6, 8, 9)))
    settle()
    state = opened.session.state
    assert (state.truth, state.results, state.view.pins, state.view.preset) == (None, (), (), "custom")
    assert not opened.window.panels["reliability"].isVisible()
    assert not opened.commands.actions["undo"].isEnabled()
    opened.session.undo()
    assert opened.session.state.view.pins == ()


def test_that_a_scene_without_wavelengths_falls_back_to_band_numbers(program, settle, tmp_path):
    program.context.of(FilesFeature).open("scene", write_cube(tmp_path / "bare.hdr", ramp()))
    settle()
    assert program.window.panels["composites"].preset.count() == 1
    assert [box.text() for box in program.window.panels["composites"].boxes] == ["3", "3", "1"]


def test_that_a_scene_of_one_pixel_and_one_without_any_data_open(program, settle, tmp_path):
    for name, values in (("one", ramp(6, 1, 1)), ("nothing", np.full((6, 5, 7), np.nan, np.float32))):
        program.context.of(FilesFeature).open("scene", write_cube(tmp_path / f"{name}.hdr", values))
        settle()
        assert program.session.state.scene.cube.name == name
        assert COMPOSITE.of(program.session.state) is not None
