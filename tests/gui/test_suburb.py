"""What lies beside a simulated scene: materials, abundance, and discs by what became of them."""

import numpy as np
import pytest

from hsi_uq_app.gui.comparison import ComparisonFeature
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.suburb import SuburbFeature
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.session.hcs import alpha_set, delta_set
from hsi_uq_app.session.layers import layer_chosen, styled
from hsi_uq_app.session.state import cursor_moved
from hsi_uq_app.session.suburb import (
    DISCS,
    FATES,
    MATERIALS,
    DiscCounts,
    ReadDiscs,
    count_marks,
    disc_marks,
    discs_toggled,
)
from tests.gui.kit import LINES, SAMPLES, colour_at, press, write_cube

DISC_TABLE = """id,line,sample,radius_m,hidden,hidden_share,half
1,10.5,20.5,1.0,no,0.0,left
2,12.5,41.0,3.0,yes,0.35,right
3,20.5,5.5,0.4,no,0.0,left
"""
"""The first two are the targets of the result, which misses the third."""


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
    scene_file.with_name("town_discs.csv").write_text(DISC_TABLE, encoding="utf-8")
    opened.context.of(FilesFeature).open("scene", scene_file)
    opened.context.of(FilesFeature).open("truth", truth)
    opened.context.of(FilesFeature).open("result", scene_file.with_name("result.hdr"))
    settle()
    return opened


@pytest.fixture
def marked(suburb, settle):
    """The same with its discs marked."""
    suburb.session.apply(discs_toggled)
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
    suburb.session.apply(styled(suburb.session.state.view.layer, opacity=1.0))
    settle()
    assert colour_at(suburb.window.panels["scene"], 5, 5) == (110, 190, 70)
    assert colour_at(suburb.window.panels["scene"], 5, 40) == (150, 115, 75)
    legend = suburb.window.panels["legend"]
    assert legend.isVisible()
    assert [(row.name, row.share) for row in legend.rows] == [("lawn", 0.5), ("soil", 0.5)]
    assert legend.accessibleDescription() == "lawn 50.0 %, soil 50.0 %"


def test_that_abundance_is_shown_where_there_is_some_and_the_scene_elsewhere(suburb, qtbot, settle):
    without = colour_at(suburb.window.panels["scene"], 25, 45)
    suburb.session.apply(layer_chosen("none"))
    settle()
    bare = colour_at(suburb.window.panels["scene"], 25, 45)
    assert without != bare
    press(suburb, qtbot, "T")
    suburb.session.apply(styled(suburb.session.state.view.layer, opacity=1.0))
    settle()
    assert colour_at(suburb.window.panels["scene"], 25, 45) == bare
    assert colour_at(suburb.window.panels["scene"], 10, 20) != colour_at(
        suburb.window.panels["scene"], 25, 45
    )
    assert suburb.window.panels["colours"].isVisible()
    assert suburb.window.panels["colours"].toolTip().startswith("abundance of the target")


def test_that_the_read_out_names_abundance_and_material(suburb, settle):
    suburb.session.apply(cursor_moved((12, 41)))
    settle()
    assert "truth: abundance 0.60, soil" in suburb.window.panels["readout"].plain()


def test_that_another_scene_goes_back_to_the_set(suburb, settle, tmp_path):
    suburb.session.apply(layer_chosen("materials"))
    other = write_cube(tmp_path / "field.hdr", np.ones((4, 9, 11), np.float32))
    suburb.context.of(FilesFeature).open("scene", other)
    settle()
    state = suburb.session.state
    assert (state.view.layer, MATERIALS.of(state), DISCS.of(state)) == ("hcs", None, None)
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
    marks = suburb.context.of(SuburbFeature).marks
    press(suburb, qtbot, "O")
    settle()
    assert len(marks.shown) == 3
    assert suburb.window.panels["discs"].box.isChecked()
    suburb.window.panels["discs"].box.click()
    settle()
    assert marks.shown == []
    assert FATES.key(suburb.session.state) is None


def test_that_the_legend_tells_the_marks_in_words(marked):
    lines = marked.window.panels["discs"].lines
    assert lines["found"].text().startswith("2 found")
    assert lines["missed"].text() == "1 missed"
    assert lines["hidden"].text() == "1 beneath leaves, 1 found"
    assert all(sign.pixmap().width() > 0 for sign in marked.window.panels["discs"].signs.values())


def test_that_marks_follow_the_sliders_at_rest(marked, settle):
    marked.session.apply(delta_set(1))
    marked.session.apply(alpha_set(1))
    settle()
    found = FATES.of(marked.session.state)
    assert len(found) == 3
    assert not any(fate.in_set for fate in found)


def test_that_fates_of_other_sliders_are_refused(marked, settle):
    before = marked.session.state
    key, late = FATES.key(before), FATES.of(before)
    marked.session.apply(alpha_set(30))
    settle()
    newer = FATES.of(marked.session.state)
    marked.session.apply(FATES.ready(key, late))
    assert FATES.of(marked.session.state) is newer is not late


def test_that_discs_and_materials_of_what_was_closed_are_refused(suburb, settle, truth_file):
    scene, truth = suburb.session.state.scene, suburb.session.state.truth
    discs, materials = DISCS.of(suburb.session.state), MATERIALS.of(suburb.session.state)
    suburb.context.of(FilesFeature).open("truth", truth_file)
    settle()
    suburb.session.apply(DISCS.ready((truth,), discs))
    assert DISCS.of(suburb.session.state) is None
    suburb.context.of(FilesFeature).open("scene", scene.path)
    settle()
    newer = MATERIALS.of(suburb.session.state)
    suburb.session.apply(MATERIALS.ready((scene,), materials))
    assert MATERIALS.of(suburb.session.state) is newer is not materials


def test_that_discs_of_another_size_are_told_and_the_truth_stays(suburb, settle, scene_file):
    write_cube(scene_file.with_name("town_disc_id.hdr"), np.ones((1, 4, 5), np.float32))
    suburb.context.of(FilesFeature).open("truth", scene_file.with_name("town_abundance.hdr"))
    settle()
    assert "another scene's size" in suburb.window.panels["notices"].text.text()
    assert suburb.session.state.truth is not None
    assert DISCS.of(suburb.session.state) is None


def test_that_other_truth_has_no_discs(truth_file):
    assert ReadDiscs(read_truth(truth_file, LINES, SAMPLES))(silent) is None


def test_that_discs_are_counted_in_the_comparison(suburb, settle):
    suburb.context.of(ComparisonFeature).toggle()
    settle()
    table = suburb.window.panels["comparison"].table
    titles = [table.horizontalHeaderItem(place).text() for place in range(table.columnCount())]
    found = table.item(0, titles.index("Discs\nfound"))
    assert found.text() == "2/3"
    assert "radius 1.6-5 m: 1 of 1 found, 1 in the target part" in found.toolTip()
    assert table.item(0, titles.index("beneath\nleaves")).text() == "1/1"
    assert table.item(1, titles.index("Discs\nfound")).text() == "–"
