"""What a training may learn to find: what the truth marks, or the spectrum of a pin."""

from dataclasses import dataclass

from hsi_uq_app.scene.target_spectrum import TargetSpectrum
from hsi_uq_app.session.state import AppState, Scene
from hsi_uq_app.session.view import Pin


@dataclass(frozen=True)
class TargetSource:
    """One of the choices: a pin's key, or None for the truth, and its words."""

    pin: int | None
    label: str


def sources(state: AppState) -> tuple[TargetSource, ...]:
    """The truth, if there is one, then every pin whose spectrum has been read."""
    truth = state.truth
    marked = (TargetSource(None, f"{truth.path.stem}, abundance above {truth.threshold:g}"),) if truth else ()
    pins = [pin for pin in state.view.pins if pin.key in state.spectra]
    return (*marked, *(TargetSource(pin.key, f"Implant the spectrum at {_place(pin)}") for pin in pins))


def target_of(state: AppState, key: int | None) -> TargetSpectrum | None:
    """The spectrum of a pin, as measured in the scene; None for no pin, or one that is gone."""
    pin = next((pin for pin in state.view.pins if pin.key == key and pin.key in state.spectra), None)
    if pin is None or state.scene is None:
        return None
    return TargetSpectrum(_place(pin), state.scene.cube.wavelengths_nm, state.spectra[pin.key])


def scene_words(scene: Scene) -> str:
    """Name and size."""
    cube = scene.cube
    return f"{cube.name}: {cube.lines} lines × {cube.samples} samples × {cube.bands} bands"


def _place(pin: Pin) -> str:
    return f"line {pin.line}, sample {pin.sample}"
