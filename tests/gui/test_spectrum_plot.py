"""The plot of spectra: values at their own wavelengths, gaps at bad bands, ranges that stand still."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from hsi_uq_app.gui.spectra.panel import SpectrumPanel
from hsi_uq_app.gui.spectra.trace import bad_spans, horizontal_of, marked, view_range
from hsi_uq_app.gui.spectra.values import SpectralAxis, SpectrumGroup
from tests.gui.spectra_kit import WAVELENGTHS, axis, drawn, pin, shown_panel, spectrum


@pytest.fixture
def panel(qtbot, themed) -> SpectrumPanel:
    return shown_panel(qtbot)


def test_that_unsorted_wavelengths_are_plotted_sorted_with_their_own_values(panel):
    axis_ = SpectralAxis(6, np.array([640.0, 650, 660, 655, 665, 675]))
    panel.show_axis(axis_)
    panel.show_live("library", np.arange(1, 7, dtype=np.float32))
    assert drawn(panel.plot.live) == ([640, 650, 655, 660, 665, 675], [1, 2, 4, 3, 5, 6])
    panel.copy()
    rows = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text())))
    assert [row[1] for row in rows[1:]] == ["640", "650", "660", "655", "665", "675"]
    assert [row[3] for row in rows[1:]] == ["1", "2", "3", "4", "5", "6"]


def test_that_values_are_drawn_in_the_physical_units_they_come_in(panel):
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


def test_that_a_group_is_shown_as_mean_and_range(panel):
    panel.show_axis(axis())
    panel.show_group(SpectrumGroup("2 bins", 40, spectrum(2), spectrum(1), spectrum(3)))
    assert drawn(panel.plot.mean)[1] == pytest.approx(spectrum(2))
    assert panel.plot.ribbon.boundingRect().bottom() == pytest.approx(1.8, abs=0.05)
    panel.show_group(None)
    assert panel.plot.mean.range is None
