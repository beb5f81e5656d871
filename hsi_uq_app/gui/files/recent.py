"""Scenes opened lately: a short list in the user's state folder, and its menu."""

import json
from pathlib import Path

from platformdirs import user_state_path
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import whole_files
from hsi_uq_app.publishing.marks import anything

LIMIT = 12


class RecentFiles:
    """The list, newest first. A broken or unwritable file means a shorter memory, never an error."""

    def __init__(self, path: Path | None = None) -> None:
        """`path`: where the list is kept; the user's state folder if not given."""
        self._path = path or user_state_path("hsi-uq") / "recent.json"

    def paths(self) -> tuple[Path, ...]:
        """At most LIMIT paths, whether they still exist or not."""
        try:
            names = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return ()
        if not isinstance(names, list):
            return ()
        return tuple(Path(name) for name in names if isinstance(name, str))[:LIMIT]

    def add(self, path: Path) -> None:
        """Put a file on top."""
        self._write([path.absolute(), *self._others(path)])

    def forget(self, path: Path) -> None:
        """Take a file off the list."""
        self._write(self._others(path))

    def clear(self) -> None:
        """Empty the list."""
        self._write([])

    def _others(self, path: Path) -> list[Path]:
        return [other for other in self.paths() if other != path.absolute()]

    def _write(self, paths: list[Path]) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with whole_files(self._path, ours=anything) as (draft,):
                draft.write_text(
                    json.dumps([str(path) for path in paths[:LIMIT]], indent=1), encoding="utf-8"
                )
        except (OSError, UserError):
            return


class RecentMenu(QMenu):
    """The list as a menu, read anew each time it opens; missing files are grey.

    Signals:
        file_chosen(object): Path.
    """

    file_chosen = Signal(object)

    def __init__(self, files: RecentFiles, parent: QWidget | None = None) -> None:
        super().__init__("Open &recent", parent)
        self._files = files
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Read the list and rebuild the menu."""
        self.clear()
        paths = self._files.paths()
        for place, path in enumerate(paths, start=1):
            self._add(place, path)
        if not paths:
            self.addAction("No scene opened yet").setEnabled(False)
            return
        self.addSeparator()
        self.addAction("Forget all", self._files.clear)

    def _add(self, place: int, path: Path) -> None:
        there = _exists(path)
        text = f"{path.name}  ·  {path.parent.name}".replace("&", "&&")
        action = self.addAction(f"&{place}  {text}" + ("" if there else "  (missing)"))
        action.setToolTip(str(path))
        action.setEnabled(there)
        action.triggered.connect(lambda: self.file_chosen.emit(path))


def _exists(path: Path) -> bool:
    """Whether the file is there; a folder that may not be read counts as missing."""
    try:
        return path.exists()
    except OSError:
        return False
