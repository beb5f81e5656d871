"""The table of keys: no clashes, bound as written, and shown under `?`."""

from collections import Counter

import pytest
from hsi_uq_app.gui.key_table import KEYS
from hsi_uq_app.gui.shortcuts import install
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QLineEdit, QSlider, QWidget

from hsi_uq_app.gui.general import ShortcutSheet

pytestmark = pytest.mark.usefixtures("themed")


@pytest.fixture
def window(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    row = QHBoxLayout(made)
    made.scene, made.slider, made.field = QWidget(), QSlider(Qt.Orientation.Horizontal), QLineEdit()
    made.scene.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    for widget in (made.scene, made.slider, made.field):
        row.addWidget(widget)
    made.show()
    made.activateWindow()
    qtbot.waitExposed(made)
    return made


def all_keys() -> list[str]:
    return [keys for key in KEYS for keys in (key.keys, *key.also)]


def test_that_no_key_means_two_things():
    assert [keys for keys, times in Counter(all_keys()).items() if times > 1] == []


def test_that_no_action_stands_twice():
    assert len({key.action for key in KEYS}) == len(KEYS)


@pytest.mark.parametrize("keys", all_keys())
def test_that_qt_understands_every_key(keys):
    assert QKeySequence(keys)[0].key() != Qt.Key.Key_unknown


def test_that_only_given_actions_are_bound(window):
    assert len(install(window, {"fit": lambda: None, "nothing like it": lambda: None})) == 1


def test_that_keys_call_their_actions(window, qtbot):
    called = []
    install(
        window,
        {name: lambda name=name: called.append(name) for name in ("fit", "run", "shortcuts", "zoom_in")},
    )
    window.panels["scene"].setFocus()
    qtbot.keyClick(window.panels["scene"], Qt.Key.Key_F)
    qtbot.keyClick(window.panels["scene"], Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(window.panels["scene"], Qt.Key.Key_F1)
    qtbot.keyClick(window.panels["scene"], Qt.Key.Key_Equal)
    assert called == ["fit", "run", "shortcuts", "zoom_in"]


def test_that_letters_typed_into_a_field_are_text(window, qtbot):
    called = []
    install(window, {"fit": lambda: called.append("fit")})
    window.field.setFocus()
    qtbot.keyClick(window.field, Qt.Key.Key_F)
    assert window.field.text().lower() == "f"
    assert called == []


def test_that_arrows_move_a_slider_while_it_has_the_keyboard_and_the_crosshair_otherwise(window, qtbot):
    called = []
    install(window, {"move_right": lambda: called.append("right")}, window.panels["scene"])
    window.slider.setFocus()
    qtbot.keyClick(window.slider, Qt.Key.Key_Right)
    assert window.slider.value() == 1
    window.panels["scene"].setFocus()
    qtbot.keyClick(window.panels["scene"], Qt.Key.Key_Right)
    assert called == ["right"]


def test_that_the_sheet_shows_every_key_and_blocks_nothing(window, qtbot):
    sheet = ShortcutSheet(window)
    sheet.open()
    texts = {label.text() for label in sheet.findChildren(QLabel)}
    assert {key.text for key in KEYS} <= texts
    assert {key.group for key in KEYS} <= texts
    with qtbot.waitSignal(sheet.destroyed):
        qtbot.keyClick(sheet, Qt.Key.Key_Question)


def test_that_escape_closes_the_sheet(window, qtbot):
    sheet = ShortcutSheet(window)
    sheet.open()
    with qtbot.waitSignal(sheet.destroyed):
        qtbot.keyClick(sheet, Qt.Key.Key_Escape)


def test_that_the_sheet_fits_a_small_screen(window):
    sheet = ShortcutSheet(window)
    sheet.open()
    sheet.resize(500, 300)
    assert (sheet.width(), sheet.height()) == (500, 300)
    sheet.close()
    QApplication.sendPostedEvents(sheet, 0)
