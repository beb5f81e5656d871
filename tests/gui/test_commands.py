"""Commands: their keys act or say why not, and menus and the sheet under `?` have all of them."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QSlider,
    QWidget,
)

from hsi_uq_app.gui.commands import MENUS, Command, Commands, key_text
from hsi_uq_app.gui.general import ShortcutSheet
from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.session.state import AppState, task_started
from tests.gui.kit import press

pytestmark = pytest.mark.usefixtures("themed")
IDLE, BUSY = AppState(), task_started("open")(AppState())


class Asked:
    """A window with a scene, a slider, a field, and commands that can act while nothing runs."""

    def __init__(self) -> None:
        self.window, self.scene = QMainWindow(), QWidget()
        self.slider, self.field = QSlider(Qt.Orientation.Horizontal), QLineEdit()
        self.scene.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        middle = QWidget()
        row = QHBoxLayout(middle)
        for widget in (self.scene, self.slider, self.field):
            row.addWidget(widget)
        self.window.setCentralWidget(middle)
        self.did: list[str] = []
        self.told: list[Notice] = []
        self.state = IDLE
        self.commands = Commands(self.window, self.scene, [self.rows()], self.told.append, lambda: self.state)
        self.show(IDLE)

    def rows(self) -> tuple[Command, ...]:
        needs = lambda state: "wait until it is over" if state.running else ""  # noqa: E731
        return (
            Command("fit", "Fit the scene", "Scene", ("F",), lambda: self.did.append("fit"), needs),
            Command("run", "Run the model", "Run", ("Ctrl+R", "F5"), lambda: self.did.append("run"), needs,
                    "Nothing to run"),
            Command("right", "Crosshair to the right", "Scene", ("Right",), lambda: self.did.append("right"),
                    needs, in_scene=True),
            Command("flicker", "Hold: without the layer", "Layers", ("`",), None),
        )  # fmt: skip

    def show(self, state: AppState) -> None:
        self.state = state
        for view in self.commands.views:
            view(state)

    def press(self, widget: QWidget, keys: str) -> None:
        widget.setFocus()
        QTest.keySequence(widget, QKeySequence(keys))


@pytest.fixture
def asked(qtbot) -> Asked:
    made = Asked()
    qtbot.addWidget(made.window)
    made.window.show()
    made.window.activateWindow()
    qtbot.waitExposed(made.window)
    return made


def entries(menu: QMenu) -> list[str]:
    """Names in a menu; submenus are others' names."""
    return [action.text() for action in menu.actions() if not action.isSeparator() and not action.menu()]


def menus(window: QMainWindow) -> dict[str, QMenu]:
    return {action.text().replace("&", ""): action.menu() for action in window.menuBar().actions()}


@pytest.mark.parametrize(
    ("keys", "name"), [("F", "fit"), ("Ctrl+R", "run"), ("F5", "run"), ("Right", "right")]
)
def test_that_each_key_of_a_command_does_it_once(asked, keys, name):
    asked.press(asked.scene, keys)
    assert (asked.did, asked.told) == ([name], [])


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ("Ctrl+R", "Nothing to run"),
        ("F5", "Nothing to run"),
        ("F", "Fit the scene: not now"),
        ("Right", "Crosshair to the right: not now"),
    ],
)
def test_that_the_key_of_a_grey_command_says_why_not_and_once(asked, keys, what):
    asked.show(BUSY)
    asked.press(asked.scene, keys)
    assert asked.told == [Notice("warning", what, "wait until it is over")]
    assert asked.did == []


def test_that_a_command_that_can_act_again_does_and_says_nothing(asked):
    asked.show(BUSY)
    asked.show(IDLE)
    asked.press(asked.scene, "F5")
    assert (asked.did, asked.told) == (["run"], [])


def test_that_a_key_before_the_next_frame_is_answered_by_the_state_of_now(asked):
    asked.show(BUSY)
    asked.state = IDLE
    asked.press(asked.scene, "F5")
    assert (asked.did, asked.told) == (["run"], [])


def test_that_an_action_is_grey_while_it_cannot_act_and_says_why_under_the_mouse(asked):
    action = asked.commands.actions["run"]
    assert (action.isEnabled(), action.toolTip()) == (True, "Run the model")
    asked.show(BUSY)
    assert (action.isEnabled(), action.toolTip()) == (False, "Run the model: wait until it is over")
    assert all(menu.toolTipsVisible() for menu in menus(asked.window).values())
    action.trigger()
    assert (asked.did, asked.told) == ([], [])


@pytest.mark.parametrize("state", [IDLE, BUSY])
def test_that_letters_typed_into_a_field_are_text(asked, state):
    asked.show(state)
    asked.press(asked.field, "F")
    assert asked.field.text().lower() == "f"
    assert (asked.did, asked.told) == ([], [])


@pytest.mark.parametrize("state", [IDLE, BUSY])
def test_that_arrows_move_a_slider_while_it_has_the_keyboard_and_the_crosshair_otherwise(asked, state):
    asked.show(state)
    asked.press(asked.slider, "Right")
    assert asked.slider.value() == 1
    assert (asked.did, asked.told) == ([], [])
    asked.press(asked.scene, "Right")
    assert len(asked.did + asked.told) == 1


def test_that_a_key_that_is_held_is_left_to_the_widget_that_hears_it(asked):
    asked.press(asked.scene, "`")
    assert (asked.did, asked.told) == ([], [])
    assert "Hold: without the layer" not in entries(menus(asked.window)["Layers"])


def all_keys(rows: tuple[Command, ...]) -> list[str]:
    return [QKeySequence(keys).toString() for row in rows for keys in row.keys]


def test_that_no_key_means_two_things(program):
    assert [keys for keys, times in Counter(all_keys(program.commands.rows)).items() if times > 1] == []


def test_that_no_command_stands_twice_and_each_has_a_key(program):
    rows = program.commands.rows
    assert len({row.name for row in rows}) == len({row.text for row in rows}) == len(rows)
    assert [row.name for row in rows if not row.keys] == []


def test_that_qt_understands_every_key(program):
    unknown = [
        keys
        for row in program.commands.rows
        for keys in row.keys
        if QKeySequence(keys).count() != 1 or QKeySequence(keys)[0].key() == Qt.Key.Key_unknown
    ]
    assert unknown == []


def test_that_the_menus_have_every_command_once_in_its_own_menu(program):
    found = {name: entries(menu) for name, menu in menus(program.window).items()}
    assert tuple(found) == MENUS
    asked = [row for row in program.commands.rows if row.run]
    assert {name: sorted(texts) for name, texts in found.items()} == {
        name: sorted(row.text for row in asked if row.menu == name) for name in MENUS
    }


def test_that_every_command_can_act_or_says_what_it_lacks_before_a_scene_is_open(program):
    for row in program.commands.rows:
        action = program.commands.actions[row.name]
        assert action.isEnabled() == (not row.missing(program.session.state)), row.name
        assert action.isEnabled() or action.toolTip().startswith(f"{row.text}: "), row.name


def test_that_each_key_of_a_grey_command_of_the_program_says_once_what_it_lacks(program, qtbot):
    told = []
    program.context.voice.noticed.connect(told.append)
    grey = [row for row in program.commands.rows if row.missing(program.session.state)]
    assert len(grey) > 20
    for row in grey:
        for keys in row.keys:
            told.clear()
            press(program, qtbot, keys)
            assert [notice.hint for notice in told] == [row.missing(program.session.state)], keys


@pytest.fixture
def sheet(asked) -> ShortcutSheet:
    made = ShortcutSheet(asked.commands.rows, asked.window)
    made.open()
    return made


def test_that_the_sheet_of_the_program_shows_every_command_with_its_key(program, qtbot):
    program.commands.actions["shortcuts"].trigger()
    (sheet,) = (one for one in program.window.findChildren(ShortcutSheet))
    texts = [label.text() for label in sheet.findChildren(QLabel)]
    rows = program.commands.rows
    assert {row.text for row in rows} | set(MENUS) <= set(texts)
    arrows = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}
    assert {arrows.get(row.keys[0], key_text(row.keys[0])) for row in rows} <= set(texts)
    with qtbot.waitSignal(sheet.destroyed):
        sheet.close()


def test_that_the_question_mark_closes_the_sheet_it_opened(sheet, qtbot):
    with qtbot.waitSignal(sheet.destroyed):
        qtbot.keyClick(sheet, Qt.Key.Key_Question)


def test_that_escape_closes_the_sheet(sheet, qtbot):
    with qtbot.waitSignal(sheet.destroyed):
        qtbot.keyClick(sheet, Qt.Key.Key_Escape)


def test_that_the_sheet_fits_a_small_screen(sheet):
    sheet.resize(500, 300)
    assert (sheet.width(), sheet.height()) == (500, 300)
    sheet.close()
    QApplication.sendPostedEvents(sheet, 0)
