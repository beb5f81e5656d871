"""The chosen model: its light, its curves, its passport."""

from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.gui.rendering import Part
from hsi_uq_app.session.derived import chosen_model
from hsi_uq_app.session.model_verdict import verdict_of
from hsi_uq_app.session.state import AppState


def show_model(stage: Stage, state: AppState) -> None:
    """The chosen model; while a training runs, its live curve keeps the panel."""
    panel, model = stage.window.model, chosen_model(state)
    trains = "train" in state.running
    stage.window.side.show_available(panel, trains or model is not None)
    if trains:
        return
    passport = model.posterior.passport if model else None
    panel.show_model(model.label if model else "", passport, verdict_of(passport) if passport else None)


PARTS = (Part(lambda s: (chosen_model(s), "train" in s.running), show_model),)
