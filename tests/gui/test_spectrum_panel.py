"""The spectrum panel: pins to be handled, bands to be named, spectra to be copied."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractButton

from hsi_uq_app.gui.spectra.panel import SpectrumPanel
from hsi_uq_app.gui.spectra.values import SpectralAxis
from tests.gui.spectra_kit import axis, draws, pin, shown_panel, spectrum


@pytest.fixture
def panel(qtbot, themed) -> SpectrumPanel:
    return shown_panel(qtbot)


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
