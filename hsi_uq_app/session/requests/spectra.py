"""Read spectra: of the pixel under the cursor, of pins, of many pixels at once."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.regions import Region
from hsi_uq_app.session.state import Group, GroupInputs, Scene, Spectrum
from hsi_uq_app.session.view import Pin, Pixel

MOST_READ = 50_000
"""Of more pixels than this, evenly spread ones are read."""
PARTS = 10
RANGE = (5.0, 95.0)


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


@dataclass(frozen=True, eq=False)
class ReadGroup:
    """Mean and range of the spectra of many pixels, given by line * samples + sample (n,)."""

    scene: Scene
    made_from: GroupInputs
    pixels: npt.NDArray[np.intp]

    def __call__(self, progress: Progress) -> Group:
        read = self.pixels[:: -(-self.pixels.size // MOST_READ) or 1]
        parts = np.array_split(read, min(PARTS, read.size))
        spectra = np.concatenate(
            [self._part(part, progress, number / len(parts)) for number, part in enumerate(parts)], axis=1
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # a band without any value has no mean: NaN
            low, high = (np.nanpercentile(spectra, share, axis=1).astype(np.float32) for share in RANGE)
            mean = np.asarray(np.nanmean(spectra, axis=1, dtype=np.float64), np.float32)
        return Group(self.made_from, self.pixels.size, mean, low, high)

    def _part(self, pixels: npt.NDArray[np.intp], progress: Progress, done: float) -> npt.NDArray[np.float32]:
        progress(done, "Reading spectra")
        return self.scene.cube.pixels(pixels)


def pixels_of(region: Region, samples: int) -> npt.NDArray[np.intp]:
    """Flat indices of a region's pixels."""
    lines = np.arange(region.first_line, region.last_line)
    return (lines[:, None] * samples + np.arange(region.first_sample, region.last_sample)).reshape(-1)
