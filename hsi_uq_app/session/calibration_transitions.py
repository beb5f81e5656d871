"""Changes of what is calibrated, and of how its curve is shown."""

from dataclasses import replace

from hsi_uq_app.session.calibration import Calibrated
from hsi_uq_app.session.session import Transition
from hsi_uq_app.session.state import AppState


def calibration_ready(made: Calibrated) -> Transition:
    """A calibration, and its report region is looked at; refused when result or truth have moved on."""

    def transition(state: AppState) -> AppState:
        asked = made.made_from
        if state.truth is None or (state.result, state.truth.path) != (asked.result, asked.truth):
            return state
        view = replace(state.view, region=asked.plan.report_region, lit=())
        return replace(state, calibrated=made, view=view)

    return transition


def calibration_closed(state: AppState) -> AppState:
    """The result as predicted again, in the same region."""
    return replace(state, calibrated=None, view=replace(state.view, lit=())) if state.calibrated else state


def isotonic_shown(shown: bool) -> Transition:
    """The isotonic curve lies over the points, or no longer."""

    def transition(state: AppState) -> AppState:
        if state.view.isotonic == shown:
            return state
        return replace(state, view=replace(state.view, isotonic=shown))

    return transition
