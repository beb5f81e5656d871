"""A spectral library: brought to the scene's bands, compared with the clicked pixel, drawn over it."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.read_library import read_library
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.scene.spectral_match import Match, SensorSpectrum, match_table, to_sensor
from hsi_uq_app.session.derived import Derivation, Key
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.spectra import CLICKED, Spectrum
from hsi_uq_app.session.state import AppState, Transition, with_view
from hsi_uq_app.session.view import Pixel


@dataclass(frozen=True)
class LoadLibrary:
    """Read a library of any format."""

    path: Path

    def __call__(self, progress: Progress) -> Library:
        progress(0.0, f"Opening {self.path.name}")
        return read_library(self.path)


def library_opened(library: Library) -> Transition:
    """Another library takes the place of the one before; nothing of it is drawn yet."""
    return lambda state: with_view(replace(state, library=library), overlaid=())


def library_closed(state: AppState) -> AppState:
    """The library goes, and what was drawn of it."""
    return with_view(replace(state, library=None), overlaid=())


def spectrum_overlaid(place: int, is_shown: bool) -> Transition:
    """A spectrum of the library is drawn, or not."""

    def transition(state: AppState) -> AppState:
        others = tuple(one for one in state.view.overlaid if one != place)
        return with_view(state, overlaid=(*others, place) if is_shown else others)

    return transition


@dataclass(frozen=True, eq=False)
class SceneLibrary:
    """A spectral library as the scene's sensor would have measured it; `spectra` in the library's order."""

    library: Library
    spectra: tuple[SensorSpectrum, ...]


@dataclass(frozen=True, eq=False)
class ResampleLibrary:
    """Every spectrum of a library as the scene's sensor would have measured it."""

    library: Library
    scene: Scene

    def __call__(self, progress: Progress) -> SceneLibrary:
        progress(0.0, "Resampling the library")
        return SceneLibrary(self.library, tuple(to_sensor(self.library, self.scene.cube)))


def _at_sensor_key(state: AppState) -> Key | None:
    """None while no library is open, or the scene has no wavelengths."""
    has_wavelengths = state.scene is not None and state.scene.cube.wavelengths_nm is not None
    return (state.library, state.scene) if state.library and has_wavelengths else None


AT_SENSOR: Derivation[SceneLibrary] = Derivation("library", _at_sensor_key, ResampleLibrary, quiet=False)


@dataclass(frozen=True, eq=False)
class Matches:
    """A library's spectra by their spectral angle to a pixel, the best first."""

    library: SceneLibrary
    pixel: Pixel
    rows: tuple[Match, ...]


@dataclass(frozen=True, eq=False)
class MatchLibrary:
    """The library's spectra by their spectral angle to one pixel, the best first."""

    library: SceneLibrary
    pixel: Pixel
    spectrum: Spectrum

    def __call__(self, progress: Progress) -> Matches:
        progress(0.0, "Comparing with the library")
        rows = match_table(self.spectrum, list(self.library.spectra))
        return Matches(self.library, self.pixel, tuple(rows))


def _matches_key(state: AppState) -> Key | None:
    library, spectrum = AT_SENSOR.of(state), CLICKED.of(state)
    return None if library is None or spectrum is None else (library, state.view.clicked, spectrum)


MATCHES: Derivation[Matches] = Derivation("match", _matches_key, MatchLibrary)


def shown_matches(state: AppState) -> Matches | None:
    """The angles to the pixel they name; while another pixel is compared, the ones before stay."""
    made = MATCHES.latest(state)
    is_of_library = made is not None and made.value.library is AT_SENSOR.of(state)
    return made.value if made and is_of_library and state.view.clicked else None


def is_scaled(state: AppState) -> bool:
    """Whether library spectra are drawn scaled: over what is no reflectance only shapes can be compared."""
    is_reflectance = state.scene is not None and state.scene.cube.quantity == "reflectance"
    return not is_reflectance and _reference(state) is not None


def overlay_values(state: AppState, library: SceneLibrary, place: int) -> Spectrum:
    """A spectrum of the library at the scene's bands, float32 (bands,), NaN = not known."""
    values, reference = library.spectra[place].values, _reference(state)
    if reference is not None and is_scaled(state):
        values = values * best_scale(values, reference)
    return values.astype(np.float32)


def _reference(state: AppState) -> Spectrum | None:
    """The spectrum of the pixel clicked last; while it is read, the one before."""
    made = CLICKED.latest(state)
    return made.value if made and made.key[0] is state.scene and state.view.clicked else None


def best_scale(values: npt.NDArray[np.floating], reference: npt.NDArray[np.floating]) -> float:
    """The factor c that brings c * values nearest to a reference by least squares; 1 where there is none."""
    common = np.isfinite(values) & np.isfinite(reference)
    x, y = values[common].astype(np.float64), reference[common].astype(np.float64)
    scale = float(x @ y / (x @ x)) if (x @ x) > 0 else 1.0
    return scale if scale > 0 else 1.0
