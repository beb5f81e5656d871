"""The discs of a simulated scene: marked, and judged as the set is now."""

from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.gui.suburb.marks import DiscLegend, DiscMarks
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.suburb import DISCS, FATES, MATERIALS, count_marks, disc_marks, discs_toggled


class SuburbFeature(Feature):
    """Marks in the scene, and what they mean."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.legend, self.marks = DiscLegend(), DiscMarks(context.of(SceneFeature).view.box)
        self.panels = (Panel("discs", self.legend, "controls"),)
        self.views = (self._show_discs,)
        self.commands = (
            Command(
                "toggle_discs",
                "Mark the discs of a simulated scene",
                "Layers",
                ("O",),
                self._toggle,
                lambda state: "" if DISCS.of(state) else "load the truth of a simulated scene first",
            ),
        )
        self.derivations = (MATERIALS, DISCS, FATES)
        self.legend.toggled.connect(self._toggle)

    def _toggle(self) -> None:
        self._context.session.apply(discs_toggled)

    def _show_discs(self, state: AppState) -> None:
        marks = disc_marks(state)
        self.marks.show_marks(marks)
        is_available = DISCS.of(state) is not None and state.result is not None
        self.legend.show_discs(is_available, state.view.discs, count_marks(marks) if marks else None)
