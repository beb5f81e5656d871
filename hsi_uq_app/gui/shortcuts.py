"""The keys of the window, bound from their table."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from hsi_uq_app.gui.key_table import KEYS, Key, Place


def install(
    window: QWidget, actions: Mapping[str, Callable[[], object]], scene: QWidget | None = None
) -> list[QShortcut]:
    """Bind every key of KEYS whose action is in `actions`.

    Args:
        window: hears the keys of the place "window", whatever in it has the keyboard.
        actions: by name.
        scene: hears the keys of the place "scene" while it has the keyboard; the window if not given.
    """
    places: dict[Place, QWidget] = {"window": window, "scene": scene or window}
    return [_bind(places[key.place], key, actions[key.action]) for key in KEYS if key.action in actions]


def _bind(place: QWidget, key: Key, action: Callable[[], object]) -> QShortcut:
    shortcut = QShortcut(place)
    shortcut.setKeys([QKeySequence(keys) for keys in (key.keys, *key.also)])
    if key.place == "scene":
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    shortcut.activated.connect(action)
    return shortcut
