"""Undo, redo, the sheet of keys, and the end."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.commands import Command, Menu, key_text
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature

_COLUMNS: Final[tuple[tuple[Menu, ...], ...]] = (
    ("Files", "Run", "Help"),
    ("Scene", "Set"),
    ("Spectra", "Layers"),
)
_CAP = (
    f"background: {theme.RAISED}; border: 1px solid {theme.BORDER}; border-radius: 0.25em;"
    f"padding: 0.05em 0.4em; color: {theme.TEXT}"
)


class ShortcutSheet(QDialog):
    """Shown with open(), so nothing blocks; Esc, `?` or the cross close it."""

    def __init__(self, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        body = QWidget()
        row = QHBoxLayout(body)
        row.setSpacing(theme.em(self, 2))
        for groups in _COLUMNS:
            row.addLayout(self._column(groups))
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(body)
        whole = QVBoxLayout(self)
        whole.addWidget(area)
        self.resize(body.sizeHint().width() + theme.em(self, 3), body.sizeHint().height() + theme.em(self, 2))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "?":
            self.close()
        else:
            super().keyPressEvent(event)

    def _column(self, groups: tuple[Menu, ...]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(theme.em(self, 0.3))
        for group in groups:
            heading = QLabel(group)
            heading.setStyleSheet(f"font-weight: 600; color: {theme.ACCENT}")
            column.addWidget(heading)
            column.addLayout(
                _table([command for command in self._commands if command.menu == group], theme.em(self, 6.5))
            )
            column.addSpacing(theme.em(self, 0.7))
        column.addStretch(1)
        return column


def _table(commands: list[Command], width: int) -> QGridLayout:
    """Keys on the right of a column of this width, what they do beside them."""
    grid = QGridLayout()
    grid.setColumnStretch(1, 1)
    grid.setColumnMinimumWidth(0, width)
    grid.setHorizontalSpacing(width // 8)
    grid.setVerticalSpacing(width // 24)
    for line, command in enumerate(commands):
        cap = QLabel(_shown(command.keys[0]))
        cap.setStyleSheet(_CAP)
        cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
        grid.addWidget(cap, line, 0, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(QLabel(command.text), line, 1)
    return grid


def _shown(keys: str) -> str:
    """The key as this platform writes it."""
    arrows = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}
    return arrows.get(keys) or key_text(keys)


class GeneralFeature(Feature):
    """What belongs to no other feature."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        session, window = context.session, context.window
        self.commands = (
            Command(
                "undo",
                "Undo",
                "Run",
                ("Ctrl+Z",),
                session.undo,
                lambda state: "" if state.can_undo else "nothing was changed yet",
            ),
            Command(
                "redo",
                "Redo",
                "Run",
                ("Ctrl+Shift+Z", "Ctrl+Y"),
                session.redo,
                lambda state: "" if state.can_redo else "nothing was undone",
            ),
            Command("quit", "Quit", "Files", ("Ctrl+Q",), window.close),
            Command("shortcuts", "These keys", "Help", ("?", "F1"), self._show_keys),
        )

    def _show_keys(self) -> None:
        commands = [command for feature in self._context.features for command in feature.commands]
        ShortcutSheet(commands, self._context.window).open()
