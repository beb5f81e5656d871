"""Changes of the state that a spectral library brings."""

from dataclasses import replace

from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.session.session import Transition
from hsi_uq_app.session.state import AppState, Matches, SceneLibrary


def library_opened(library: Library) -> Transition:
    """Another library takes the place of the one before; nothing of it is drawn yet."""
    return lambda state: replace(
        state, library=library, at_sensor=None, matches=None, view=replace(state.view, overlaid=())
    )


def library_closed(state: AppState) -> AppState:
    """The library goes, and what was drawn of it."""
    return replace(state, library=None, at_sensor=None, matches=None, view=replace(state.view, overlaid=()))


def library_resampled(at_sensor: SceneLibrary) -> Transition:
    """The library at the scene's bands, refused when another library or scene is open by now."""

    def transition(state: AppState) -> AppState:
        if at_sensor.library is not state.library or at_sensor.scene is not state.scene:
            return state
        return replace(state, at_sensor=at_sensor, matches=None)

    return transition


def library_matched(matches: Matches) -> Transition:
    """How the library compares with a pixel, refused when another pixel was clicked since."""

    def transition(state: AppState) -> AppState:
        if matches.library is not state.at_sensor or matches.pixel != state.view.clicked:
            return state
        return replace(state, matches=matches)

    return transition


def spectrum_overlaid(place: int, is_shown: bool) -> Transition:
    """A spectrum of the library is drawn, or not."""

    def transition(state: AppState) -> AppState:
        others = tuple(one for one in state.view.overlaid if one != place)
        overlaid = (*others, place) if is_shown else others
        if overlaid == state.view.overlaid:
            return state
        return replace(state, view=replace(state.view, overlaid=overlaid))

    return transition
