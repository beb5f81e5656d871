"""Bins of the reliability diagram are picked by the mouse and the keyboard."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from hsi_uq_app.gui.reliability.panel import ReliabilityPanel
from tests.gui.reliability_kit import curve_of, shown_panel, three_bins


@pytest.fixture
def panel(qtbot, themed) -> ReliabilityPanel:
    return shown_panel(qtbot)


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
