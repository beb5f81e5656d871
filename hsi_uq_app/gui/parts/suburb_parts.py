"""The discs of a simulated scene."""

from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.gui.rendering import Part
from hsi_uq_app.session.disc_marks import count_marks, disc_marks
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.suburb_inputs import fate_inputs


def show_discs(stage: Stage, state: AppState) -> None:
    """The marks, and what they mean."""
    marks = disc_marks(state)
    stage.window.scene.show_discs(marks)
    is_available = state.discs is not None and state.result is not None
    stage.window.discs.show_discs(is_available, state.view.discs, count_marks(marks) if marks else None)


PARTS = (Part(lambda s: (s.scene, s.discs, s.result, s.view.discs, s.fates, fate_inputs(s)), show_discs),)
