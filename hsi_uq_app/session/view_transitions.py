"""Changes of what the analyst chose to look at; undo walks through these."""

from dataclasses import replace
from typing import Any

from hsi_uq_app.scene.composites import CUSTOM, choose_bands
from hsi_uq_app.scene.regions import Region
from hsi_uq_app.session.session import Transition
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.thresholds import clamped
from hsi_uq_app.session.view import Layer, Look, Pin, Pixel


def _view(**changes: Any) -> Transition:
    """A transition that sets these fields of the view, and nothing when they are as they were."""

    def transition(state: AppState) -> AppState:
        view = replace(state.view, **changes)
        return state if view == state.view else replace(state, view=view)

    return transition


def alpha_set(alpha: int) -> Transition:
    """Alpha in hundredths, held to 1..50."""
    return lambda state: _view(thresholds=clamped(alpha, state.view.thresholds.delta))(state)


def delta_set(delta: int) -> Transition:
    """Delta in thousandths, held to 1..499."""
    return lambda state: _view(thresholds=clamped(state.view.thresholds.alpha, delta))(state)


def preset_chosen(preset: str) -> Transition:
    """A composite by name; its bands follow from the scene's wavelengths."""

    def transition(state: AppState) -> AppState:
        bands = (
            choose_bands(state.scene.cube, preset) if state.scene and preset != CUSTOM else state.view.bands
        )
        return _view(preset=preset, bands=bands)(state)

    return transition


def bands_chosen(bands: tuple[int, int, int]) -> Transition:
    """Three bands of the analyst's own."""
    return _view(preset=CUSTOM, bands=bands)


def layer_chosen(layer: Layer) -> Transition:
    """The one map laid over the composite, or "none"."""
    return _view(layer=layer)


def look_set(layer: Layer, **changes: float | str) -> Transition:
    """Opacity (held to 0..1) or colour map of a layer."""

    def transition(state: AppState) -> AppState:
        if layer not in state.view.looks:
            return state
        look: Look = replace(state.view.looks[layer], **changes)  # type: ignore[arg-type]
        held = replace(look, opacity=min(max(round(look.opacity, 2), 0.0), 1.0))
        return _view(looks={**state.view.looks, layer: held})(state)

    return transition


def pixel_clicked(pixel: Pixel) -> Transition:
    """A pixel of the scene is pinned, and its draws are shown. None is pinned twice."""

    def transition(state: AppState) -> AppState:
        view = state.view
        if not _inside(pixel, state):
            return state
        if any((pin.line, pin.sample) == pixel for pin in view.pins):
            return _view(clicked=pixel)(state)
        pins = (*view.pins, Pin(view.next_pin, *pixel))
        return _view(pins=pins, next_pin=view.next_pin + 1, clicked=pixel)(state)

    return transition


def pin_shown(key: int, visible: bool) -> Transition:
    """A pin is shown or hidden."""
    return lambda state: _view(
        pins=tuple(replace(pin, visible=visible) if pin.key == key else pin for pin in state.view.pins)
    )(state)


def pin_removed(key: int) -> Transition:
    """A pin goes."""
    return lambda state: _view(pins=tuple(pin for pin in state.view.pins if pin.key != key))(state)


def pins_cleared(state: AppState) -> AppState:
    """All pins go, the draws of the pixel clicked last, and the framed region."""
    return _view(pins=(), clicked=None, framed=None)(state)


def region_framed(region: Region | None) -> Transition:
    """The mean spectrum of this rectangle is shown."""
    return _view(framed=region)


def bins_lit(bins: tuple[int, ...]) -> Transition:
    """The pixels of these bins of the reliability diagram are lit."""
    return _view(lit=tuple(bins))


def curve_chosen(**changes: str) -> Transition:
    """Another kind, spacing or region of the curve; the lit bins were those of the curve before."""
    return _view(lit=(), **changes)


def _inside(pixel: Pixel, state: AppState) -> bool:
    cube = state.scene.cube if state.scene else None
    return cube is None or (0 <= pixel[0] < cube.lines and 0 <= pixel[1] < cube.samples)
