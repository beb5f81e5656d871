"""What lies beside a simulated scene is read when the scene or its truth is, and judged when sliders rest."""

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.effects import Effect
from hsi_uq_app.session.derived import shown_result
from hsi_uq_app.session.requests.suburb import JudgeDiscs, ReadDiscs, ReadMaterials
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.suburb_inputs import fate_inputs
from hsi_uq_app.session.suburb_transitions import discs_read, fates_ready, materials_read


def read_materials(desk: Desk, state: AppState) -> None:
    """Read the classes beside the scene."""
    scene = state.scene
    if scene:
        done = lambda found: desk.session.apply(materials_read(scene, found))  # noqa: E731
        desk.start("materials", ReadMaterials(scene), done, quiet=True)


def read_discs(desk: Desk, state: AppState) -> None:
    """Read the discs beside the truth."""
    truth = state.truth
    if truth:
        done = lambda found: desk.session.apply(discs_read(truth, found))  # noqa: E731
        desk.start("discs", ReadDiscs(truth), done, quiet=True)


def judge_discs(desk: Desk, state: AppState) -> None:
    """Judge what became of the discs, as the set is now."""
    asked, result = fate_inputs(state), shown_result(state)
    if asked is None or result is None or state.truth is None or state.discs is None:
        return
    if state.fates is None or state.fates.made_from != asked:
        work = JudgeDiscs(result, state.truth, state.discs, asked)
        desk.start("fates", work, lambda made: desk.session.apply(fates_ready(made)), quiet=True)


EFFECTS = (
    Effect(lambda s: (s.scene,), read_materials),
    Effect(lambda s: (s.truth,), read_discs),
)
AT_REST = (Effect(lambda s: (fate_inputs(s), s.results), judge_discs),)
