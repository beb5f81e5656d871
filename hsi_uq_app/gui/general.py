"""Undo, redo, the sheet of keys, and the end."""

from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature
from hsi_uq_app.gui.shortcut_sheet import ShortcutSheet


class GeneralFeature(Feature):
    """What belongs to no other feature."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        session, window = context.session, context.window
        self.commands = (
            Command("undo", "Undo", "Run", ("Ctrl+Z",), session.undo,
                    lambda state: "" if state.can_undo else "nothing was changed yet"),
            Command("redo", "Redo", "Run", ("Ctrl+Shift+Z", "Ctrl+Y"), session.redo,
                    lambda state: "" if state.can_redo else "nothing was undone"),
            Command("quit", "Quit", "Files", ("Ctrl+Q",), window.close),
            Command("shortcuts", "These keys", "Help", ("?", "F1"), self._show_keys),
        )  # fmt: skip

    def _show_keys(self) -> None:
        commands = [command for feature in self._context.features.values() for command in feature.commands]
        ShortcutSheet(commands, self._context.window).open()
