"""The spectral library: its table, and its spectra in the plot."""

from hsi_uq_app.gui.colours import PIN_COLOURS, pin_colour
from hsi_uq_app.gui.library_panel import LibraryRow
from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.gui.rendering import Part
from hsi_uq_app.gui.spectrum.values import PinnedSpectrum
from hsi_uq_app.session.overlays import is_scaled, overlay_values
from hsi_uq_app.session.state import AppState, Matches, SceneLibrary


def show_library(stage: Stage, state: AppState) -> None:
    """The panel is there once a library is open."""
    panel = stage.window.library
    stage.window.side.show_available(panel, state.library is not None)
    panel.show_library(_words(state), _rows(state))


def show_overlays(stage: Stage, state: AppState) -> None:
    """The library's spectra that are drawn over the plot."""
    found = state.at_sensor
    stage.window.spectrum.show_library(
        [
            PinnedSpectrum(
                place, found.spectra[place].name, _colour(state, place), overlay_values(state, place)
            )
            for place in state.view.overlaid
            if place < len(found.spectra)
        ]
        if found
        else []
    )


def _words(state: AppState) -> str:
    """What the library is, what it is compared with, and how it is drawn."""
    library, matches = state.library, state.matches
    if library is None:
        return ""
    parts = [f"{library.path.name}, {len(library.spectra):,} spectra"]
    if state.at_sensor is None:
        parts.append("open a scene with wavelengths to compare with it")
    elif matches:
        parts.append("nearest to line {}, sample {} by spectral angle".format(*matches.pixel))
    else:
        parts.append("click a pixel to compare with it")
    if state.view.overlaid and is_scaled(state):
        parts.append("drawn scaled to the pixel: the scene is no reflectance")
    return " · ".join(parts)


def _rows(state: AppState) -> list[LibraryRow]:
    found = state.at_sensor
    if found is None:
        return []
    matches = state.matches if state.matches and state.matches.library is found else None
    return [_row(found, place, degrees, state) for place, degrees in _ranked(found, matches)]


def _ranked(found: SceneLibrary, matches: Matches | None) -> list[tuple[int, float | None]]:
    """(place, angle), the nearest first; what has no angle follows in the library's order."""
    best: dict[int, float | None] = {row.place: row.degrees for row in matches.rows} if matches else {}
    rest = [place for place in range(len(found.spectra)) if place not in best]
    return [*best.items(), *((place, None) for place in rest)]


def _row(found: SceneLibrary, place: int, degrees: float | None, state: AppState) -> LibraryRow:
    spectrum = found.spectra[place]
    return LibraryRow(place, spectrum.name, degrees, spectrum.bands, _colour(state, place))


def _colour(state: AppState, place: int) -> str:
    """Of a drawn spectrum: from the other end of the pins' colours, so that the first of both differ."""
    if place not in state.view.overlaid:
        return ""
    return pin_colour(len(PIN_COLOURS) - 1 - state.view.overlaid.index(place) % len(PIN_COLOURS))


PARTS = (
    Part(
        lambda s: (s.scene, s.library, s.at_sensor, s.matches, s.view.overlaid, s.clicked_spectrum),
        show_library,
    ),
    Part(lambda s: (s.scene, s.at_sensor, s.view.overlaid, s.clicked_spectrum), show_overlays),
)
