"""Commands: one row gives a menu's entry, its keys, whether it can act now and why not, a line under `?`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.session.state import AppState

Menu = Literal["Files", "Run", "Scene", "Spectra", "Layers", "Set", "Help"]
MENUS: Final[tuple[Menu, ...]] = ("Files", "Run", "Scene", "Spectra", "Layers", "Set", "Help")


@dataclass(frozen=True, eq=False)
class Command:
    """What an analyst can ask for.

    Attributes:
        text: in its menu and on the sheet.
        keys: in Qt's portable spelling; others than the first are for keyboards where that is hard to reach.
        run: does it; None for a key that is held, which its widget hears itself.
        missing: what it lacks to act now, as advice ("open a scene first"); "" when it can.
        refusal: what is said before that when it is asked for all the same.
        in_scene: lists, sliders and buttons need its keys; they count only while the scene has the keyboard.
        submenu: shown beneath it.
    """

    name: str
    text: str
    menu: Menu
    keys: tuple[str, ...]
    run: Callable[[], object] | None
    missing: Callable[[AppState], str] = lambda _: ""
    refusal: str = ""
    in_scene: bool = False
    submenu: QMenu | None = None


def key_text(keys: str) -> str:
    """A key as this platform writes it."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


class Commands:
    """The commands of all features as actions of the window.

    A command that cannot act is grey and says why under the mouse; its keys are still heard, and say why too.
    A key may come before the frame that greys or ungreys its command: it is answered by the state of now.

    Args:
        groups: the commands, feature by feature.
        scene: hears the keys that count only while the scene has the keyboard.
        state: gives the state of now.
    """

    def __init__(
        self,
        window: QMainWindow,
        scene: QWidget,
        groups: Sequence[Sequence[Command]],
        notify: Callable[[Notice | None], None],
        state: Callable[[], AppState],
    ) -> None:
        self.rows = tuple(command for group in groups for command in group)
        self._notify, self._state = notify, state
        self.actions = {row.name: self._action(row, scene if row.in_scene else window) for row in self.rows}
        self._unheard = {
            row.name: self._unheard_keys(row, scene if row.in_scene else window) for row in self.rows
        }
        for menu in MENUS:
            _fill(window.menuBar().addMenu(f"&{menu}"), groups, menu, self.actions)

    @property
    def views(self) -> tuple[Callable[[AppState], None], ...]:
        """How each command is shown from the state."""
        return tuple(partial(self._show_possible, row) for row in self.rows)

    def _show_possible(self, row: Command, state: AppState) -> None:
        """Grey what cannot act now."""
        missing = row.missing(state)
        action = self.actions[row.name]
        action.setEnabled(not missing)
        action.setToolTip(f"{row.text}: {missing}" if missing else row.text)
        self._unheard[row.name].setEnabled(bool(missing))

    def _action(self, row: Command, place: QWidget) -> QAction:
        action = QAction(row.text, place)
        action.setShortcuts([QKeySequence(keys) for keys in row.keys] if row.run else [])
        action.setShortcutContext(_context(row))
        if row.run:
            run = row.run
            action.triggered.connect(lambda _=False: run())
        place.addAction(action)
        return action

    def _unheard_keys(self, row: Command, place: QWidget) -> QShortcut:
        """Hears the command's keys while it is grey: Qt would leave them without an answer."""
        shortcut = QShortcut(place)
        shortcut.setKeys([QKeySequence(keys) for keys in row.keys])
        shortcut.setContext(_context(row))
        shortcut.setEnabled(False)
        shortcut.activated.connect(lambda: self._answer(row))
        return shortcut

    def _answer(self, row: Command) -> None:
        """Say why not, or act if that has become possible since the last frame."""
        missing = row.missing(self._state())
        if missing:
            self._notify(Notice("warning", row.refusal or f"{row.text}: not now", missing))
        elif row.run:
            row.run()


def _context(row: Command) -> Qt.ShortcutContext:
    scene, window = Qt.ShortcutContext.WidgetWithChildrenShortcut, Qt.ShortcutContext.WindowShortcut
    return scene if row.in_scene else window


def _fill(menu: QMenu, groups: Sequence[Iterable[Command]], name: Menu, actions: dict[str, QAction]) -> None:
    """The menu's commands, with a line between features."""
    menu.setToolTipsVisible(True)
    for group in groups:
        rows = [row for row in group if row.menu == name and row.run]
        if rows and not menu.isEmpty():
            menu.addSeparator()
        for row in rows:
            menu.addAction(actions[row.name])
            if row.submenu:
                menu.addMenu(row.submenu)
