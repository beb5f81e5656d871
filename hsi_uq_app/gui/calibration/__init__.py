"""Calibrate the shown result in the background, see what changed, and keep what came out."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QFileDialog

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.calibration.panel import CalibrationPanel
from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.gui.reliability import ReliabilityFeature
from hsi_uq_app.session.calibration import (
    Calibrate,
    Calibrated,
    KeepCalibrated,
    calibration_closed,
    calibration_ready,
    own_network_of,
    problem_of,
    shown_calibration,
    suggested_regions,
)
from hsi_uq_app.session.results import Result, result_ready
from hsi_uq_app.session.state import AppState
from hsi_uq_app.workflow.calibration_plan import Plan

if TYPE_CHECKING:
    from hsi_uq_app.gui.calibration.dialog import CalibrationDialog

CALIBRATE: Final = "calibrate"


class CalibrationFeature(Feature):
    """Asks what to calibrate by and where, runs it, shows it, keeps it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.panel, self._reliability = CalibrationPanel(), context.of(ReliabilityFeature).panel
        self.dialog: CalibrationDialog | None = None
        self.panels = (Panel("calibration", self.panel, "tabs", "Calibration", rank=1),)
        self.views = (self._show_calibration, self._show_possible)
        self.commands = (
            Command(
                "calibrate",
                "Calibrate the result on a region",
                "Run",
                ("Ctrl+B",),
                self.ask,
                _missing,
                "Nothing to calibrate",
            ),
        )
        self._reliability.calibrate_asked.connect(self.ask)
        self.panel.keep_asked.connect(self.ask_keep)
        self.panel.closed.connect(lambda: context.session.apply(calibration_closed))

    def ask(self) -> None:
        """Open the dialog, off to the side so that the scene can be seen."""
        state = self._context.state
        if state.result is None or state.truth is None:
            return
        self.dialog = self.dialog or self._new_dialog()
        self._fill(self.dialog, state, state.result)
        self.dialog.open()
        window = self._context.window
        beside = QPoint(window.width() - self.dialog.width(), theme.em(window, 3))
        self.dialog.move(window.mapToGlobal(beside))

    def start(self, name: str, plan: Plan) -> None:
        """Calibrate the shown result."""
        state = self._context.state
        if state.result and state.truth:
            work = Calibrate(state.result, state.truth, name, plan, own_network_of(state.result, state))
            self._context.start(CALIBRATE, work, self._accept)

    def ask_keep(self) -> None:
        """Ask for a file, then write the calibrated map."""
        made = shown_calibration(self._context.state)
        if made is None:
            return
        dialog = QFileDialog(self._context.window, "Keep the calibrated result", "", "Quantile maps (*.hdr)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("hdr")
        path = made.result.path
        dialog.selectFile(str(path.with_name(f"{path.stem}_{made.row.name}.hdr")))
        dialog.fileSelected.connect(lambda name: self.keep(made, Path(name)))
        dialog.open()

    def keep(self, made: Calibrated, out: Path) -> None:
        """Write a calibrated map and show it as a result of its own."""
        work = KeepCalibrated(made, out, own_network_of(made.result, self._context.state))
        self._context.start(CALIBRATE, work, self._accept_kept)

    def _accept(self, made: Calibrated) -> None:
        self._context.session.apply(calibration_ready(made))

    def _accept_kept(self, result: Result) -> None:
        self._context.session.apply(result_ready(result))
        self._context.notify(Notice("done", f"Wrote {result.path.name} to {result.path.parent}"))

    def _show_calibration(self, state: AppState) -> None:
        made = shown_calibration(state)
        self.panel.show_calibration(made)
        self._context.window.tabs.show_available(self.panel, made is not None)

    def _show_possible(self, state: AppState) -> None:
        self._reliability.show_can_calibrate(state.truth is not None and state.result is not None)

    def _new_dialog(self) -> "CalibrationDialog":
        from hsi_uq_app.gui.calibration.dialog import CalibrationDialog

        dialog = CalibrationDialog(self._context.window)
        dialog.plan_changed.connect(self._judge)
        dialog.calibrate_asked.connect(self.start)
        return dialog

    def _fill(self, dialog: "CalibrationDialog", state: AppState, result: Result) -> None:
        from hsi_uq_app.gui.calibration.form import choices_of

        framed = state.view.framed.text if state.view.framed else ""
        own = own_network_of(result, state)
        dialog.show_choices(
            result.label, choices_of(own.model is not None), suggested_regions(result.quantiles), framed
        )
        self._judge(dialog.form.plan())

    def _judge(self, plan: Plan) -> None:
        if self.dialog:
            self.dialog.show_problem(problem_of(self._context.state, plan))


def _missing(state: AppState) -> str:
    return "" if state.result and state.truth else "run a model and load truth first"
