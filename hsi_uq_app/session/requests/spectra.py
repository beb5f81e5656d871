"""Read spectra: of the pixel under the cursor, of pins."""

from collections.abc import Mapping
from dataclasses import dataclass

from hsi_uq_app.progress import Progress
from hsi_uq_app.session.state import Scene, Spectrum
from hsi_uq_app.session.view import Pin, Pixel


@dataclass(frozen=True, eq=False)
class ReadSpectrum:
    """One pixel's spectrum."""

    scene: Scene
    pixel: Pixel

    def __call__(self, progress: Progress) -> Spectrum:
        return self.scene.cube.spectrum(*self.pixel)


@dataclass(frozen=True, eq=False)
class ReadPins:
    """The spectra of pins, by key."""

    scene: Scene
    pins: tuple[Pin, ...]

    def __call__(self, progress: Progress) -> Mapping[int, Spectrum]:
        return {pin.key: self.scene.cube.spectrum(pin.line, pin.sample) for pin in self.pins}
