"""Results side by side under the scene, and where their sets disagree."""

from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.comparison.panel import ComparePanel
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.session.comparison import AGREEMENT, COMPARISON, comparing_set, comparison_key
from hsi_uq_app.session.layers import layer_chosen
from hsi_uq_app.session.results import result_chosen, stepped_result
from hsi_uq_app.session.state import AppState


class ComparisonFeature(Feature):
    """Opens and closes the comparison, and chooses from it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.panel = ComparePanel()
        self.panels = (Panel("comparison", self.panel, "bottom"),)
        self.views = (self._show_open, self._show_comparison, self._show_chosen, self._show_agreement)
        self.commands = self._commands()
        self.derivations = (COMPARISON, AGREEMENT)
        self._connect(context)

    def toggle(self) -> None:
        """Open the comparison, or close it."""
        self._context.session.apply(comparing_set(not self._context.state.comparing))

    def _show_open(self, state: AppState) -> None:
        self.panel.setVisible(state.comparing)

    def _show_comparison(self, state: AppState) -> None:
        """The table, while it answers what is asked now; else why there is none."""
        comparison = COMPARISON.of(state)
        self.panel.show_comparison(comparison, state.truth.path.stem if state.truth else "", state.result)
        if comparison is None:
            self.panel.show_message("Comparing …" if comparison_key(state) else _missing(state))

    def _show_chosen(self, state: AppState) -> None:
        self.panel.show_chosen(state.result)

    def _show_agreement(self, state: AppState) -> None:
        agreement = AGREEMENT.of(state)
        self.panel.show_agreement(agreement.counts if agreement else None, len(state.results))

    def _step_result(self, by: int) -> None:
        """The next result of the list, at the same place and zoom."""
        result = stepped_result(self._context.state, by)
        if result:
            self._context.session.apply(result_chosen(result))

    def _commands(self) -> tuple[Command, ...]:
        several = lambda state: "" if len(state.results) > 1 else "load a second result first"  # noqa: E731
        return (
            Command("compare", "Compare the results", "Run", ("Ctrl+K",), self.toggle),
            Command(
                "next_result",
                "Next result",
                "Layers",
                ("Ctrl+PgDown",),
                lambda: self._step_result(1),
                several,
            ),
            Command(
                "previous_result",
                "Previous result",
                "Layers",
                ("Ctrl+PgUp",),
                lambda: self._step_result(-1),
                several,
            ),
        )

    def _connect(self, context: Context) -> None:
        context.of(FilesFeature).panel.compare_asked.connect(self.toggle)
        self.panel.closed.connect(lambda: context.session.apply(comparing_set(False)))
        self.panel.result_chosen.connect(lambda result: context.session.apply(result_chosen(result)))
        self.panel.disagreement_asked.connect(lambda: context.session.apply(layer_chosen("disagreement")))
        self.panel.copied.connect(lambda text: context.notify(Notice("done", text)))


def _missing(state: AppState) -> str:
    if not state.results:
        return "Run models on the scene, or open results, to compare them."
    return "Load truth to compare the results with it."
