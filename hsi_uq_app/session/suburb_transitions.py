"""Changes of what is known of a simulated scene: its materials, its discs, and what became of them."""

from dataclasses import replace

from hsi_uq_app.scene.class_map import ClassMap
from hsi_uq_app.scene.disc_truth import DiscTruth
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.session import Transition
from hsi_uq_app.session.state import AppState, DiscFates, Scene
from hsi_uq_app.session.suburb_inputs import fate_inputs


def materials_read(scene: Scene, materials: ClassMap | None) -> Transition:
    """The classes beside a scene, refused when another scene is open by now."""
    return lambda state: replace(state, materials=materials) if state.scene is scene else state


def discs_read(truth: Truth, discs: DiscTruth | None) -> Transition:
    """The discs beside a truth, refused when another truth is loaded by now."""
    return lambda state: replace(state, discs=discs) if state.truth is truth else state


def fates_ready(fates: DiscFates) -> Transition:
    """What became of the discs, refused when result, region or sliders have moved on."""
    return lambda state: replace(state, fates=fates) if fates.made_from == fate_inputs(state) else state


def discs_toggled(state: AppState) -> AppState:
    """Discs are marked, or no longer."""
    return replace(state, view=replace(state.view, discs=not state.view.discs))
