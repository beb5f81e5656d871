"""What lies beside a simulated scene: materials, abundance, and discs by what became of them."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QImage

from hsi_uq_app.gui.scene.view import SceneView
from hsi_uq_app.gui.suburb.marks import SMALLEST_PX, DiscItem, DiscLegend
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.session.suburb import (
    DiscCounts,
    DiscMark,
    JudgeDiscs,
    ReadDiscs,
    count_marks,
    disc_marks,
    discs_read,
    fate_inputs,
    fates_ready,
    materials_read,
)
from tests.gui.kit import LINES, SAMPLES, colour_at, press, wait_rested, write_cube

DISCS = """id,line,sample,radius_m,hidden,hidden_share,half
1,10.5,20.5,1.0,no,0.0,left
2,12.5,41.0,3.0,yes,0.35,right
3,20.5,5.5,0.4,no,0.0,left
"""
"""The first two are the targets of the result, which misses the third."""


@pytest.fixture
def settle(program, qtbot):
    """Wait until everything rests, the sliders too."""
    return lambda: wait_rested(program, qtbot)


@pytest.fixture
def suburb(opened, settle, scene_file):
    """The program with a scene that has everything a simulation leaves beside it."""
    codes = np.ones((LINES, SAMPLES), np.uint8)
    codes[:, 25:] = 2
    head = {
        "samples": SAMPLES,
        "lines": LINES,
        "bands": 1,
        "header offset": 0,
        "interleave": "bsq",
        "byte order": 0,
    }
    classes = {
        "data type": 1, "file type": "ENVI Classification", "classes": 3,
        "class names": ["not assigned", "lawn", "soil"],
        "class lookup": [0, 0, 0, 110, 190, 70, 150, 115, 75],
    }  # fmt: skip
    write_header(scene_file.with_name("town_class.hdr"), head | classes)
    scene_file.with_name("town_class.img").write_bytes(codes.tobytes())
    abundance, ids = np.zeros((1, LINES, SAMPLES), np.float32), np.zeros((1, LINES, SAMPLES), np.float32)
    for number, line, samples in ((1, 10, [20]), (2, 12, [40, 41]), (3, 20, [5])):
        abundance[0, line, samples], ids[0, line, samples] = 0.6, number
    truth = write_cube(scene_file.with_name("town_abundance.hdr"), abundance)
    write_cube(scene_file.with_name("town_disc_id.hdr"), ids)
    scene_file.with_name("town_discs.csv").write_text(DISCS, encoding="utf-8")
    opened.files.open("scene", scene_file)
    opened.files.open("truth", truth)
    opened.files.open("result", scene_file.with_name("result.hdr"))
    settle()
    return opened


@pytest.fixture
def marked(suburb, settle):
    """The same with its discs marked."""
    suburb.comparison.toggle_discs()
    settle()
    return suburb


def test_that_layers_without_their_files_are_not_there(opened):
    buttons = opened.window.panels["layers"].buttons
    assert [name for name in ("truth", "materials", "disagreement") if not buttons[name].isHidden()] == []
    assert opened.window.panels["discs"].isHidden()


def test_that_layers_appear_with_their_files(suburb):
    buttons = suburb.window.panels["layers"].buttons
    assert buttons["truth"].isVisible()
    assert buttons["materials"].isVisible()
    assert suburb.window.panels["discs"].isVisible()


def test_that_the_scene_is_coloured_by_material_with_names_and_shares(suburb, qtbot, settle):
    press(suburb, qtbot, "M")
    suburb.view.set_opacity(1.0)
    settle()
    assert colour_at(suburb.window.panels["scene"], 5, 5) == (110, 190, 70)
    assert colour_at(suburb.window.panels["scene"], 5, 40) == (150, 115, 75)
    legend = suburb.window.panels["legend"]
    assert legend.isVisible()
    assert [(row.name, row.value) for row in legend.rows] == [("lawn", "50.0 %"), ("soil", "50.0 %")]
    assert legend.accessibleDescription() == "lawn 50.0 %, soil 50.0 %"


def test_that_abundance_is_shown_where_there_is_some_and_the_scene_elsewhere(suburb, qtbot, settle):
    without = colour_at(suburb.window.panels["scene"], 25, 45)
    suburb.view.set_layer("none")
    settle()
    bare = colour_at(suburb.window.panels["scene"], 25, 45)
    assert without != bare
    press(suburb, qtbot, "T")
    suburb.view.set_opacity(1.0)
    settle()
    assert colour_at(suburb.window.panels["scene"], 25, 45) == bare
    assert colour_at(suburb.window.panels["scene"], 10, 20) != colour_at(
        suburb.window.panels["scene"], 25, 45
    )
    assert suburb.window.panels["colours"].isVisible()
    assert suburb.window.panels["colours"].toolTip().startswith("abundance of the target")


def test_that_the_read_out_names_abundance_and_material(suburb, settle):
    suburb.view.hover((12, 41))
    settle()
    assert "truth: abundance 0.60, soil" in suburb.window.panels["readout"].plain()


def test_that_another_scene_goes_back_to_the_set(suburb, settle, tmp_path):
    suburb.view.set_layer("materials")
    other = write_cube(tmp_path / "field.hdr", np.ones((4, 9, 11), np.float32))
    suburb.files.open("scene", other)
    settle()
    state = suburb.session.state
    assert (state.view.layer, state.materials, state.discs) == ("hcs", None, None)
    assert suburb.window.panels["legend"].isHidden()


def test_that_discs_are_found_missed_or_hidden(marked):
    marks = disc_marks(marked.session.state)
    assert [(mark.found, mark.hidden) for mark in marks] == [(True, False), (True, True), (False, False)]
    assert count_marks(marks) == DiscCounts(found=2, missed=1, hidden=1, hidden_found=1)
    assert (
        marks[1].words == "Disc 2: radius 3.00 m, 35 % beneath leaves; found, in the target part of the set"
    )
    assert marks[1].radius == 1.5  # pixels of 2 m
    assert (marks[1].line, marks[1].sample) == (12.5, 41.0)


def test_that_a_key_and_the_box_toggle_the_marks(suburb, qtbot, settle):
    shown = suburb.window.panels["scene"]._discs
    press(suburb, qtbot, "O")
    settle()
    assert len(shown.shown) == 3
    assert suburb.window.panels["discs"].box.isChecked()
    suburb.window.panels["discs"].box.click()
    settle()
    assert shown.shown == []
    assert fate_inputs(suburb.session.state) is None


def test_that_the_legend_tells_the_marks_in_words(marked):
    lines = marked.window.panels["discs"].lines
    assert lines["found"].text().startswith("2 found")
    assert lines["missed"].text() == "1 missed"
    assert lines["hidden"].text() == "1 beneath leaves, 1 found"
    assert all(sign.pixmap().width() > 0 for sign in marked.window.panels["discs"]._signs.values())


def test_that_marks_follow_the_sliders_at_rest(marked, settle):
    marked.view.set_delta(1)
    marked.view.set_alpha(1)
    settle()
    found = marked.session.state.fates
    assert found.made_from.thresholds.delta == 1
    assert not any(fate.in_set for fate in found.fates)


def test_that_fates_of_other_sliders_are_refused(marked, settle):
    state = marked.session.state
    late = JudgeDiscs(state.results[0], state.truth, state.discs, fate_inputs(state))(silent)
    marked.view.set_alpha(30)
    settle()
    newer = marked.session.state.fates
    marked.session.apply(fates_ready(late))
    assert marked.session.state.fates is newer


def test_that_discs_and_materials_of_what_was_closed_are_refused(suburb, settle, truth_file):
    scene, truth = suburb.session.state.scene, suburb.session.state.truth
    discs, materials = suburb.session.state.discs, suburb.session.state.materials
    suburb.files.open("truth", truth_file)
    settle()
    suburb.session.apply(discs_read(truth, discs))
    assert suburb.session.state.discs is None
    suburb.files.open("scene", scene.path)
    settle()
    newer = suburb.session.state.materials
    suburb.session.apply(materials_read(scene, materials))
    assert suburb.session.state.materials is newer


def test_that_discs_of_another_size_are_told_and_the_truth_stays(suburb, settle, scene_file):
    write_cube(scene_file.with_name("town_disc_id.hdr"), np.ones((1, 4, 5), np.float32))
    suburb.files.open("truth", scene_file.with_name("town_abundance.hdr"))
    settle()
    assert "another scene's size" in suburb.window.panels["notices"].text.text()
    assert suburb.session.state.truth is not None
    assert suburb.session.state.discs is None


def test_that_other_truth_has_no_discs(truth_file):
    assert ReadDiscs(read_truth(truth_file, LINES, SAMPLES))(silent) is None


def test_that_discs_are_counted_in_the_comparison(suburb, settle):
    suburb.comparison.toggle()
    settle()
    table = suburb.window.panels["comparison"].table
    titles = [table.horizontalHeaderItem(place).text() for place in range(table.columnCount())]
    found = table.item(0, titles.index("Discs\nfound"))
    assert found.text() == "2/3"
    assert "radius 1.6-5 m: 1 of 1 found, 1 in the target part" in found.toolTip()
    assert table.item(0, titles.index("beneath\nleaves")).text() == "1/1"
    assert table.item(1, titles.index("Discs\nfound")).text() == "–"


def test_that_a_disc_is_as_large_as_it_is_but_never_too_small_to_be_seen(scene_view):
    scene_view.show_scene(40, 40)
    scene_view.show_discs([disc(0.05), disc(10.0)])
    small, large = scene_view._discs.shown
    pixel = small.pixelWidth()
    assert small.boundingRect().width() / pixel > 2 * SMALLEST_PX
    assert large.boundingRect().width() > 20.0


def test_that_a_missed_disc_is_told_by_its_broken_line(scene_view):
    assert gaps_along(scene_view, disc(8.0, found=True)) == 0
    assert gaps_along(scene_view, disc(8.0, found=False)) > 12


def gaps_along(view: SceneView, mark: DiscMark) -> int:
    """How often the bright line is broken on the way around a disc."""
    view.show_scene(20, 20)
    view.show_discs([mark])
    picture = view.viewport().grab().toImage()
    bright = [
        brightest_near(picture, view.mapFromScene(view.box.mapViewToScene(QPointF(x, y))))
        for y, x in zip(*circle(mark), strict=True)
    ]
    return int(np.count_nonzero(np.diff((np.asarray(bright) > 180).astype(int)) == -1))


def brightest_near(picture: QImage, place: QPoint) -> int:
    """The strongest channel within a screen pixel of a place."""
    around = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
    return max(picture.pixelColor(place + QPoint(*step)).red() for step in around)


def circle(mark: DiscMark) -> np.ndarray:
    """Points (y, x), (2, n), along a disc's edge."""
    turns = np.linspace(0, 2 * np.pi, 360)
    return np.array([[mark.line], [mark.sample]]) + mark.radius * np.stack([np.sin(turns), np.cos(turns)])


def test_that_marks_say_what_they_are_under_the_mouse():
    assert DiscItem(disc(1.0)).toolTip() == "Disc 1"


def test_that_clicking_the_box_is_told_and_setting_it_is_not(qtbot, themed):
    legend = DiscLegend()
    qtbot.addWidget(legend)
    with qtbot.assertNotEmitted(legend.toggled):
        legend.show_discs(True, True, DiscCounts(2, 1, 1, 0))
    with qtbot.waitSignal(legend.toggled):
        legend.box.click()


def disc(radius: float, found: bool = True) -> DiscMark:
    return DiscMark(10.0, 10.0, radius, found=found, hidden=False, words="Disc 1")
