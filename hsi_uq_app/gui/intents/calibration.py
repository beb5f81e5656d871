"""Calibrate the shown result in the background, and keep what came out."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QFileDialog

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.notice_strip import Notice
from hsi_uq_app.gui.window import Window
from hsi_uq_app.session.calibration import Calibrated, CalibrationInputs
from hsi_uq_app.session.calibration_choices import own_network_of, problem_of, suggested_regions
from hsi_uq_app.session.calibration_transitions import calibration_closed, calibration_ready, isotonic_shown
from hsi_uq_app.session.derived import shown_calibration, shown_result
from hsi_uq_app.session.requests.calibration import Calibrate, KeepCalibrated
from hsi_uq_app.session.state import AppState, Result
from hsi_uq_app.session.transitions import result_ready
from hsi_uq_app.workflow.calibration_plan import Plan

if TYPE_CHECKING:
    from hsi_uq_app.gui.calibration_dialog import CalibrationDialog

NAME = "calibrate"


class CalibrationIntents:
    """Asks what to calibrate by and where, runs it, shows it, keeps it."""

    def __init__(self, desk: Desk, window: Window) -> None:
        self._desk, self._window = desk, window
        self._dialog: CalibrationDialog | None = None

    def ask(self) -> None:
        """Open the dialog, off to the side so that the scene can be seen."""
        state, result = self._desk.state, shown_result(self._desk.state)
        if result is None or state.truth is None:
            self._desk.tell(Notice("warning", "Nothing to calibrate", "run a model and load truth first"))
            return
        self._dialog = self._dialog or self._new_dialog()
        self._fill(self._dialog, state, result)
        self._dialog.open()
        beside = QPoint(self._window.width() - self._dialog.width(), theme.em(self._window, 3))
        self._dialog.move(self._window.mapToGlobal(beside))

    def start(self, name: str, plan: Plan) -> None:
        """Calibrate the shown result."""
        state, result = self._desk.state, shown_result(self._desk.state)
        if result is None or state.truth is None:
            return
        asked = CalibrationInputs(result.path, state.truth.path, name, plan)
        work = Calibrate(result, state.truth, asked, own_network_of(result, state))
        self._desk.start(NAME, work, self._accept)

    def close(self) -> None:
        """The result as predicted again."""
        self._desk.session.apply(calibration_closed)

    def keep(self) -> None:
        """Ask for a file, then write the calibrated map."""
        made, result = shown_calibration(self._desk.state), shown_result(self._desk.state)
        if made is None or result is None:
            return
        dialog = QFileDialog(self._window, "Keep the calibrated result", "", "Quantile maps (*.hdr)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("hdr")
        dialog.selectFile(str(result.path.with_name(f"{result.path.stem}_{made.row.name}.hdr")))
        dialog.fileSelected.connect(lambda name: self.write(made, result, Path(name)))
        dialog.open()

    def write(self, made: Calibrated, result: Result, out: Path) -> None:
        """Write a calibrated map and show it as a result of its own."""
        work = KeepCalibrated(result, made, out, own_network_of(result, self._desk.state))
        self._desk.start(NAME, work, self._accept_kept)

    def show_isotonic(self, shown: bool) -> None:
        """Lay the isotonic curve over the diagram, or take it away."""
        self._desk.session.apply(isotonic_shown(shown))

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """Names of `key_table.KEYS` and what they do."""
        return {"calibrate": self.ask}

    def _accept(self, made: Calibrated) -> None:
        self._desk.session.apply(calibration_ready(made))
        if shown_calibration(self._desk.state) is made:
            self._window.side.show_available(self._window.calibration, True)

    def _accept_kept(self, result: Result) -> None:
        self._desk.session.apply(result_ready(result))
        self._desk.tell(Notice("done", f"Wrote {result.path.name} to {result.path.parent}"))

    def _new_dialog(self) -> "CalibrationDialog":
        from hsi_uq_app.gui.calibration_dialog import CalibrationDialog

        dialog = CalibrationDialog(self._window)
        dialog.plan_changed.connect(self._judge)
        dialog.calibrate_asked.connect(self.start)
        return dialog

    def _fill(self, dialog: "CalibrationDialog", state: AppState, result: Result) -> None:
        from hsi_uq_app.gui.calibration.offers import offers_of

        framed = state.view.framed.text if state.view.framed else ""
        own = own_network_of(result, state)
        dialog.show_choices(
            result.label, offers_of(own.model is not None), suggested_regions(result.quantiles), framed
        )
        self._judge(dialog.form.plan())

    def _judge(self, plan: Plan) -> None:
        if self._dialog:
            self._dialog.show_problem(problem_of(self._desk.state, plan))
