"""The table of layers: a new one is one file, and one row here."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from hsi_uq_app.session import calibration, comparison, hcs, results, suburb, truth
from hsi_uq_app.session.layer import Layer
from hsi_uq_app.session.state import AppState, Transition, with_view
from hsi_uq_app.session.view import LayerStyle


def _any_other(state: AppState) -> bool:
    return any(not layer.missing(state) for layer in _ROWS)


NONE: Final = Layer(
    name="none",
    label="None",
    title="No layer",
    hint="The scene alone",
    key="0",
    style=None,
    missing=lambda state: "" if _any_other(state) else "there is no layer yet",
    picture=lambda _state, _buffers: None,
    of_one_result=True,
)
_ROWS: Final[tuple[Layer, ...]] = (
    results.PROBABILITY,
    results.WIDTH,
    hcs.LAYER,
    results.ACE,
    comparison.LAYER,
    truth.LAYER,
    suburb.LAYER,
    calibration.LAYER,
)
LAYERS: Final[Mapping[str, Layer]] = MappingProxyType({layer.name: layer for layer in (NONE, *_ROWS)})


def layer_chosen(name: str) -> Transition:
    """The one map laid over the composite, or "none"."""
    return lambda state: with_view(state, layer=name)


def style_of(state: AppState, name: str) -> LayerStyle | None:
    """How a layer is drawn now."""
    return state.view.styles.get(name) or LAYERS[name].style


def styled(name: str, **changes: float | str) -> Transition:
    """Opacity (held to 0..1) or colour map of a layer."""

    def transition(state: AppState) -> AppState:
        style = style_of(state, name)
        if style is None:
            return state
        changed: LayerStyle = replace(style, **changes)  # type: ignore[arg-type]
        held = replace(changed, opacity=min(max(round(changed.opacity, 2), 0.0), 1.0))
        return with_view(state, styles={**state.view.styles, name: held})

    return transition
