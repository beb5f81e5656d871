"""What comparisons must have been made from to be shown now."""

from hsi_uq_app.session.comparison import AgreementInputs, ComparisonInputs
from hsi_uq_app.session.state import AppState

FEWEST_TO_AGREE = 2


def comparison_inputs(state: AppState) -> ComparisonInputs | None:
    """The comparison that is asked for; None without results, without truth, or while nobody looks."""
    if not (state.comparing and state.results and state.truth):
        return None
    return ComparisonInputs(
        results=tuple(one.path for one in state.results),
        truth=state.truth.path,
        region=state.view.region,
        thresholds=state.view.thresholds,
        has_discs=state.discs is not None,
    )


def agreement_inputs(state: AppState) -> AgreementInputs | None:
    """The map of agreement that is asked for; None for fewer than two results, or while nobody looks."""
    is_wanted = state.comparing or state.view.layer == "disagreement"
    if not is_wanted or len(state.results) < FEWEST_TO_AGREE:
        return None
    return AgreementInputs(tuple(one.path for one in state.results), state.view.thresholds)
