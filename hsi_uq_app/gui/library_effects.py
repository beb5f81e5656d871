"""What follows from a library: it comes to the bands of the scene and is compared with the clicked pixel."""

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.effects import Effect
from hsi_uq_app.session.library_transitions import library_matched, library_resampled
from hsi_uq_app.session.requests.library import MatchLibrary, ResampleLibrary
from hsi_uq_app.session.state import AppState


def resample_library(desk: Desk, state: AppState) -> None:
    """Bring the library to the bands of the scene."""
    if state.library and state.scene and state.scene.cube.wavelengths_nm is not None:
        work = ResampleLibrary(state.library, state.scene)
        desk.start("library", work, lambda made: desk.session.apply(library_resampled(made)))


def match_library(desk: Desk, state: AppState) -> None:
    """Compare the pixel clicked last with the library."""
    if state.at_sensor and state.clicked_spectrum:
        work = MatchLibrary(state.at_sensor, *state.clicked_spectrum)
        desk.start("match", work, lambda made: desk.session.apply(library_matched(made)), quiet=True)


EFFECTS = (
    Effect(lambda s: (s.scene, s.library), resample_library),
    Effect(lambda s: (s.at_sensor, s.clicked_spectrum), match_library),
)
