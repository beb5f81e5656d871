"""Menus made from the table of keys, so that they cannot disagree with it."""

from collections.abc import Callable, Mapping

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from hsi_uq_app.gui.key_table import KEYS


def add_menus(window: QMainWindow, actions: Mapping[str, Callable[[], object]], recent: QMenu) -> None:
    """One menu for each group of keys. The keys are only shown here; the shortcuts are installed apart."""
    menus: dict[str, QMenu] = {}
    for key in KEYS:
        if key.action not in actions:
            continue
        if key.group not in menus:
            menus[key.group] = window.menuBar().addMenu(f"&{key.group}")
        shown = QKeySequence(key.keys).toString(QKeySequence.SequenceFormat.NativeText)
        menus[key.group].addAction(f"{key.text}\t{shown}").triggered.connect(_plain(actions[key.action]))
        if key.action == "open_scene":
            menus[key.group].addMenu(recent)


def _plain(action: Callable[[], object]) -> Callable[[], object]:
    """The action without the menu's "checked"."""
    return lambda *_: action()
