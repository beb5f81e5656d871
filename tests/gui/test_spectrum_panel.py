"""The spectrum panel: spectra paired with their wavelengths, pins to be handled, the card of a pixel."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractButton

from hsi_uq_app.confidence.high_confidence_set import BACKGROUND, NOT_EVALUATED, TARGET, UNDECIDED
from hsi_uq_app.gui.spectra.panel import SpectrumPanel
from hsi_uq_app.gui.spectra.pixel_card import explain
from hsi_uq_app.gui.spectra.trace import bad_spans, horizontal_of, marked, view_range
from hsi_uq_app.gui.spectra.values import PinnedSpectrum, PixelDraws, SpectralAxis, SpectrumGroup
from hsi_uq_app.session.spectra import pin_colour

WAVELENGTHS = np.array([450.0, 550, 650, 850, 1650, 2200])


def axis(bad: tuple[int, ...] = (), wavelengths: np.ndarray | None = WAVELENGTHS) -> SpectralAxis:
    good = np.ones(6, bool)
    good[list(bad)] = False
    return SpectralAxis(6, wavelengths, good, "reflectance")


def spectrum(scale: float = 1.0) -> np.ndarray:
    return (scale * np.arange(1, 7) / 10).astype(np.float32)


def pin(key: int, visible: bool = True) -> PinnedSpectrum:
    return PinnedSpectrum(key, f"{key}, {key}", pin_colour(key), spectrum(key + 1), visible)


def draws(logits: np.ndarray | list[float], alpha: int = 20, delta: float = 0.2) -> PixelDraws:
    return PixelDraws("line 1, sample 2", np.asarray(logits, np.float32), alpha, delta)


@pytest.fixture
def panel(qtbot, themed) -> SpectrumPanel:
    made = SpectrumPanel()
    qtbot.addWidget(made)
    made.resize(560, 420)
    made.show()
    return made


def drawn(trace) -> tuple[list[float], list[float]]:
    """What a trace's line holds."""
    x, y = trace.line.getData()
    return list(x), list(y)


def test_that_row_a22_unsorted_wavelengths_are_plotted_sorted_with_their_own_values(panel):
    axis_ = SpectralAxis(6, np.array([640.0, 650, 660, 655, 665, 675]))
    panel.show_axis(axis_)
    panel.show_live("library", np.arange(1, 7, dtype=np.float32))
    assert drawn(panel.plot.live) == ([640, 650, 655, 660, 665, 675], [1, 2, 4, 3, 5, 6])
    panel.copy()
    rows = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text())))
    assert [row[1] for row in rows[1:]] == ["640", "650", "660", "655", "665", "675"]
    assert [row[3] for row in rows[1:]] == ["1", "2", "3", "4", "5", "6"]


def test_that_row_g5_values_are_drawn_in_the_physical_units_they_come_in(panel):
    panel.show_axis(axis())
    panel.show_live("pixel", spectrum())
    assert drawn(panel.plot.live)[1] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    assert panel.plot.getPlotItem().getAxis("left").labelText == "Reflectance"


def test_that_bad_bands_are_gaps_and_a_grey_strip(panel):
    panel.show_axis(axis(bad=(2, 3)))
    panel.show_live("pixel", spectrum())
    assert np.isnan(drawn(panel.plot.live)[1]).tolist() == [False, False, True, True, False, False]
    assert panel.plot.bad.spans == [(600.0, 1250.0)]


def test_that_no_data_breaks_the_line_and_never_the_range(panel):
    panel.show_axis(axis())
    values = spectrum()
    values[[0, 5]] = np.nan, np.inf
    panel.show_live("pixel", values)
    low, high = panel.plot.getPlotItem().getViewBox().viewRange()[1]
    assert 0 <= low < high < 1


def test_that_an_all_nan_spectrum_is_drawn_as_nothing(panel):
    panel.show_axis(axis())
    panel.show_live("corner", np.full(6, np.nan, np.float32))
    assert panel.plot.getPlotItem().getViewBox().viewRange()[1] == [0.0, 1.0]
    panel.grab()


def test_that_a_band_without_a_wavelength_has_no_place():
    horizontal = horizontal_of(SpectralAxis(3, np.array([500.0, np.nan, 400.0])), "nm")
    assert horizontal.order.tolist() == [2, 0]


def test_that_bands_are_numbered_from_one_without_wavelengths(panel):
    panel.show_axis(axis(wavelengths=None))
    panel.show_live("pixel", spectrum())
    assert drawn(panel.plot.live)[0] == [1, 2, 3, 4, 5, 6]
    assert panel.plot.getPlotItem().getAxis("bottom").labelText == "Band"
    assert not panel.unit_button.isEnabled()


def test_that_a_one_band_cube_can_be_shown(panel):
    panel.show_axis(SpectralAxis(1, np.array([500.0])))
    panel.show_live("pixel", np.ones(1, np.float32))
    low, high = panel.plot.getPlotItem().getViewBox().viewRange()[0]
    assert low < 500 < high


def test_that_the_unit_can_be_changed_to_micrometres(panel, qtbot):
    panel.show_axis(axis())
    panel.show_live("pixel", spectrum())
    with qtbot.waitSignal(panel.unit_chosen) as told:
        panel.unit_button.click()
    assert told.args == ["µm"]
    assert drawn(panel.plot.live)[0] == pytest.approx(WAVELENGTHS / 1000)
    assert panel.plot.getPlotItem().getAxis("bottom").labelText == "Wavelength (µm)"


def test_that_lone_good_bands_and_few_bands_are_marked_by_points():
    good = np.ones(40, bool)
    good[[4, 6]] = False
    assert marked(horizontal_of(SpectralAxis(40, None, good), "nm")).tolist() == [5]
    assert marked(horizontal_of(axis(bad=(1,)), "nm")).tolist() == [0, 2, 3, 4, 5]


def test_that_bad_bands_at_the_ends_have_spans_too():
    assert bad_spans(horizontal_of(axis(bad=(0, 5)), "nm")) == [(450.0, 500.0), (1925.0, 2200.0)]


def test_that_the_plot_is_restored_exactly_when_the_cursor_leaves(panel):
    panel.show_axis(axis())
    panel.show_pins([pin(0)])
    before = panel.plot.getPlotItem().getViewBox().viewRange()
    panel.show_live("bright", spectrum(50))
    assert panel.plot.getPlotItem().getViewBox().viewRange() != before
    panel.show_live("", None)
    assert panel.plot.getPlotItem().getViewBox().viewRange() == before
    assert panel.readout.text() == ""


def test_that_a_zoom_by_hand_stays_until_fit(panel):
    panel.show_axis(axis())
    view = panel.plot.getPlotItem().getViewBox()
    view.setYRange(0.2, 0.3, padding=0)
    view.sigRangeChangedManually.emit([False, True])
    panel.show_live("pixel", spectrum())
    assert view.viewRange()[1] == pytest.approx([0.2, 0.3])
    panel.plot.fit()
    assert view.viewRange()[1] == pytest.approx([0.0, 0.65])


def test_that_alike_spectra_do_not_move_the_axis():
    assert view_range([(0.11, 0.52)]) == view_range([(0.13, 0.5)])


@pytest.mark.parametrize(
    "given", [[(-5.0, 5.0)], [(7.0, 7.0)], [(0.0, 0.0)], [(1e-30, 1e-30)], [None], [(1e30, 2e30)]]
)
def test_that_any_range_is_finite_and_holds_its_values(given):
    low, high = view_range(given)
    assert np.isfinite([low, high]).all()
    assert low < high
    assert given[0] is None or (low <= given[0][0] and given[0][1] <= high)


def test_that_hidden_pins_are_not_drawn_and_do_not_stretch_the_axis(panel):
    panel.show_axis(axis())
    panel.show_pins([pin(0), pin(60, visible=False)])
    assert not panel.plot.pins[60].line.isVisible()
    assert panel.plot.getPlotItem().getViewBox().viewRange()[1][1] < 1


def test_that_a_pin_is_hidden_deleted_and_all_are_cleared_from_the_legend(panel, qtbot):
    panel.show_axis(axis())
    panel.show_pins([pin(3), pin(4)])
    chip = panel.legend.chips[1]
    with qtbot.waitSignal(panel.pin_shown) as shown:
        chip.switch.click()
    with qtbot.waitSignal(panel.pin_deleted) as deleted:
        chip.cross.click()
    with qtbot.waitSignal(panel.pins_cleared):
        panel.legend.clear_button.click()
    assert shown.args == [4, False]
    assert deleted.args == [4]


def test_that_a_pin_is_deleted_by_its_key_and_the_keyboard_stays_in_the_legend(panel, qtbot):
    panel.activateWindow()
    panel.show_axis(axis())
    panel.show_pins([pin(3), pin(4)])
    panel.legend.chips[0].switch.setFocus()
    qtbot.waitUntil(panel.legend.chips[0].switch.hasFocus)
    with qtbot.waitSignal(panel.pin_deleted) as deleted:
        qtbot.keyClick(panel.legend.chips[0].switch, Qt.Key.Key_Delete)
    panel.show_pins([pin(4)])
    assert deleted.args == [3]
    assert panel.legend.chips[0].switch.hasFocus()


def test_that_another_cube_drops_what_was_shown(panel):
    panel.show_axis(axis())
    panel.show_live("pixel", spectrum())
    panel.show_pins([pin(0)])
    panel.show_draws(draws([0.0] * 100))
    panel.show_axis(SpectralAxis(3))
    assert panel.plot.live.range is None
    assert panel.legend.chips == []
    assert panel.card.isHidden()


def test_that_a_group_is_shown_as_mean_and_range(panel):
    panel.show_axis(axis())
    panel.show_group(SpectrumGroup("2 bins", 40, spectrum(2), spectrum(1), spectrum(3)))
    assert drawn(panel.plot.mean)[1] == pytest.approx(spectrum(2))
    assert panel.plot.ribbon.boundingRect().bottom() == pytest.approx(1.8, abs=0.05)
    panel.show_group(None)
    assert panel.plot.mean.range is None


def test_that_empty_panels_say_what_belongs_there(panel):
    assert "Open a scene" in panel.empty.text()
    panel.show_axis(axis())
    assert "Move over the scene" in panel.empty.text()
    panel.show_live("pixel", spectrum())
    assert panel.empty.isHidden()


def test_that_the_band_under_the_mouse_is_named(panel):
    panel.show_axis(axis(bad=(5,)))
    panel.show_live("line 1, sample 2", spectrum())
    view = panel.plot.getPlotItem().getViewBox()
    panel.plot.scene().sigMouseMoved.emit(view.mapViewToScene(QPointF(845, 0.3)))
    assert panel.readout.text() == "band 4 · 850.0 nm · 0.4"
    panel.plot.scene().sigMouseMoved.emit(view.mapViewToScene(QPointF(2300, 0.3)))
    assert panel.readout.text() == "band 6 · 2200.0 nm · bad band"
    panel.plot.leaveEvent(QEvent(QEvent.Type.Leave))
    assert panel.readout.text() == "line 1, sample 2"


def test_that_arrow_keys_walk_along_the_bands(panel, qtbot):
    panel.show_axis(axis())
    for _ in range(8):
        qtbot.keyClick(panel.plot, Qt.Key.Key_Right)
    assert panel.readout.text().startswith("band 6")
    qtbot.keyClick(panel.plot, Qt.Key.Key_Left)
    assert panel.readout.text().startswith("band 5")


def test_that_arrow_keys_in_the_plot_are_not_taken_by_shortcuts(panel):
    panel.show_axis(axis())
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier)
    override.ignore()
    panel.plot.event(override)
    assert override.isAccepted()


def test_that_copying_gives_a_column_a_spectrum_and_says_so(panel, qtbot):
    panel.show_axis(axis(bad=(1,)))
    panel.show_pins([pin(0)])
    panel.show_live("line 9, sample 9", np.array([1, 2, np.nan, 4, 5, 6], np.float32))
    with qtbot.waitSignal(panel.copied) as told:
        panel.copy()
    rows = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text())))
    assert rows[0] == ["band", "wavelength_nm", "good", "0, 0", "line 9, sample 9"]
    assert rows[2] == ["2", "550", "0", "0.2", "2"]
    assert rows[3][-1] == ""
    assert told.args == ["2 spectra copied as CSV"]


def test_that_nothing_is_copied_where_nothing_is_shown(panel, qtbot):
    panel.show_axis(axis())
    with qtbot.assertNotEmitted(panel.copied):
        panel.copy()


@pytest.mark.parametrize(
    ("logits", "class_"),
    [(np.full(100, 4.0), TARGET), (np.full(100, -4.0), BACKGROUND), (np.linspace(-3, 3, 100), UNDECIDED)],
)
def test_that_the_card_names_the_class(panel, logits, class_):
    panel.show_draws(draws(logits))
    assert explain(draws(logits)).class_ == class_
    word = {TARGET: "target", BACKGROUND: "background", UNDECIDED: "Undecided"}[class_]
    assert word in panel.card.title.text()
    assert "line 1, sample 2" in panel.card.title.text()
    panel.grab()


def test_that_the_interval_is_made_of_two_real_draws():
    verdict = explain(draws(np.arange(100) / 100))
    assert verdict.ranks == (10, 90)
    assert verdict.lower == pytest.approx(1 / (1 + np.exp(-0.09)), abs=3e-4)
    assert verdict.upper == pytest.approx(1 / (1 + np.exp(-0.89)), abs=3e-4)
    assert verdict.width == pytest.approx(verdict.upper - verdict.lower)


def test_that_the_mean_is_of_probabilities_not_of_logits():
    verdict = explain(draws([-1000.0] * 75 + [1000.0] * 25))
    assert verdict.mean == pytest.approx(0.25)


def test_that_the_nearest_alpha_that_flips_the_class_is_named():
    logits = np.full(100, 3.0)
    logits[:15] = -3.0  # LB is the 15th draw or one below it up to alpha = .30
    verdict = explain(draws(logits, alpha=20))
    assert (verdict.class_, verdict.flips_at, verdict.flips_to) == (UNDECIDED, 31, TARGET)
    back = explain(draws(logits, alpha=40))
    assert (back.class_, back.flips_at, back.flips_to) == (TARGET, 30, UNDECIDED)


def test_that_a_pixel_no_alpha_can_decide_says_so(panel):
    panel.show_draws(draws(np.full(100, 0.1)))
    assert "No α changes that" in panel.card.words.text()
    assert "LB misses 1 − δ = 0.800 by 0.275" in panel.card.words.text()


def test_that_a_pixel_without_data_is_not_background(panel):
    logits = np.full(100, np.nan)
    assert explain(draws(logits)).class_ == NOT_EVALUATED
    panel.show_draws(draws(logits))
    assert "Not evaluated" in panel.card.title.text()
    assert panel.card.strip.isHidden()
    panel.grab()


@pytest.mark.parametrize("logits", [[0.3], [-200.0, 200.0], [31.0] * 400])
def test_that_odd_numbers_of_draws_and_extreme_draws_are_drawn(panel, logits):
    panel.show_draws(draws(logits, alpha=1, delta=0.001))
    panel.grab()
    assert panel.card.isVisible()


def test_that_everything_has_an_accessible_name_and_can_be_reached_by_the_keyboard(panel):
    panel.show_axis(axis())
    panel.show_pins([pin(0), pin(1)])
    buttons = [button for button in panel.findChildren(QAbstractButton) if button.isVisible()]
    assert len(buttons) >= 8
    for button in buttons:
        assert button.accessibleName()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus or "remove" in button.accessibleName().lower()
    assert panel.plot.focusPolicy() & Qt.FocusPolicy.TabFocus


@pytest.mark.parametrize("size", [(420, 330), (560, 420), (330, 600)])
def test_that_the_panel_fits_the_sizes_it_is_given(panel, size):
    panel.show_axis(axis())
    panel.show_pins([pin(key) for key in range(9)])
    panel.show_draws(draws(np.zeros(100)))
    panel.resize(*size)
    assert (panel.width(), panel.height()) == size
