"""The model panel: may its intervals be believed, how did the training go, what was it trained on."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.models.curve_plot import CurvePlot
from hsi_uq_app.gui.models.light import Light
from hsi_uq_app.gui.models.trace_plot import TracePlot
from hsi_uq_app.gui.models.values import Curve
from hsi_uq_app.gui.models.words import curve_of, figure_rows, passport_rows, traces_of
from hsi_uq_app.gui.reliability.score_list import ScoreList
from hsi_uq_app.posterior.diagnostics import Verdict
from hsi_uq_app.posterior.passport import Passport

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
