"""The reliability panel: how often what was said with probability p came true."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from hsi_uq_app.calibration.reliability import ReliabilityCurve, Spacing
from hsi_uq_app.calibration.views import Kind
from hsi_uq_app.errors import UserError
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.empty_state import EmptyState
from hsi_uq_app.gui.plot_parts import Axes
from hsi_uq_app.gui.reliability.controls import Choosers, ExportButton, ScoreList
from hsi_uq_app.gui.reliability.diagram import BEFORE, ISOTONIC, NOW
from hsi_uq_app.gui.reliability.diagram_view import DiagramView
from hsi_uq_app.gui.reliability.files import save_diagram
from hsi_uq_app.gui.reliability.words import ReliabilityScores, bin_text, curve_rows, score_rows, summary

if TYPE_CHECKING:
    from hsi_uq_app.calibration.isotonic_curve import IsotonicCurve

_NO_TRUTH = "Load truth to see how far the probabilities can be believed"
_HINT = "Hover a bin for its numbers; click or drag to light its pixels"


class ReliabilityPanel(QWidget):
    """A reliability diagram to be touched, its histogram and its scores.

    Signals:
        bins_selected(object): tuple[int, ...] of bins whose pixels are to light up; empty = none.
        kind_chosen(str): "positive" | "top-label".   spacing_chosen(str): "width" | "mass".
        axes_chosen(str): "linear" | "logit"; the panel has already changed, this is for the session file.
        export_requested(str): "png" | "svg" | "csv": ask for a file name, then call `save_diagram`.
        isotonic_toggled(bool): lay the isotonic curve over the points.   calibrate_asked().
    """

    bins_selected = Signal(object)
    kind_chosen = Signal(str)
    spacing_chosen = Signal(str)
    axes_chosen = Signal(str)
    export_requested = Signal(str)
    isotonic_toggled = Signal(bool)
    calibrate_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curve: ReliabilityCurve | None = None
        self._before: ReliabilityCurve | None = None
        self._scores: tuple[ReliabilityScores | None, ReliabilityScores | None] = (None, None)
        self._overlays = (False, False)
        self.choosers, self.view, self.scores = Choosers(self), DiagramView(self), ScoreList(self)
        self.legend, self.line, self.export_button = QLabel(self), QLabel(self), ExportButton(self)
        self.isotonic, self.calibrate = QCheckBox("Isotonic"), QPushButton("Calibrate…")
        self.empty = EmptyState(self.view, theme.PANEL)
        self._lay_out()
        self._connect()
        self.show_curve(None)

    def show_curve(self, curve: ReliabilityCurve | None, before: ReliabilityCurve | None = None) -> None:
        """The curve, and the one before calibration to compare with; None without truth."""
        self._curve, self._before = curve, before
        self._overlays = (before is not None, self._overlays[1])
        self.view.show_curves(curve, before)
        self.view.setAccessibleDescription(summary(curve) if curve is not None else _NO_TRUTH)
        self.empty.show_text("" if curve is not None else _NO_TRUTH)
        self.export_button.setEnabled(curve is not None)
        self._say_bin(None)
        self._say_rest()

    def show_scores(self, scores: ReliabilityScores | None, before: ReliabilityScores | None = None) -> None:
        """The figures that must stand beside an ECE, and those before calibration."""
        self._scores = (scores, before)
        self._say_rest()

    def show_pointed(self, bins: tuple[int, ...]) -> None:
        """Mark the bins that hold what is pointed at in the scene."""
        self.view.show_pointed(bins)

    def show_can_calibrate(self, can: bool) -> None:
        """Whether there is something to calibrate."""
        self.calibrate.setEnabled(can)

    def show_isotonic_choice(self, shown: bool) -> None:
        """Tick the box without emitting anything."""
        with QSignalBlocker(self.isotonic):
            self.isotonic.setChecked(shown)

    def show_isotonic(self, isotonic: "IsotonicCurve | None") -> None:
        """The isotonic fit with its consistency band, laid over the points."""
        self._overlays = (self._overlays[0], isotonic is not None)
        self.view.show_isotonic(isotonic)
        self._say_rest()

    def show_selection(self, bins: tuple[int, ...]) -> None:
        """Which bins are selected now."""
        self.view.show_selection(bins)

    def show_choices(self, kind: Kind, spacing: Spacing, axes: Axes) -> None:
        """Set the choosers without emitting anything."""
        for what, value in (("kind", kind), ("spacing", spacing), ("axes", axes)):
            self.choosers.show_choice(what, value)
        self.view.show_axes(axes)

    def show_kind(self, kind: Kind, spacing: Spacing) -> None:
        """Which probability and which bins the curve is of."""
        self.choosers.show_choice("kind", kind)
        self.choosers.show_choice("spacing", spacing)

    def show_message(self, text: str) -> None:
        """Say why there is no curve, for example "Truth holds no target in this region"."""
        self.show_curve(None)
        self.empty.show_text(text)

    def save_diagram(self, path: Path) -> None:
        """Write what is shown as PNG, SVG or CSV, by the name's suffix.

        Raises:
            UserError: there is nothing to write, another suffix, or a folder that cannot be written.
        """
        if self._curve is None:
            raise UserError("there is no reliability diagram to export", "load truth first")
        save_diagram(path, self.body, (self._curve, self._before))

    def _lay_out(self) -> None:
        margin = theme.em(self, 0.4)
        self.line.setWordWrap(True)
        self.line.setStyleSheet(f"color: {theme.MUTED}")
        self.line.setMinimumHeight(2 * self.line.fontMetrics().lineSpacing())
        side = QVBoxLayout()
        side.addWidget(self.scores)
        side.addWidget(self.legend)
        side.addStretch(1)
        self.body = QWidget(self)
        self._split = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.body)
        self._split.setContentsMargins(0, 0, 0, 0)
        self._split.addWidget(self.view, 1)
        self._split.addLayout(side)
        self.isotonic.setToolTip(
            "The best curve that never falls, and the band a calibrated model would keep to"
        )
        self.calibrate.setToolTip("Mend the probabilities on a region the model never saw (Ctrl+B)")
        bottom = QHBoxLayout()
        bottom.addWidget(self.isotonic)
        bottom.addStretch(1)
        bottom.addWidget(self.calibrate)
        bottom.addWidget(self.export_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(margin)
        column.addWidget(self.choosers)
        column.addWidget(self.body, 1)
        column.addWidget(self.line)
        column.addLayout(bottom)

    def _connect(self) -> None:
        chosen = {"kind": self.kind_chosen, "spacing": self.spacing_chosen, "axes": self.axes_chosen}
        self.choosers.chosen.connect(lambda what, value: chosen[what].emit(value))
        self.axes_chosen.connect(self.view.show_axes)
        self.export_button.export_requested.connect(self.export_requested)
        self.isotonic.toggled.connect(self.isotonic_toggled)
        self.calibrate.clicked.connect(self.calibrate_asked)
        self.view.hovered.connect(self._say_bin)
        self.view.picked.connect(self.bins_selected)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scores beside the diagram where the panel is wide, below it where it is high."""
        super().resizeEvent(event)
        wide = self._wide()
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._split.setDirection(direction)
        self.scores.set_columns(1 if wide else 2)
        self._say_marks("<br>" if wide else " &nbsp; ")

    def _say_bin(self, bin_: int | None) -> None:
        if self._curve is None:
            self.line.setText("")
        else:
            self.line.setText(_HINT if bin_ is None else bin_text(self._curve, bin_))

    def _say_rest(self) -> None:
        scores, before = self._scores
        rows = [] if self._curve is None else curve_rows(self._curve, self._before)
        rows += [] if scores is None else score_rows(scores, before)
        self.scores.show_rows(rows)
        self._say_marks("<br>" if self._wide() else " &nbsp; ")

    def _wide(self) -> bool:
        return self.width() > 1.1 * self.height()

    def _say_marks(self, between: str) -> None:
        """Which mark is which, where there is more than one."""
        before, isotonic = self._overlays
        marks = [(NOW, "●", "after"), (BEFORE, "◆", "before")] if before else []
        marks += [(ISOTONIC, "—", "isotonic")] if isotonic else []
        self.legend.setText(
            between.join(f'<span style="color:{c}">{sign}</span> {word}' for c, sign, word in marks)
        )
        self.legend.setVisible(bool(marks))
