"""Spectral libraries: open one, bring it to the scene's bands, compare it with a pixel."""

from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.read_library import read_library
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.scene.spectral_match import match_table, to_sensor
from hsi_uq_app.session.state import Matches, Scene, SceneLibrary, Spectrum
from hsi_uq_app.session.view import Pixel


@dataclass(frozen=True)
class LoadLibrary:
    """Read a library of any format."""

    path: Path

    def __call__(self, progress: Progress) -> Library:
        progress(0.0, f"Opening {self.path.name}")
        return read_library(self.path)


@dataclass(frozen=True, eq=False)
class ResampleLibrary:
    """Every spectrum of a library as the scene's sensor would have measured it."""

    library: Library
    scene: Scene

    def __call__(self, progress: Progress) -> SceneLibrary:
        progress(0.0, "Resampling the library")
        return SceneLibrary(self.library, self.scene, tuple(to_sensor(self.library, self.scene.cube)))


@dataclass(frozen=True, eq=False)
class MatchLibrary:
    """The library's spectra by their spectral angle to one pixel, the best first."""

    library: SceneLibrary
    pixel: Pixel
    spectrum: Spectrum

    def __call__(self, progress: Progress) -> Matches:
        progress(0.0, "Comparing with the library")
        return Matches(
            self.library, self.pixel, tuple(match_table(self.spectrum, list(self.library.spectra)))
        )
