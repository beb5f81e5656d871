"""The reliability panel: what is drawn, what is said, and what the mouse and the keyboard pick."""

import csv
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QComboBox

from hsi_uq_app.calibration.isotonic_curve import IsotonicCurve
from hsi_uq_app.calibration.reliability import ReliabilityCurve, reliability_curve
from hsi_uq_app.errors import UserError
from hsi_uq_app.gui.plot_parts import ProbabilityScale
from hsi_uq_app.gui.reliability.axes import bin_at, bin_spans, bins_between, neighbour, scale_for, toggled
from hsi_uq_app.gui.reliability.panel import ReliabilityPanel
from hsi_uq_app.gui.reliability.words import ReliabilityScores

LINEAR = ProbabilityScale("linear", 0.0, 1.0)


def curve_of(probability: object, labels: object, **how: object) -> ReliabilityCurve:
    return reliability_curve(np.asarray(probability, float), np.asarray(labels, bool), **how)


def three_bins() -> ReliabilityCurve:
    """Ten bins of which three hold something: 100 pixels at .05, 30 at .55, 4 at .95."""
    probability = [0.05] * 100 + [0.55] * 30 + [0.95] * 4
    labels = [True] * 2 + [False] * 98 + [True] * 15 + [False] * 15 + [True] * 4
    return curve_of(probability, labels, bins=10)


@pytest.fixture
def panel(qtbot, themed) -> ReliabilityPanel:
    made = ReliabilityPanel()
    qtbot.addWidget(made)
    made.resize(560, 420)
    made.show()
    return made


def points(panel: ReliabilityPanel) -> list[tuple[float, float]]:
    x, y = panel.view.diagram.now.points.getData()
    return [(round(float(a), 6), round(float(b), 6)) for a, b in zip(x, y, strict=True)]


def test_that_empty_bins_are_absent_not_zero(panel):
    panel.show_curve(three_bins())
    assert points(panel) == [(0.05, 0.02), (0.55, 0.5), (0.95, 1.0)]
    assert len(panel.view.histogram.bars.opts["x0"]) == 3


def test_that_points_with_few_pixels_are_hollow(panel):
    panel.show_curve(three_bins())
    fills = [spot.brush().color().name() for spot in panel.view.diagram.now.points.points()]
    assert fills[0] == fills[1] == "#56b4e9"
    assert fills[2] != "#56b4e9"


def test_that_wilson_bars_are_drawn_at_every_point(panel):
    curve = three_bins()
    panel.show_curve(curve)
    x, y = panel.view.diagram.now.bars.getData()
    assert x[::2] == pytest.approx([0.05, 0.55, 0.95])
    assert y[::2] == pytest.approx(curve.lower[[0, 5, 9]])
    assert y[1::2] == pytest.approx(curve.upper[[0, 5, 9]])


def test_that_counts_are_on_a_logarithmic_axis_where_one_pixel_still_shows(panel):
    panel.show_curve(curve_of([0.05] * 1000 + [0.95], [False] * 1000 + [True], bins=10))
    bars = panel.view.histogram.bars.opts
    assert bars["y1"] == pytest.approx([3, 0])
    assert (bars["y1"] > bars["y0"]).all()


def test_that_shares_of_zero_and_one_stand_at_the_ends_of_a_logit_axis(panel):
    panel.show_curve(three_bins())
    panel.show_choices("positive", "width", "logit")
    scale = scale_for("logit", [three_bins()])
    assert points(panel)[2][1] == pytest.approx(scale.high)
    symbols = [spot.symbol() for spot in panel.view.diagram.now.points.points()]
    assert symbols == ["o", "o", "t1"]
    assert np.isfinite(panel.view.diagram.box.viewRange()).all()


def test_that_a_logit_axis_is_finite_for_certain_predictions(panel):
    panel.show_curve(curve_of([0.0, 0.0, 1.0, 1.0], [False, True, True, True]))
    panel.show_choices("positive", "width", "logit")
    assert np.isfinite(panel.view.diagram.box.viewRange()).all()
    panel.grab()


def test_that_row_i6_rare_targets_show_counts_targets_and_their_own_probability(panel):
    probability, labels = np.full(100_000, 0.0006), np.arange(100_000) < 60
    panel.show_curve(curve_of(probability, labels))
    panel.show_scores(ReliabilityScores(100_000, 60, 0.0, 0.0, 1.0, 0.0006))
    said = panel.scores.accessibleDescription()
    assert "ECE (positive) 0.000" in said
    assert "Pixels 100,000, Targets 60" in said
    assert "π on targets 6.0e−4" in said


def test_that_row_i3_the_panel_says_which_ece_it_shows(panel):
    panel.show_curve(curve_of([0.22, 0.78], [True, True]))
    assert "ECE (positive) 0.500" in panel.scores.accessibleDescription()
    panel.show_curve(curve_of([0.22, 0.78], [True, True], kind="top-label"))
    assert "ECE (top label) 0.280" in panel.scores.accessibleDescription()
    assert panel.view.diagram.getPlotItem().getAxis("left").labelText == "Share right"


def test_that_row_i9_undefined_scores_are_called_undefined(panel):
    panel.show_curve(curve_of([0.1, 0.2], [False, False]))
    panel.show_scores(ReliabilityScores(2, 0))
    assert "NLL skill undefined, Brier skill undefined" in panel.scores.accessibleDescription()


def test_that_the_ece_stands_beside_its_noise_floor(panel):
    curve = three_bins()
    panel.show_curve(curve)
    assert f"Noise floor {curve.noise_floor:.3f}" in panel.scores.accessibleDescription()


def test_that_an_empty_panel_says_what_is_missing(panel):
    assert "Load truth" in panel.empty.text()
    panel.show_message("Truth holds no target in this region")
    assert "no target" in panel.empty.text()
    panel.show_curve(three_bins())
    assert panel.empty.isHidden()


def test_that_a_clicked_bin_is_told_and_lit_and_clicking_again_lets_it_go(panel, qtbot):
    panel.show_curve(three_bins())
    with qtbot.waitSignal(panel.bins_selected) as told:
        panel.view.histogram.box.clicked.emit(0.53, False)
    assert told.args == [(5,)]
    assert panel.view.diagram.selected.spans == [(0.5, 0.6)]
    with qtbot.waitSignal(panel.bins_selected) as told:
        panel.view.diagram.box.clicked.emit(0.53, False)
    assert told.args == [()]


def test_that_a_click_beside_all_bins_lets_go(panel, qtbot):
    panel.show_curve(three_bins())
    panel.show_selection((0, 5))
    with qtbot.waitSignal(panel.bins_selected) as told:
        panel.view.diagram.box.clicked.emit(0.3, False)
    assert told.args == [()]


def test_that_ctrl_adds_a_bin(panel, qtbot):
    panel.show_curve(three_bins())
    panel.show_selection((0,))
    with qtbot.waitSignal(panel.bins_selected) as told:
        panel.view.diagram.box.clicked.emit(0.95, True)
    assert told.args == [(0, 9)]


def test_that_a_drag_picks_all_bins_it_touches_and_tells_only_changes(panel, qtbot):
    panel.show_curve(three_bins())
    told = []
    panel.bins_selected.connect(told.append)
    for stop in (0.4, 0.52, 0.55, 0.97):
        panel.view.diagram.box.dragged.emit(0.02, stop)
    assert told == [(0,), (0, 5), (0, 5, 9)]


def test_that_the_real_mouse_picks_a_bin(panel, qtbot):
    panel.show_curve(three_bins())
    qtbot.waitExposed(panel)
    bars = panel.view.histogram
    where = bars.mapFromScene(bars.box.mapViewToScene(bars.box.viewRect().center()))
    with qtbot.waitSignal(panel.bins_selected) as told:
        qtbot.mouseClick(bars.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert told.args == [(5,)]


def test_that_hovering_a_bin_gives_its_numbers(panel):
    panel.show_curve(three_bins())
    panel.view.diagram.box.hovered.emit(0.55)
    assert panel.line.text().startswith("(0.500, 0.600]: 30 pixels, 15 targets · mean 0.550 · observed 0.500")
    panel.view.diagram.box.hovered.emit(0.95)
    assert "4 pixels, 4 targets, too few to judge" in panel.line.text()
    panel.view.diagram.box.hovered.emit(float("nan"))
    assert panel.line.text().startswith("Hover a bin")


def test_that_the_keyboard_walks_along_bins_and_picks_them(panel, qtbot):
    panel.show_curve(three_bins())
    told = []
    panel.bins_selected.connect(told.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Space):
        qtbot.keyClick(panel.view, key)
    qtbot.keyClick(panel.view, Qt.Key.Key_Escape)
    assert told == [(5,), (0, 5), ()]
    assert "100 pixels" in panel.line.text()


def test_that_escape_is_left_to_others_when_nothing_is_picked(panel):
    panel.show_curve(three_bins())
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    override.ignore()
    panel.view.event(override)
    assert not override.isAccepted()


def test_that_another_curve_ends_the_selection_without_telling(panel, qtbot):
    panel.show_curve(three_bins())
    panel.show_selection((5,))
    with qtbot.assertNotEmitted(panel.bins_selected):
        panel.show_curve(curve_of([0.1], [True]))
    assert panel.view.diagram.selected.spans == []


@pytest.mark.parametrize(
    ("what", "signal", "value"),
    [
        ("kind", "kind_chosen", "top-label"),
        ("spacing", "spacing_chosen", "mass"),
        ("axes", "axes_chosen", "logit"),
    ],
)
def test_that_choices_are_told_and_setting_them_is_not(panel, qtbot, what, signal, value):
    box = panel.choosers.boxes[what]
    with qtbot.waitSignal(getattr(panel, signal)) as told:
        box.setCurrentIndex(1)
    assert told.args == [value]
    with qtbot.assertNotEmitted(getattr(panel, signal)):
        panel.show_choices("positive", "width", "linear")
    assert box.currentIndex() == 0


def test_that_before_and_after_are_laid_over_each_other_and_named(panel):
    panel.show_curve(three_bins(), curve_of([0.9] * 30, [True] * 15 + [False] * 15))
    assert list(panel.view.diagram.before.points.getData()[0]) == pytest.approx([0.9])
    assert "after" in panel.legend.text()
    assert "before" in panel.legend.text()


def test_that_the_isotonic_fit_is_laid_over_with_its_band(panel):
    p = np.array([0.1, 0.5, 0.9])
    panel.show_curve(three_bins())
    panel.show_isotonic(IsotonicCurve(p, p**2, p - 0.05, p + 0.05))
    assert list(panel.view.diagram.isotonic.getData()[1]) == pytest.approx(p**2)
    assert not panel.view.diagram.ribbon.path().isEmpty()
    assert "isotonic" in panel.legend.text()
    panel.show_isotonic(None)
    assert panel.view.diagram.ribbon.path().isEmpty()


def test_that_a_logit_axis_reaches_as_far_as_the_isotonic_fit(panel):
    panel.show_curve(curve_of([0.2] * 30 + [0.8] * 30, [False, True] * 30, spacing="mass", bins=2))
    panel.view.show_axes("logit")
    p = np.array([1e-4, 0.5, 0.9999])
    panel.show_isotonic(IsotonicCurve(p, p, p, p))
    x, y = panel.view.diagram.isotonic.getData()
    assert list(x) == pytest.approx(np.log(p / (1 - p)))
    assert list(y) == pytest.approx(np.log(p / (1 - p)))


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


def test_that_slivers_of_equal_mass_are_picked_by_the_nearest(panel):
    probability = np.concatenate([np.full(50, 1e-5), np.full(50, 3e-5), np.full(50, 0.9)])
    curve = curve_of(probability, np.arange(150) >= 100, spacing="mass", bins=3)
    spans = bin_spans(curve, LINEAR)
    assert bin_at(spans, 0.0, reach=0.02) in (0, 1)
    assert bin_at(spans, 0.99, reach=0.02) == 2


def test_that_the_nearest_filled_bin_is_found_and_far_ones_are_not():
    spans = bin_spans(three_bins(), LINEAR)
    assert bin_at(spans, 0.51, 0.02) == 5
    assert bin_at(spans, 0.61, 0.02) == 5
    assert bin_at(spans, 0.3, 0.02) is None
    assert bin_at(np.full((2, 2), np.nan), 0.5, 1.0) is None
    assert bins_between(spans, 0.99, 0.55) == (5, 9)
    assert toggled((1, 2), 2) == (1,)


def test_that_walking_stops_at_the_ends():
    curve = three_bins()
    assert neighbour(curve, None, 1) == 0
    assert neighbour(curve, None, -1) == 9
    assert neighbour(curve, 9, 1) == 9
    assert neighbour(curve, 0, 1) == 5


def test_that_scale_places_are_logits_and_ends_hold_zero_and_one():
    scale = scale_for("logit", [three_bins()])
    assert scale.place([0.5]) == pytest.approx([0.0])
    assert scale.place([0.0, 1.0]) == pytest.approx([scale.low, scale.high])
    assert np.isnan(scale.place([np.nan])).all()
    assert scale.low == pytest.approx(np.log(0.001 / 0.999))


def test_that_ticks_of_a_deep_logit_axis_are_powers_of_ten():
    rare = curve_of(np.full(10**5, 3e-6), np.zeros(10**5, bool))
    texts = [text for _, text in scale_for("logit", [rare]).ticks()]
    assert texts == ["10⁻⁶", "10⁻⁵", "10⁻⁴", "0.001", "0.01", "0.1", "0.5", "0.9"]


def test_that_everything_has_an_accessible_name_and_can_be_reached_by_the_keyboard(panel):
    panel.show_curve(three_bins())
    for widget in (*panel.findChildren(QComboBox), panel.export_button, panel.view):
        assert widget.accessibleName()
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert "134 pixels" in panel.view.accessibleDescription()


@pytest.mark.parametrize("size", [(420, 330), (560, 420), (380, 600)])
def test_that_the_panel_fits_the_sizes_it_is_given(panel, size):
    panel.show_curve(three_bins(), three_bins())
    panel.show_scores(
        ReliabilityScores(1_500_000, 134, -159.0, -0.082, 319.0, 0.3, "lines=0:300,samples=0:600")
    )
    panel.resize(*size)
    panel.grab()
    assert (panel.width(), panel.height()) == size
