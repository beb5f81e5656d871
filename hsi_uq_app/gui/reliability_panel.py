"""The reliability panel: how often what was said with probability p came true."""

from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from hsi_uq_app.calibration.reliability import ReliabilityCurve
from hsi_uq_app.gui.reliability.values import IsotonicCurve, ReliabilityScores

Kind = Literal["positive", "top-label"]
Spacing = Literal["width", "mass"]
Axes = Literal["linear", "logit"]


class ReliabilityPanel(QWidget):
    """A reliability diagram to be touched, its histogram and its scores.

    Signals:
        bins_selected(object): tuple[int, ...] of bins whose pixels are to light up; empty = none.
        kind_chosen(str): "positive" | "top-label".   spacing_chosen(str): "width" | "mass".
        export_requested(str): "png" | "svg" | "csv": ask for a file name, then call `save_diagram`.
    """

    bins_selected = Signal(object)
    kind_chosen = Signal(str)
    spacing_chosen = Signal(str)
    export_requested = Signal(str)

    def show_curve(self, curve: ReliabilityCurve | None, before: ReliabilityCurve | None = None) -> None:
        """The curve, and the one before calibration to compare with; None without truth."""

    def show_scores(self, scores: ReliabilityScores | None) -> None:
        """The figures that must stand beside an ECE."""

    def show_isotonic(self, isotonic: IsotonicCurve | None) -> None:
        """The isotonic fit with its consistency band, laid over the points."""

    def show_selection(self, bins: tuple[int, ...]) -> None:
        """Which bins are selected now."""

    def show_choices(self, kind: Kind, spacing: Spacing, axes: Axes) -> None:
        """Set the choosers without emitting anything."""

    def show_message(self, text: str) -> None:
        """Say why there is no curve, for example "Truth holds no target in this region"."""
