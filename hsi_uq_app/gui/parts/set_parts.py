"""The map over the scene, the thresholds, and the set in numbers."""

import numpy as np

from hsi_uq_app.confidence.high_confidence_set import TARGET, effective_draws
from hsi_uq_app.gui.colours import colour_map
from hsi_uq_app.gui.parts.map_tables import class_table, value_table
from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.gui.rendering import Part
from hsi_uq_app.session.derived import rest_inputs, shown_result
from hsi_uq_app.session.maps import Bytes, width_codes
from hsi_uq_app.session.set_picture import step_for
from hsi_uq_app.session.state import AppState, Result
from hsi_uq_app.session.suburb_inputs import available_layers
from hsi_uq_app.session.view import OTHER_LAYERS, Layer
from hsi_uq_app.workflow.seen_region import seen_note

BRIGHT = (129, 255)
"""Codes in the upper half of a map's scale: where few, they stay visible when zoomed out."""
TITLES = {"probability": "probability", "width": "width of the interval", "ace": "ACE score"}
MOVED_BY_ALPHA = ("width",)


def show_set(stage: Stage, state: AppState) -> None:
    """Paint the set into its buffer and count it: on every move of a slider."""
    result = shown_result(state)
    stage.set = stage.painter.paint(result.quantiles, state.view.thresholds) if result else None
    area = _pixel_area(result)
    counts = stage.set.counts if stage.set else None
    stage.window.set.show_counts(counts, area, _is_exact(stage))
    draws = result.quantiles.draws if result else 0
    stage.window.set.show_draws(effective_draws(state.view.thresholds.alpha, draws) if draws else 0, draws)
    if state.view.layer == "hcs":
        _show_set_map(stage)


def show_map(stage: Stage, state: AppState) -> None:
    """The chosen layer, when it is not the set; `other_layers` shows those that are not of one result."""
    result, layer = shown_result(state), state.view.layer
    if layer in OTHER_LAYERS:
        return
    if result is None or layer == "none":
        stage.window.scene.show_map(None, (), 1, None)
        stage.window.colours.hide()
    elif layer == "hcs":
        stage.window.colours.hide()
        _show_set_map(stage)
    else:
        _show_values(stage, state, result, layer)


def show_opacity(stage: Stage, state: AppState) -> None:
    look = state.view.looks.get(state.view.layer)
    stage.window.scene.show_opacity(look.opacity if look else 1.0)


def show_layer(stage: Stage, state: AppState) -> None:
    stage.window.layers.show_layer(state.view.layer, state.view.looks, available_layers(state))


def show_thresholds(stage: Stage, state: AppState) -> None:
    stage.window.thresholds.show_thresholds(state.view.thresholds)
    stage.window.thresholds.setEnabled(state.result is not None)


def show_rest(stage: Stage, state: AppState) -> None:
    """What is counted at rest: detections, errors, and exact counts where the map was thinned."""
    rest = state.rest if state.rest and state.rest.made_from == rest_inputs(state) else None
    stage.window.set.show_detections(rest.detections if rest else None, shown=state.result is not None)
    stage.window.set.show_errors(rest.errors if rest else None, _seen(state))
    if rest and rest.classes is not None:
        stage.window.set.show_counts(rest.counts, _pixel_area(shown_result(state)), exact=True)
        if state.view.layer == "hcs":
            stage.window.scene.show_map(rest.classes, class_table(), 1, (TARGET, TARGET))


def _seen(state: AppState) -> str:
    result = shown_result(state)
    return seen_note(result.quantiles, state.view.region) if result else ""


def _show_set_map(stage: Stage) -> None:
    if stage.set is None:
        return
    few = stage.set.counts.target
    stage.window.scene.show_map(
        stage.set.classes, class_table(), stage.set.step, (TARGET, TARGET) if few else None
    )


def _show_values(stage: Stage, state: AppState, result: Result, layer: Layer) -> None:
    lut = colour_map(state.view.looks[layer].colour_map)
    low, high = result.ace_range if layer == "ace" else (0.0, 1.0)
    codes, step = _codes(stage, state, result, layer)
    stage.window.scene.show_map(codes, value_table(lut), step, BRIGHT)
    stage.window.colours.show_scale(TITLES[layer], low, high, lut)


def _codes(stage: Stage, state: AppState, result: Result, layer: Layer) -> tuple[Bytes, int]:
    if layer != "width":
        return (result.ace if layer == "ace" else result.probability), 1
    step = step_for(result.quantiles)
    lower, upper = result.quantiles.interval(state.view.thresholds.alpha, step)
    if stage.width.shape != lower.shape:
        stage.width = np.empty(lower.shape, np.uint8)
    return width_codes(lower, upper, out=stage.width), step


def _pixel_area(result: Result | None) -> float | None:
    place = result.quantiles.georeference if result else None
    return place.pixel_area_m2 if place else None


def _is_exact(stage: Stage) -> bool:
    return stage.set is None or stage.set.step == 1


def _map_reads(s: AppState) -> tuple[object, ...]:
    look = s.view.looks.get(s.view.layer)
    moved = s.view.thresholds.alpha if s.view.layer in MOVED_BY_ALPHA else None
    return s.result, s.view.layer, look.colour_map if look else "", moved


PARTS = (
    Part(lambda s: (s.result, s.view.thresholds), show_set),
    Part(_map_reads, show_map),
    Part(lambda s: (s.view.layer, s.view.looks), show_opacity),
    Part(lambda s: (available_layers(s), s.view.layer, s.view.looks), show_layer),
    Part(lambda s: (s.result, s.view.thresholds), show_thresholds),
    Part(lambda s: (s.rest, rest_inputs(s)), show_rest),
)
