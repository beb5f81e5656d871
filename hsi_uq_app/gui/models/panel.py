"""The model panel: its light, its curves, its passport."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.models.curves import Curve, CurvePlot, TracePlot
from hsi_uq_app.gui.models.words import curve_of, figure_rows, passport_rows, traces_of
from hsi_uq_app.gui.reliability.controls import ScoreList
from hsi_uq_app.posterior.diagnostics import Level, Verdict
from hsi_uq_app.posterior.passport import Passport

_LOOKS: Final[dict[Level, tuple[str, str, str]]] = {
    "good": ("✓", "Good", "#2fbf95"),
    "doubtful": ("!", "Doubtful", "#f0b429"),
    "bad": ("×", "Bad", "#ff7a4d"),
}
"""Sign, word and colour: the colour alone never tells."""
_UNKNOWN: Final = "No diagnostics were recorded with this model."


class Light(QWidget):
    """Shows a verdict."""

    def __init__(self) -> None:
        super().__init__()
        self.sign, self.word, self.reason = QLabel(), QLabel(), QLabel()
        self.reason.setWordWrap(True)
        self.sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.word.setStyleSheet("font-weight: 600")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.sign, 0, 0)
        grid.addWidget(self.word, 0, 1)
        grid.addWidget(self.reason, 1, 1)

    def show_verdict(self, verdict: Verdict | None) -> None:
        """A model's verdict; None where nothing was recorded to judge by."""
        if verdict is None:
            self._show("?", "Not judged", theme.FAINT, _UNKNOWN)
            return
        sign, word, colour = _LOOKS[verdict.level]
        remedy = f" To do: {verdict.remedy}." if verdict.remedy else ""
        self._show(sign, word, colour, f"{verdict.reason[:1].upper()}{verdict.reason[1:]}.{remedy}")

    def _show(self, sign: str, word: str, colour: str, reason: str) -> None:
        side = theme.em(self, 1.2)
        self.sign.setText(sign)
        self.sign.setStyleSheet(
            f"background: {colour}; color: {theme.ON_ACCENT}; font-weight: 600; border-radius: {side // 2}px;"
            f"min-width: {side}px; max-width: {side}px; min-height: {side}px; max-height: {side}px"
        )
        self.word.setText(word)
        self.reason.setText(reason)
        self.setAccessibleName(f"Verdict: {word}")
        self.setAccessibleDescription(reason)


_WIDE_EM = 30


class ModelPanel(QScrollArea):
    """Shows the chosen model, or the training that runs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.light, self.curve, self.traces = QLabel(), Light(), CurvePlot(), TracePlot()
        self.figures, self.passport = ScoreList(), ScoreList()
        self._trained_on = QLabel("Trained on")
        self._curve: Curve | None = None
        self._lay_out()
        self.show_model("", None, None)

    def show_model(self, title: str, passport: Passport | None, verdict: Verdict | None) -> None:
        """A model's name, passport and verdict; None for no model."""
        diagnostics = passport.diagnostics if passport else {}
        self.title.setText(title)
        self.light.show_verdict(verdict)
        self._curve = curve_of(diagnostics)
        self.traces.show_traces(traces_of(diagnostics))
        self.figures.show_rows(figure_rows(diagnostics))
        self.passport.show_rows(passport_rows(passport) if passport else [])
        self._show_parts(is_model=passport is not None)
        self.curve.show_curve(self._curve)

    def show_live(self, title: str, curve: Curve | None) -> None:
        """A training that runs, with the figure it has stated so far."""
        self.title.setText(title)
        self.traces.show_traces(None)
        self._show_parts(is_model=False)
        self.curve.show_curve(curve)
        self.curve.show()

    def _show_parts(self, is_model: bool) -> None:
        for part in (self.light, self.figures, self._trained_on, self.passport):
            part.setVisible(is_model)
        self.curve.setVisible(is_model and self._curve is not None)

    def _lay_out(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        margin = theme.em(self, 0.5)
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(margin)
        self.title.setWordWrap(True)
        self.title.setStyleSheet(f"color: {theme.MUTED}")
        self._trained_on.setStyleSheet("font-weight: 600")
        parts = (
            self.title,
            self.light,
            self.curve,
            self.figures,
            self.traces,
            self._trained_on,
            self.passport,
        )
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Model")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two pairs of columns where there is room."""
        super().resizeEvent(event)
        columns = 2 if self.width() > theme.em(self, _WIDE_EM) else 1
        for rows in (self.figures, self.passport):
            rows.set_columns(columns)
