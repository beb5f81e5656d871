"""Changes of what is compared."""

from dataclasses import replace

from hsi_uq_app.session.comparison import Agreement, Comparison
from hsi_uq_app.session.comparison_inputs import agreement_inputs, comparison_inputs
from hsi_uq_app.session.session import Transition
from hsi_uq_app.session.state import AppState


def comparing_set(comparing: bool) -> Transition:
    """Results are compared, or no longer."""
    return lambda state: state if state.comparing == comparing else replace(state, comparing=comparing)


def comparison_ready(comparison: Comparison) -> Transition:
    """A comparison, refused when results, truth, region or sliders have moved on."""

    def transition(state: AppState) -> AppState:
        if comparison.made_from != comparison_inputs(state):
            return state
        return replace(state, comparison=comparison)

    return transition


def agreement_ready(agreement: Agreement) -> Transition:
    """A map of agreement, refused when results or sliders have moved on."""

    def transition(state: AppState) -> AppState:
        if agreement.made_from != agreement_inputs(state):
            return state
        return replace(state, agreement=agreement)

    return transition
