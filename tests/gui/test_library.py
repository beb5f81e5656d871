"""A spectral library in the window: opened, searched, matched with a pixel, drawn over its spectrum."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.library.panel import BEST, LibraryPanel, LibraryRow, visible_rows
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.session.library import AT_SENSOR
from hsi_uq_app.session.spectra import CLICKED
from tests.gui.kit import LINES, SAMPLES, WAVELENGTHS, write_cube

NAMES = ("green paint", "grass, dry", "asphalt", "green roof")


@pytest.fixture
def library_file(tmp_path):
    """Four spectra at the scene's wavelengths and beyond; `asphalt` is known in four of the six bands."""
    rows = ["nm," + ",".join(f'"{name}"' for name in NAMES)]
    values = np.array([[0.1, 0.5, 0.2, 0.1, 0.1, 0.1], [0.1, 0.1, 0.2, 0.4, 0.5, 0.6],
                       [0.2, 0.2, 0.2, 0.2, np.nan, np.nan], [0.6, 0.5, 0.4, 0.3, 0.2, 0.1]])  # fmt: skip
    for nm, column in zip(WAVELENGTHS, values.T, strict=True):
        rows.append(f"{nm}," + ",".join("" if np.isnan(v) else str(v) for v in column))
    path = tmp_path / "paints.csv"
    path.write_text("\n".join(rows))
    return path


@pytest.fixture
def reflectance_file(tmp_path):
    """A scene whose pixels are `grass, dry` twice as bright, but for one of `green paint` at (3, 4)."""
    values = np.tile(np.array([0.2, 0.2, 0.4, 0.8, 1.0, 1.2], "f4")[:, None, None], (1, LINES, SAMPLES))
    values[:, 3, 4] = [0.1, 0.5, 0.2, 0.1, 0.1, 0.1]
    return write_cube(tmp_path / "field.hdr", values, wavelength=list(WAVELENGTHS), wavelength_units="nm")


@pytest.fixture
def matched(program, settle, reflectance_file, library_file):
    """The scene and the library open, the painted pixel clicked."""
    program.context.of(FilesFeature).open("scene", reflectance_file)
    program.context.of(FilesFeature).open("library", library_file)
    settle()
    program.context.of(SceneFeature).pin((3, 4))
    settle()
    return program


def names(program) -> list[str]:
    table = program.window.panels["library"].table
    return [table.item(row, 0).text() for row in range(table.rowCount())]


def test_that_the_panel_comes_with_the_library_and_ranks_it_for_the_clicked_pixel(matched):
    window = matched.window
    assert window.tabs.isTabVisible(window.tabs.indexOf(window.panels["library"]))
    assert names(matched) == ["green paint", "green roof", "asphalt", "grass, dry"]
    table = window.panels["library"].table
    assert [table.item(0, 1).text(), table.item(0, 2).text(), table.item(2, 2).text()] == ["0.00°", "6", "4"]
    assert "nearest to line 3, sample 4" in window.panels["library"].words.text()
    matched.context.of(SceneFeature).pin((0, 0))


def test_that_another_pixel_ranks_it_anew(matched, settle):
    matched.context.of(SceneFeature).pin((0, 0))
    settle()
    assert names(matched)[0] == "grass, dry"


def test_that_a_click_draws_a_spectrum_and_takes_it_away(matched, settle, qtbot):
    table = matched.window.panels["library"].table
    where = table.visualItemRect(table.item(2, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    settle()
    assert matched.session.state.view.overlaid == (2,)
    assert names(matched)[0] == "asphalt"
    (trace,) = matched.window.panels["spectrum"].plot.library
    assert np.allclose(trace.line.yData, [0.2, 0.2, 0.2, 0.2, np.nan, np.nan], equal_nan=True)
    table.setCurrentCell(0, 0)
    qtbot.keyClick(table, Qt.Key.Key_Space)
    settle()
    assert matched.session.state.view.overlaid == ()
    assert matched.window.panels["spectrum"].plot.library == []


def test_that_over_other_values_than_reflectance_only_the_shape_is_compared(
    program, settle, scene_file, library_file
):
    program.context.of(FilesFeature).open("scene", scene_file)
    program.context.of(FilesFeature).open("library", library_file)
    settle()
    program.context.of(SceneFeature).pin((2, 0))
    program.window.panels["library"].toggled.emit(1)
    settle()
    drawn = program.window.panels["spectrum"].plot.library[0].line.yData
    pixel = CLICKED.of(program.session.state)
    shape = np.array([0.1, 0.1, 0.2, 0.4, 0.5, 0.6])
    assert np.allclose(drawn / shape, drawn[0] / shape[0], rtol=1e-4)
    assert drawn @ shape == pytest.approx(pixel @ shape, rel=1e-4)
    assert "the scene is no reflectance" in program.window.panels["library"].words.text()


def test_that_a_scene_without_wavelengths_says_what_is_missing(program, settle, tmp_path, library_file):
    program.context.of(FilesFeature).open(
        "scene", write_cube(tmp_path / "bare.hdr", np.ones((6, LINES, SAMPLES), "f4"))
    )
    program.context.of(FilesFeature).open("library", library_file)
    settle()
    assert "with wavelengths" in program.window.panels["library"].words.text()
    assert names(program) == []


def test_that_closing_takes_panel_and_drawn_spectra_away(matched, settle):
    matched.window.panels["library"].toggled.emit(0)
    settle()
    assert len(matched.window.panels["spectrum"].plot.library) == 1
    matched.window.panels["library"].close_button.click()
    settle()
    assert not matched.window.tabs.isTabVisible(matched.window.tabs.indexOf(matched.window.panels["library"]))
    assert matched.window.panels["spectrum"].plot.library == []


def test_that_the_library_follows_to_the_next_scene(matched, settle, scene_file):
    matched.context.of(FilesFeature).open("scene", scene_file)
    settle()
    state = matched.session.state
    assert AT_SENSOR.of(state) is not None
    assert AT_SENSOR.latest(state).key == (state.library, state.scene)
    assert names(matched) == list(NAMES)


def rows(count: int, degrees: float | None = None) -> list[LibraryRow]:
    return [LibraryRow(place, f"soil {place}", degrees, 6) for place in range(count)]


def test_that_ten_are_shown_until_something_is_searched():
    assert len(visible_rows(rows(30, 1.0), "")) == BEST
    assert len(visible_rows(rows(30), "")) == 30
    assert [row.place for row in visible_rows(rows(30, 1.0), "2 Soil")] == [2, 12, *range(20, 30)]
    drawn = LibraryRow(29, "roof", 80.0, 6, "#ffffff")
    assert visible_rows([*rows(20, 1.0), drawn], "soil 3") == [drawn, *(rows(20, 1.0)[n] for n in (3, 13))]


def test_that_searching_filters_the_table(qtbot, themed):
    panel = LibraryPanel()
    qtbot.addWidget(panel)
    panel.show_library("soils", rows(40))
    qtbot.keyClicks(panel.search, "soil 39")
    assert panel.table.rowCount() == 1
