"""The comparison under the scene."""

from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.gui.rendering import Part
from hsi_uq_app.session.comparison_inputs import agreement_inputs, comparison_inputs
from hsi_uq_app.session.state import AppState


def show_open(stage: Stage, state: AppState) -> None:
    stage.window.compare.setVisible(state.comparing)


def show_comparison(stage: Stage, state: AppState) -> None:
    """The table, while it answers what is asked now; else why there is none."""
    panel, asked = stage.window.compare, comparison_inputs(state)
    found = state.comparison if state.comparison and state.comparison.made_from == asked else None
    panel.show_comparison(found, state.truth.path.stem if state.truth else "", state.result)
    if found is None:
        panel.show_message("Comparing …" if asked else _missing(state))


def show_chosen(stage: Stage, state: AppState) -> None:
    stage.window.compare.show_chosen(state.result)


def show_agreement(stage: Stage, state: AppState) -> None:
    found = state.agreement
    is_current = found is not None and found.made_from == agreement_inputs(state)
    stage.window.compare.show_agreement(found.counts if found and is_current else None, len(state.results))


def _missing(state: AppState) -> str:
    if not state.results:
        return "Run models on the scene, or open results, to compare them."
    return "Load truth to compare the results with it."


PARTS = (
    Part(lambda s: (s.comparing,), show_open),
    Part(lambda s: (s.comparison, comparison_inputs(s), s.results, s.truth), show_comparison),
    Part(lambda s: (s.result,), show_chosen),
    Part(lambda s: (s.agreement, agreement_inputs(s), s.results), show_agreement),
)
