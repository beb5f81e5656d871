"""Spectra of the scene: under the cursor, pinned, of the pixel clicked last, of many pixels at once."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.regions import Region
from hsi_uq_app.session.derived import Derivation, Derived, Key
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.state import AppState, Transition, with_view
from hsi_uq_app.session.view import Pin, Pixel

if TYPE_CHECKING:
    from hsi_uq_app.export.spectra import MeasuredSpectra

Spectrum = npt.NDArray[np.float32]
PIN_COLOURS: Final = ("#56b4e9", "#e69f00", "#2fbf95", "#cc79a7", "#f0e442", "#ff8a4c", "#9fa8ff", "#b8de6f")
"""Colours of pinned spectra and their markers, in the order in which pins get them."""
MOST_READ: Final = 50_000
"""Of more pixels than this, evenly spread ones are read."""
_PARTS: Final = 10
_RANGE: Final = (5.0, 95.0)


def pin_colour(index: int) -> str:
    """The colour of the pin with this number; they come round again."""
    return PIN_COLOURS[index % len(PIN_COLOURS)]


@dataclass(frozen=True, eq=False)
class ReadSpectrum:
    """One pixel's spectrum."""

    scene: Scene
    pixel: Pixel

    def __call__(self, progress: Progress) -> Spectrum:
        return self.scene.cube.spectrum(*self.pixel)


LIVE: Derivation[Spectrum] = Derivation(
    "live",
    lambda state: (state.scene, state.cursor) if state.scene and state.cursor else None,
    ReadSpectrum,
    runner="reads",
)
CLICKED: Derivation[Spectrum] = Derivation(
    "clicked",
    lambda state: (state.scene, state.view.clicked) if state.scene and state.view.clicked else None,
    ReadSpectrum,
)


@dataclass(frozen=True, eq=False)
class ReadPins:
    """The spectra of pinned pixels; those that were read before are taken from there."""

    scene: Scene
    pixels: tuple[Pixel, ...]
    earlier: Derived[Mapping[Pixel, Spectrum]] | None = None

    def __call__(self, progress: Progress) -> Mapping[Pixel, Spectrum]:
        is_same_scene = self.earlier is not None and self.earlier.key[0] is self.scene
        known = self.earlier.value if self.earlier and is_same_scene else {}
        return {
            pixel: known[pixel] if pixel in known else self.scene.cube.spectrum(*pixel)
            for pixel in self.pixels
        }


def _pins_key(state: AppState) -> Key | None:
    if state.scene is None or not state.view.pins:
        return None
    return state.scene, tuple(pin.pixel for pin in state.view.pins)


PINNED: Derivation[Mapping[Pixel, Spectrum]] = Derivation("pins", _pins_key, ReadPins, incremental=True)


def pinned_spectrum(state: AppState, pin: Pin) -> Spectrum | None:
    """A pin's spectrum, once it has been read from this scene; more pins take nothing from it."""
    made = PINNED.latest(state)
    return made.value.get(pin.pixel) if made and made.key[0] is state.scene else None


def pins_read(state: AppState) -> list[tuple[Pin, Spectrum]]:
    """The pins whose spectra have been read."""
    read = [(pin, pinned_spectrum(state, pin)) for pin in state.view.pins]
    return [(pin, spectrum) for pin, spectrum in read if spectrum is not None]


@dataclass(frozen=True, eq=False)
class Group:
    """Many spectra as one: mean and range (bands,), of `pixels` pixels."""

    name: str
    pixels: int
    mean: Spectrum
    lower: Spectrum
    upper: Spectrum


@dataclass(frozen=True, eq=False)
class ReadGroup:
    """Mean and range of the spectra of many pixels, given by line * samples + sample (n,)."""

    scene: Scene
    name: str
    pixels: npt.NDArray[np.intp]

    def __call__(self, progress: Progress) -> Group:
        read = self.pixels[:: -(-self.pixels.size // MOST_READ) or 1]
        parts = np.array_split(read, min(_PARTS, read.size))
        spectra = np.concatenate(
            [self._part(part, progress, number / len(parts)) for number, part in enumerate(parts)], axis=1
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # a band without any value has no mean: NaN
            low, high = (np.nanpercentile(spectra, share, axis=1).astype(np.float32) for share in _RANGE)
            mean = np.asarray(np.nanmean(spectra, axis=1, dtype=np.float64), np.float32)
        return Group(self.name, self.pixels.size, mean, low, high)

    def _part(self, pixels: npt.NDArray[np.intp], progress: Progress, done: float) -> npt.NDArray[np.float32]:
        progress(done, "Reading spectra")
        return self.scene.cube.pixels(pixels)


def read_region(scene: Scene, region: Region) -> ReadGroup:
    """The spectra of a framed rectangle."""
    lines = f"lines {region.first_line}–{region.last_line - 1}"
    name = f"{lines}, samples {region.first_sample}–{region.last_sample - 1}"
    return ReadGroup(scene, name, pixels_of(region, scene.cube.samples))


FRAMED: Derivation[Group] = Derivation(
    "framed group",
    lambda state: (state.scene, state.view.framed) if state.scene and state.view.framed else None,
    read_region,
    quiet=False,
)


def pixels_of(region: Region, samples: int) -> npt.NDArray[np.intp]:
    """Flat indices of a region's pixels."""
    lines = np.arange(region.first_line, region.last_line)
    return (lines[:, None] * samples + np.arange(region.first_sample, region.last_sample)).reshape(-1)


def pixel_clicked(pixel: Pixel) -> Transition:
    """A pixel of the scene is pinned, and its draws are shown. None is pinned twice."""

    def transition(state: AppState) -> AppState:
        view = state.view
        if not _inside(pixel, state):
            return state
        if any(pin.pixel == pixel for pin in view.pins):
            return with_view(state, clicked=pixel)
        pins = (*view.pins, Pin(view.next_pin, *pixel))
        return with_view(state, pins=pins, next_pin=view.next_pin + 1, clicked=pixel)

    return transition


def pin_shown(key: int, visible: bool) -> Transition:
    """A pin is shown or hidden."""
    return lambda state: with_view(
        state,
        pins=tuple(replace(pin, visible=visible) if pin.key == key else pin for pin in state.view.pins),
    )


def pin_removed(key: int) -> Transition:
    """A pin goes."""
    return lambda state: with_view(state, pins=tuple(pin for pin in state.view.pins if pin.key != key))


def pins_cleared(state: AppState) -> AppState:
    """All pins go, the draws of the pixel clicked last, and the framed region."""
    return with_view(state, pins=(), clicked=None, framed=None)


def region_framed(region: Region | None) -> Transition:
    """The mean spectrum of this rectangle is shown."""
    return lambda state: with_view(state, framed=region)


def _inside(pixel: Pixel, state: AppState) -> bool:
    cube = state.scene.cube if state.scene else None
    return cube is None or (0 <= pixel[0] < cube.lines and 0 <= pixel[1] < cube.samples)


def measured_spectra(state: AppState) -> "MeasuredSpectra | None":
    """The pinned spectra that have been read, to be written; None when there is none."""
    from hsi_uq_app.export.spectra import MeasuredSpectra, MeasuredSpectrum

    read = pins_read(state)
    if state.scene is None or not read:
        return None
    spectra = tuple(
        MeasuredSpectrum(pin.place, pin_colour(pin.key), pin.line, pin.sample, spectrum)
        for pin, spectrum in read
    )
    return MeasuredSpectra(state.scene.cube, spectra)


@dataclass(frozen=True, eq=False)
class ExportSpectra:
    """Spectra of a scene in one format of `export.spectra.SPECTRA_FORMATS`."""

    measured: "MeasuredSpectra"
    format: str
    out: Path

    def __call__(self, progress: Progress) -> list[Path]:
        from hsi_uq_app.export.spectra import write

        progress(0.0, f"Writing {self.out.name}")
        return write(self.format, self.measured, self.out)
