"""A spectral library: its table, ranked by the clicked pixel, and its spectra in the plot."""

from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.library.panel import LibraryPanel, LibraryRow
from hsi_uq_app.gui.spectra import SpectraFeature
from hsi_uq_app.gui.spectra.values import PinnedSpectrum
from hsi_uq_app.session.library import (
    AT_SENSOR,
    MATCHES,
    Matches,
    SceneLibrary,
    is_scaled,
    library_closed,
    overlay_values,
    shown_matches,
    spectrum_overlaid,
)
from hsi_uq_app.session.spectra import PIN_COLOURS, pin_colour
from hsi_uq_app.session.state import AppState


class LibraryFeature(Feature):
    """The panel is there once a library is open."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.panel, self._spectra = LibraryPanel(), context.of(SpectraFeature).panel
        self.panels = (Panel("library", self.panel, "tabs", "Library", rank=3),)
        self.views = (self._show_library, self._show_overlays)
        self.commands = (Command("load_library", "Open a spectral library", "Files", ("Ctrl+L",), self.ask),)
        self.derivations = (AT_SENSOR, MATCHES)
        self.panel.toggled.connect(self._toggle)
        self.panel.open_asked.connect(self.ask)
        self.panel.close_asked.connect(lambda: context.session.apply(library_closed))

    def ask(self) -> None:
        """Let the analyst choose a library; the panel comes up with it."""
        self._context.of(FilesFeature).ask("library")
        self._context.window.tabs.bring_up(self.panel)

    def _toggle(self, place: int) -> None:
        """Draw a spectrum of the library, or take it away."""
        is_shown = place in self._context.state.view.overlaid
        self._context.session.apply(spectrum_overlaid(place, not is_shown))

    def _show_library(self, state: AppState) -> None:
        self._context.window.tabs.show_available(self.panel, state.library is not None)
        self.panel.show_library(_words(state), _rows(state))

    def _show_overlays(self, state: AppState) -> None:
        """The library's spectra that are drawn over the plot."""
        _ = state.scene  # another scene's axis drops what was drawn
        library = AT_SENSOR.of(state)
        self._spectra.show_library(
            [
                PinnedSpectrum(
                    place,
                    library.spectra[place].name,
                    _colour(state, place),
                    overlay_values(state, library, place),
                )
                for place in state.view.overlaid
                if place < len(library.spectra)
            ]
            if library
            else []
        )


def _words(state: AppState) -> str:
    """What the library is, what it is compared with, and how it is drawn."""
    library, matches = state.library, shown_matches(state)
    if library is None:
        return ""
    parts = [f"{library.path.name}, {len(library.spectra):,} spectra"]
    if AT_SENSOR.of(state) is None:
        parts.append("open a scene with wavelengths to compare with it")
    elif matches:
        parts.append("nearest to line {}, sample {} by spectral angle".format(*matches.pixel))
    else:
        parts.append("click a pixel to compare with it")
    if state.view.overlaid and is_scaled(state):
        parts.append("drawn scaled to the pixel: the scene is no reflectance")
    return " · ".join(parts)


def _rows(state: AppState) -> list[LibraryRow]:
    library = AT_SENSOR.of(state)
    if library is None:
        return []
    return [_row(library, place, degrees, state) for place, degrees in _ranked(library, shown_matches(state))]


def _ranked(library: SceneLibrary, matches: Matches | None) -> list[tuple[int, float | None]]:
    """(place, angle), the nearest first; what has no angle follows in the library's order."""
    best: dict[int, float | None] = {row.place: row.degrees for row in matches.rows} if matches else {}
    rest = [place for place in range(len(library.spectra)) if place not in best]
    return [*best.items(), *((place, None) for place in rest)]


def _row(library: SceneLibrary, place: int, degrees: float | None, state: AppState) -> LibraryRow:
    spectrum = library.spectra[place]
    return LibraryRow(place, spectrum.name, degrees, spectrum.bands, _colour(state, place))


def _colour(state: AppState, place: int) -> str:
    """Of a drawn spectrum: from the other end of the pins' colours, so that the first of both differ."""
    if place not in state.view.overlaid:
        return ""
    return pin_colour(len(PIN_COLOURS) - 1 - state.view.overlaid.index(place) % len(PIN_COLOURS))
