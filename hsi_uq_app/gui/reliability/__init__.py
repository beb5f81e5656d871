"""How far the probabilities can be believed: the reliability diagram, and its pixels in the scene."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtWidgets import QFileDialog

from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.reliability.panel import ReliabilityPanel
from hsi_uq_app.gui.reliability.words import ReliabilityScores
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.session.reliability import (
    RELIABILITY,
    Reliability,
    bins_lit,
    curve_chosen,
    isotonic_shown,
    lit_pixels,
    pointed_bins,
)
from hsi_uq_app.session.state import AppState

if TYPE_CHECKING:
    from hsi_uq_app.calibration.metrics import Metrics

ENDINGS: Final = {"png": "Picture (*.png)", "svg": "Drawing (*.svg)", "csv": "Table (*.csv)"}


class ReliabilityFeature(Feature):
    """The diagram is there once truth is; a click on a bar lights its pixels in the scene."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.panel, self._scene = ReliabilityPanel(), context.of(SceneFeature).view
        self.panels = (Panel("reliability", self.panel, "tabs", "Reliability", rank=0),)
        self.views = (
            self._show_curve,
            self._show_choices,
            self._show_lit_bins,
            self._show_lit,
            self._show_pointed,
        )
        self.derivations = (RELIABILITY,)
        self._connect(context)

    def _show_curve(self, state: AppState) -> None:
        """The reliability curve and its figures."""
        reliability = RELIABILITY.of(state)
        self._context.window.tabs.show_available(self.panel, state.truth is not None)
        self.panel.show_curve(
            reliability.curve if reliability else None, reliability.before if reliability else None
        )
        self.panel.show_isotonic(reliability.isotonic if reliability else None)
        self.panel.show_scores(
            _scores(reliability, reliability.scores) if reliability else None, _scores_before(reliability)
        )
        if state.truth and not reliability:
            self.panel.show_message(
                "Comparing …" if state.result else "Run a model to compare it with the truth."
            )

    def _show_choices(self, state: AppState) -> None:
        self.panel.show_kind(state.view.curve_kind, state.view.curve_spacing)
        self.panel.show_isotonic_choice(state.view.isotonic)

    def _show_lit_bins(self, state: AppState) -> None:
        self.panel.show_selection(state.view.lit if RELIABILITY.of(state) else ())

    def _show_lit(self, state: AppState) -> None:
        """Light the pixels of the chosen bins."""
        pixels = lit_pixels(state)
        if state.scene is None or pixels is None:
            self._scene.show_lit(None)
            return
        lit = np.zeros((state.scene.cube.lines, state.scene.cube.samples), np.uint8)
        lit.reshape(-1)[pixels] = 1
        self._scene.show_lit(lit)

    def _show_pointed(self, state: AppState) -> None:
        self.panel.show_pointed(pointed_bins(state))

    def ask_export(self, ending: str) -> None:
        """Ask for a file name, then save the diagram."""
        dialog = QFileDialog(self._context.window, "Save the diagram", str(Path.cwd()), ENDINGS[ending])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending)
        dialog.fileSelected.connect(lambda name: self.panel.save_diagram(Path(name)))
        dialog.open()

    def _choose(self, field: str, value: str) -> None:
        self._context.session.apply(curve_chosen(**{field: value}))

    def _connect(self, context: Context) -> None:
        self.panel.bins_selected.connect(lambda bins: context.session.apply(bins_lit(tuple(bins))))
        self.panel.kind_chosen.connect(partial(self._choose, "curve_kind"))
        self.panel.spacing_chosen.connect(partial(self._choose, "curve_spacing"))
        self.panel.isotonic_toggled.connect(lambda shown: context.session.apply(isotonic_shown(shown)))
        self.panel.export_requested.connect(self.ask_export)


def _scores_before(reliability: Reliability | None) -> ReliabilityScores | None:
    return (
        _scores(reliability, reliability.scores_before) if reliability and reliability.scores_before else None
    )


def _scores(reliability: Reliability, scores: "Metrics") -> ReliabilityScores:
    return ReliabilityScores(
        n=scores.n,
        positives=scores.n_positive,
        nll_skill=scores.nll_skill,
        brier_skill=scores.brier_skill,
        base_rate_ratio=scores.mean_over_base_rate,
        mean_on_targets=scores.mean_at_targets,
        region=reliability.region,
    )
