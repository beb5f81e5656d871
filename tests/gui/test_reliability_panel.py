"""The reliability panel: what is drawn, what is said."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from hsi_uq_app.calibration.isotonic_curve import IsotonicCurve
from hsi_uq_app.gui.reliability.axes import scale_for
from hsi_uq_app.gui.reliability.panel import ReliabilityPanel
from hsi_uq_app.gui.reliability.words import ReliabilityScores
from tests.gui.reliability_kit import curve_of, points, shown_panel, three_bins


@pytest.fixture
def panel(qtbot, themed) -> ReliabilityPanel:
    return shown_panel(qtbot)


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


def test_that_rare_targets_show_counts_targets_and_their_own_probability(panel):
    probability, labels = np.full(100_000, 0.0006), np.arange(100_000) < 60
    panel.show_curve(curve_of(probability, labels))
    panel.show_scores(ReliabilityScores(100_000, 60, 0.0, 0.0, 1.0, 0.0006))
    said = panel.scores.accessibleDescription()
    assert "ECE (positive) 0.000" in said
    assert "Pixels 100,000, Targets 60" in said
    assert "π on targets 6.0e−4" in said


def test_that_the_panel_says_which_ece_it_shows(panel):
    panel.show_curve(curve_of([0.22, 0.78], [True, True]))
    assert "ECE (positive) 0.500" in panel.scores.accessibleDescription()
    panel.show_curve(curve_of([0.22, 0.78], [True, True], kind="top-label"))
    assert "ECE (top label) 0.280" in panel.scores.accessibleDescription()
    assert panel.view.diagram.getPlotItem().getAxis("left").labelText == "Share right"


def test_that_undefined_scores_are_called_undefined(panel):
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
