"""Spectral libraries: open, close, draw."""

from collections.abc import Callable

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.intents.files import FileIntents
from hsi_uq_app.gui.window import Window
from hsi_uq_app.session.library_transitions import library_closed, spectrum_overlaid


class LibraryIntents:
    """What the library panel asks for."""

    def __init__(self, desk: Desk, window: Window, files: FileIntents) -> None:
        self._desk, self._window, self._files = desk, window, files
        panel = window.library
        panel.toggled.connect(self.toggle)
        panel.open_asked.connect(self.ask)
        panel.close_asked.connect(lambda: desk.session.apply(library_closed))

    def actions(self) -> dict[str, Callable[[], object]]:
        """Names of `key_table.KEYS` and what they do."""
        return {"load_library": self.ask}

    def ask(self) -> None:
        """Let the analyst choose a library; the panel comes up with it."""
        self._files.ask("library")
        self._window.side.bring_up(self._window.library)

    def toggle(self, place: int) -> None:
        """Draw a spectrum of the library, or take it away."""
        is_shown = place in self._desk.state.view.overlaid
        self._desk.session.apply(spectrum_overlaid(place, not is_shown))
