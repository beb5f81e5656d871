"""The reliability diagram as a table, a picture and a drawing."""

import csv
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui.reliability.panel import ReliabilityPanel
from tests.gui.reliability_kit import curve_of, shown_panel, three_bins


@pytest.fixture
def panel(qtbot, themed) -> ReliabilityPanel:
    return shown_panel(qtbot)


def test_that_exports_are_asked_for_by_a_menu(panel, qtbot):
    panel.show_curve(three_bins())
    actions = panel.export_button.formats.actions()
    with qtbot.waitSignal(panel.export_requested) as told:
        actions[2].trigger()
    assert told.args == ["csv"]


def test_that_the_table_has_a_row_a_bin_and_empty_bins_are_empty(panel, tmp_path):
    panel.show_curve(three_bins())
    panel.save_diagram(tmp_path / "curve.csv")
    lines = (tmp_path / "curve.csv").read_text().splitlines()
    rows = list(csv.DictReader(lines[1:]))
    assert lines[0].startswith("# as shown: positive, equal width, 134 pixels, 21 targets, ECE ")
    assert len(rows) == 10
    assert rows[1] == {
        "curve": "as shown", "low": "0.1", "high": "0.2", "count": "0", "positives": "0",
        "mean_probability": "", "observed": "", "lower": "", "upper": "",
    }  # fmt: skip
    assert rows[5]["observed"] == "0.5"


def test_that_the_table_holds_both_curves_where_two_are_laid_over(panel, tmp_path):
    panel.show_curve(three_bins(), curve_of([0.9] * 30, [True] * 15 + [False] * 15, bins=10))
    panel.save_diagram(tmp_path / "curve.csv")
    lines = (tmp_path / "curve.csv").read_text().splitlines()
    rows = list(csv.DictReader(lines[2:]))
    assert [line.split(":")[0] for line in lines[:2]] == ["# before", "# after"]
    assert [row["curve"] for row in rows] == ["before"] * 10 + ["after"] * 10
    assert (rows[8]["count"], rows[8]["observed"]) == ("30", "0.5")
    assert rows[15]["observed"] == "0.5"


def test_that_the_picture_is_twice_the_size_on_screen_and_not_blank(panel, tmp_path):
    panel.show_curve(three_bins())
    panel.save_diagram(tmp_path / "curve.png")
    picture = QImage(str(tmp_path / "curve.png"))
    assert picture.width() == 2 * panel.body.width()
    colours = {
        picture.pixelColor(x, y).name()
        for x in range(0, picture.width(), 5)
        for y in range(0, picture.height(), 5)
    }
    assert len(colours) > 5


def test_that_the_drawing_is_valid_svg_with_vectors(panel, tmp_path):
    panel.show_curve(three_bins())
    panel.save_diagram(tmp_path / "curve.svg")
    root = ElementTree.parse(tmp_path / "curve.svg").getroot()
    assert root.tag.endswith("svg")
    assert len(root.findall(".//{http://www.w3.org/2000/svg}path")) >= 6  # bars, curves, axes


def test_that_a_bad_name_or_no_curve_is_one_clear_message(panel, tmp_path):
    with pytest.raises(UserError, match="no reliability diagram"):
        panel.save_diagram(tmp_path / "curve.png")
    panel.show_curve(three_bins())
    with pytest.raises(UserError, match=r"as curve\.bmp"):
        panel.save_diagram(tmp_path / "curve.bmp")
    with pytest.raises(UserError, match="does not exist"):
        panel.save_diagram(tmp_path / "gone" / "curve.csv")
    assert list(tmp_path.iterdir()) == []
