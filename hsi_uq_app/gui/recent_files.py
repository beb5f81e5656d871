"""Scenes opened lately: a short list in the user's state folder, and its menu."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

LIMIT = 12


class RecentFiles:
    """The list, newest first. A broken or unwritable file means an empty list, never an error."""

    def __init__(self, path: Path | None = None) -> None:
        """`path`: where the list is kept; the user's state folder if not given."""

    def paths(self) -> tuple[Path, ...]:
        return ()

    def add(self, path: Path) -> None:
        """Put a file on top."""

    def forget(self, path: Path) -> None:
        """Take a file off the list."""

    def clear(self) -> None:
        """Empty the list."""


class RecentMenu(QMenu):
    """The list as a menu, read anew each time it opens; missing files are grey.

    Signals:
        file_chosen(object): Path.
    """

    file_chosen = Signal(object)

    def __init__(self, files: RecentFiles, parent: QWidget | None = None) -> None:
        super().__init__("Open recent", parent)
