"""The whole window: everything has a name, is reached by the keyboard, and shows where the keyboard is."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGraphicsView,
    QScrollBar,
    QWidget,
)

from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.scene import SceneFeature

INTERACTIVE = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QGraphicsView,
)
BY_DELETE_KEY = "Remove pin"
"""Crosses of pins: their chip hears the delete key."""


@pytest.fixture
def window(opened, truth_file, settle) -> QWidget:
    """The window with a scene, a result, truth and a pin."""
    opened.context.of(FilesFeature).open("truth", truth_file)
    settle()
    opened.context.of(SceneFeature).pin((10, 20))
    settle()
    return opened.window


def interactive(window: QWidget) -> list[QWidget]:
    """What can be operated and is on show; not the insides of boxes and views."""
    found = [w for w in window.findChildren(QWidget) if isinstance(w, INTERACTIVE) and w.isVisible()]
    return [
        w
        for w in found
        if not isinstance(w, QScrollBar) and not isinstance(w.parent(), (QComboBox, QAbstractItemView))
    ]


def named(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text


def picture(widget: QWidget) -> np.ndarray:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).copy()


def test_that_everything_that_can_be_operated_has_a_name(window):
    nameless = [type(w).__name__ for w in interactive(window) if len(named(w)) < 2]
    assert nameless == []


def test_that_everything_that_can_be_operated_can_be_reached_by_the_keyboard(window):
    plots = {window.panels["reliability"].view.diagram, window.panels["reliability"].view.histogram}
    unreachable = [
        named(w)
        for w in interactive(window)
        if w not in plots
        and w.isEnabled()
        and not w.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not named(w).startswith(BY_DELETE_KEY)
    ]
    assert unreachable == []


def test_that_tab_walks_through_the_whole_window_and_comes_back(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    start, seen = QApplication.focusWidget(), []
    for _ in range(200):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
        if seen[-1] is start:
            break
    assert seen[-1] is start
    assert {
        window.panels["spectrum"].plot,
        window.panels["reliability"].view,
        window.panels["thresholds"].findChildren(QAbstractSlider)[0],
    } <= set(seen)


def test_that_focus_can_be_seen_on_everything_it_can_reach(window, qtbot):
    window.activateWindow()
    unseen = []
    for widget in interactive(window):
        if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus or not widget.isEnabled():
            continue
        elsewhere = (
            window.panels["scene"]
            if widget is not window.panels["scene"]
            else window.panels["spectrum"].unit_button
        )
        elsewhere.setFocus()
        before = picture(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if np.array_equal(before, picture(widget)):
            unseen.append(named(widget))
    assert unseen == []


def test_that_the_reliability_diagram_is_described_in_words(window):
    assert "Reliability of positive class over" in window.panels["reliability"].view.accessibleDescription()
