"""Every change of the state, each a plain function AppState -> AppState (or a maker of one)."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from hsi_uq_app.scene.composites import choose_bands, first_preset
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session import derived
from hsi_uq_app.session.session import Transition
from hsi_uq_app.session.session_file import Restored
from hsi_uq_app.session.state import (
    AppState,
    Composite,
    Detail,
    Group,
    Model,
    Reliability,
    RestFigures,
    Result,
    Scene,
    Sight,
    Spectrum,
)
from hsi_uq_app.session.view import OTHER_LAYERS, Pixel, View


def scene_opened(scene: Scene) -> Transition:
    """Another scene: what belongs to the one before is put away; models and the library stay."""

    def transition(state: AppState) -> AppState:
        preset = first_preset(scene.cube)
        view = View(
            thresholds=state.view.thresholds,
            preset=preset,
            bands=choose_bands(scene.cube, preset),
            layer="hcs" if state.view.layer in OTHER_LAYERS else state.view.layer,
            looks=state.view.looks,
        )
        return AppState(
            scene=scene, models=state.models, model=state.model, library=state.library,
            running=state.running, view=view,
        )  # fmt: skip

    return transition


def composite_ready(composite: Composite) -> Transition:
    """The picture of three bands, refused when other bands or another scene are chosen by now."""

    def transition(state: AppState) -> AppState:
        if composite.scene is not state.scene or composite.bands != state.view.bands:
            return state
        return replace(state, composite=composite)

    return transition


def sight_rested(sight: Sight) -> Transition:
    """The view has come to rest on a part of the scene."""
    return lambda state: state if state.sight == sight else replace(state, sight=sight)


def detail_ready(detail: Detail) -> Transition:
    """A finer picture of what is in sight, refused when something else is by now."""

    def transition(state: AppState) -> AppState:
        if state.sight is None or (detail.composite, detail.sight) != (state.composite, state.sight.region):
            return state
        return replace(state, detail=detail)

    return transition


def truth_loaded(truth: Truth | None) -> Transition:
    """Truth of the scene; what was counted with other truth goes."""
    return lambda state: replace(
        state, truth=truth, reliability=None, calibrated=None, rest=None, comparison=None, discs=None,
        fates=None,
        view=replace(state.view, lit=()),
    )  # fmt: skip


def model_loaded(model: Model) -> Transition:
    """A model joins the list, or takes the place of an earlier reading of its file, and is chosen."""

    def transition(state: AppState) -> AppState:
        others = tuple(one for one in state.models if one.path != model.path)
        return replace(state, models=(*others, model), model=model.path)

    return transition


def model_chosen(path: Path) -> Transition:
    """This model is the one Run uses."""
    return lambda state: state if state.model == path else replace(state, model=path)


def result_ready(result: Result) -> Transition:
    """A result joins the list and is chosen; refused when it is of another scene than the one open now."""

    def transition(state: AppState) -> AppState:
        if not derived.belongs(result, state):
            return state
        others = tuple(one for one in state.results if one.path != result.path)
        joined = replace(state, results=(*others, result), comparison=None, agreement=None, fates=None)
        return result_chosen(result.path)(replace(joined, result=None))

    return transition


def result_chosen(path: Path | None) -> Transition:
    """This result is shown; figures and curves of the one before go."""

    def transition(state: AppState) -> AppState:
        if state.result == path:
            return state
        return replace(state, result=path, rest=None, reliability=None, view=replace(state.view, lit=()))

    return transition


def result_dropped(path: Path) -> Transition:
    """A result leaves the list; its file stays."""

    def transition(state: AppState) -> AppState:
        left = tuple(one for one in state.results if one.path != path)
        shown = state.result if state.result != path else (left[-1].path if left else None)
        return result_chosen(shown)(replace(state, results=left))

    return transition


def model_dropped(path: Path) -> Transition:
    """A model leaves the list; its file stays."""

    def transition(state: AppState) -> AppState:
        left = tuple(one for one in state.models if one.path != path)
        chosen = state.model if state.model != path else (left[-1].path if left else None)
        return replace(state, models=left, model=chosen)

    return transition


def rest_ready(figures: RestFigures) -> Transition:
    """Figures counted at rest, refused when the sliders or the result have moved on."""

    def transition(state: AppState) -> AppState:
        if figures.made_from != derived.rest_inputs(state):
            return state
        return replace(state, rest=figures)

    return transition


def reliability_ready(reliability: Reliability) -> Transition:
    """A reliability curve, refused when it answers another question than the one asked now."""

    def transition(state: AppState) -> AppState:
        if reliability.made_from != derived.reliability_inputs(state):
            return state
        return replace(state, reliability=reliability)

    return transition


def session_restored(restored: Restored) -> Transition:
    """The choices and the view of a session file; the view only over the very scene it was saved with."""

    def transition(state: AppState) -> AppState:
        models, results = ([one.path for one in group] for group in (state.models, state.results))
        chosen = replace(
            state,
            model=restored.model if restored.model in models else state.model,
            result=restored.result if restored.result in results else state.result,
        )
        same = state.scene is not None and state.scene.fingerprint == restored.scene
        return replace(chosen, view=restored.view) if same else chosen

    return transition


def spectra_read(scene: Scene, spectra: Mapping[int, Spectrum]) -> Transition:
    """Spectra of pins, refused when another scene is open by now."""

    def transition(state: AppState) -> AppState:
        if state.scene is not scene:
            return state
        return replace(state, spectra={**state.spectra, **spectra})

    return transition


def clicked_spectrum_read(scene: Scene, pixel: Pixel, spectrum: Spectrum) -> Transition:
    """The spectrum of the pixel clicked last, refused when another one was clicked since."""

    def transition(state: AppState) -> AppState:
        if state.scene is not scene or state.view.clicked != pixel:
            return state
        return replace(state, clicked_spectrum=(pixel, spectrum))

    return transition


def group_read(group: Group) -> Transition:
    """Mean and range of many spectra, refused when other pixels are chosen by now."""

    def transition(state: AppState) -> AppState:
        if group.made_from != derived.group_inputs(state):
            return state
        return replace(state, group=group)

    return transition


def cursor_moved(pixel: Pixel | None) -> Transition:
    """The pixel under the mouse or the crosshair; None when outside the scene."""
    return lambda state: state if state.cursor == pixel else replace(state, cursor=pixel)


def task_started(name: str) -> Transition:
    """A task runs."""
    return lambda state: state if name in state.running else replace(state, running=(*state.running, name))


def task_finished(name: str) -> Transition:
    """A task is over."""
    return lambda state: replace(state, running=tuple(one for one in state.running if one != name))
