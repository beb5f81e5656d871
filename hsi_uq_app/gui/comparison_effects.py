"""Comparisons that follow from the state, made when the sliders rest."""

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.effects import Effect
from hsi_uq_app.session.comparison_inputs import agreement_inputs, comparison_inputs
from hsi_uq_app.session.comparison_transitions import agreement_ready, comparison_ready
from hsi_uq_app.session.requests.comparison import CompareResults, FindDisagreement
from hsi_uq_app.session.state import AppState


def compare_results(desk: Desk, state: AppState) -> None:
    """Fill the table that is asked for now."""
    asked = comparison_inputs(state)
    if asked is None or state.truth is None or (state.comparison and state.comparison.made_from == asked):
        return
    work = CompareResults(state.results, state.truth, state.discs, asked)
    desk.start("compare", work, lambda made: desk.session.apply(comparison_ready(made)))


def find_disagreement(desk: Desk, state: AppState) -> None:
    """Make the map of agreement that is asked for now."""
    asked = agreement_inputs(state)
    if asked is None or (state.agreement and state.agreement.made_from == asked):
        return
    work = FindDisagreement(state.results, asked)
    desk.start("agreement", work, lambda made: desk.session.apply(agreement_ready(made)), quiet=True)


AT_REST = (
    Effect(lambda s: (comparison_inputs(s), s.results, s.truth), compare_results),
    Effect(lambda s: (agreement_inputs(s), s.results), find_disagreement),
)
