"""The High-Confidence Set: its sliders, and what it holds."""

from collections.abc import Callable
from functools import partial

from hsi_uq_app.confidence.high_confidence_set import effective_draws
from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.hcs.set_panel import SetPanel
from hsi_uq_app.gui.hcs.threshold_panel import ThresholdPanel
from hsi_uq_app.session.hcs import SET_FIGURES, alpha_set, delta_set, painted_set
from hsi_uq_app.session.layer import needs_result
from hsi_uq_app.session.state import AppState
from hsi_uq_app.workflow.seen_region import seen_note


class SetFeature(Feature):
    """Alpha and delta, and the set in numbers."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.thresholds, self.set = ThresholdPanel(), SetPanel()
        self.panels = (
            Panel("thresholds", self.thresholds, "controls", "High-Confidence Set"),
            Panel("set", self.set, "controls"),
        )
        self.views = (self._show_thresholds, self._show_counts, self._show_draws, self._show_figures)
        self.commands = self._commands()
        self.derivations = (SET_FIGURES,)
        self.thresholds.alpha_changed.connect(lambda alpha: context.session.apply(alpha_set(alpha), "alpha"))
        self.thresholds.delta_changed.connect(lambda delta: context.session.apply(delta_set(delta), "delta"))

    def _show_thresholds(self, state: AppState) -> None:
        self.thresholds.show_thresholds(state.view.thresholds)
        self.thresholds.setEnabled(state.result is not None)

    def _show_counts(self, state: AppState) -> None:
        """Counted on every move of a slider; about-signs where the map is thinned meanwhile."""
        painted = painted_set(state, self._context.buffers)
        area = state.result.pixel_area_m2 if state.result else None
        self.set.show_counts(painted.counts if painted else None, area, painted is None or painted.step == 1)

    def _show_draws(self, state: AppState) -> None:
        draws = state.result.quantiles.draws if state.result else 0
        self.set.show_draws(effective_draws(state.view.thresholds.alpha, draws) if draws else 0, draws)

    def _show_figures(self, state: AppState) -> None:
        """What is counted once the sliders rest: detections and errors."""
        figures = SET_FIGURES.of(state)
        self.set.show_detections(figures.detections if figures else None, shown=state.result is not None)
        if figures is None or state.result is None:
            self.set.show_errors(None)
        else:
            self.set.show_errors(figures.errors, seen_note(state.result.quantiles, state.view.region))

    def _step_alpha(self, by: int) -> None:
        self._context.session.apply(alpha_set(self._context.state.view.thresholds.alpha + by), "alpha")

    def _step_delta(self, by: int) -> None:
        """A step is a thousandth below .05, and a hundredth above .1: about what the slider does."""
        delta = self._context.state.view.thresholds.delta
        size = 1 if delta + min(by, 0) < 50 else 5 if delta < 100 else 10
        self._context.session.apply(delta_set(delta + by * size), "delta")

    def _commands(self) -> tuple[Command, ...]:
        def row(name: str, text: str, key: str, step: Callable[[int], None], by: int) -> Command:
            return Command(name, text, "Set", (key,), partial(step, by), needs_result)

        return (
            row("alpha_down", "Smaller alpha", ",", self._step_alpha, -1),
            row("alpha_up", "Larger alpha", ".", self._step_alpha, 1),
            row("delta_down", "Smaller delta", ";", self._step_delta, -1),
            row("delta_up", "Larger delta", "'", self._step_delta, 1),
        )
