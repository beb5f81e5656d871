"""What the discs' fates must have been judged from to be shown now, and which layers there are."""

from hsi_uq_app.session.comparison_inputs import FEWEST_TO_AGREE
from hsi_uq_app.session.derived import is_consistency, rest_inputs, shown_result
from hsi_uq_app.session.state import AppState, RestInputs
from hsi_uq_app.session.view import RESULT_LAYERS, Layer


def fate_inputs(state: AppState) -> RestInputs | None:
    """The fates that are asked for; None without discs or result, or while they are not marked."""
    return rest_inputs(state) if state.discs and state.view.discs else None


def available_layers(state: AppState) -> frozenset[Layer]:
    """The layers that have something to show."""
    there: dict[tuple[Layer, ...], bool] = {
        RESULT_LAYERS: state.result is not None,
        ("disagreement",): len(state.results) >= FEWEST_TO_AGREE,
        ("truth",): state.truth is not None,
        ("materials",): state.materials is not None,
        ("consistency",): is_consistency(shown_result(state)),
    }
    layers = frozenset(layer for group, is_there in there.items() if is_there for layer in group)
    return layers | {"none"} if layers else layers
