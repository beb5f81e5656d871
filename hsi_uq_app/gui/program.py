"""The running program: window, session and tasks put together."""

import time
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from hsi_uq_app.gui.actions import actions_of
from hsi_uq_app.gui.all_effects import AT_REST, EFFECTS
from hsi_uq_app.gui.all_parts import PARTS
from hsi_uq_app.gui.autosave import Autosave, state_folder
from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.effects import Rest, follow
from hsi_uq_app.gui.frames import FRAME_MS, SLOW_FRAME_MS, Frames
from hsi_uq_app.gui.intents.calibration import CalibrationIntents
from hsi_uq_app.gui.intents.comparison import ComparisonIntents
from hsi_uq_app.gui.intents.export import ExportIntents
from hsi_uq_app.gui.intents.files import FileIntents
from hsi_uq_app.gui.intents.library import LibraryIntents
from hsi_uq_app.gui.intents.prediction import PredictionIntents
from hsi_uq_app.gui.intents.questions import QuestionIntents
from hsi_uq_app.gui.intents.reflectance import ReflectanceIntents
from hsi_uq_app.gui.intents.sessions import SessionIntents
from hsi_uq_app.gui.intents.spectra import SpectraIntents
from hsi_uq_app.gui.intents.training import TrainingIntents
from hsi_uq_app.gui.intents.truth import TruthIntents
from hsi_uq_app.gui.intents.view import ViewIntents
from hsi_uq_app.gui.live_spectrum import LiveSpectrum
from hsi_uq_app.gui.menus import add_menus
from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.gui.recent_files import RecentFiles, RecentMenu
from hsi_uq_app.gui.rendering import render
from hsi_uq_app.gui.shortcuts import install
from hsi_uq_app.gui.tasks import TaskRunner
from hsi_uq_app.gui.window import Window
from hsi_uq_app.gui.wiring import (
    connect_calibration,
    connect_comparison,
    connect_controls,
    connect_lists,
    connect_tasks,
    connect_truth,
    connect_view,
)
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.state import AppState

CLOSE_S = 2.5


class Program(QObject):
    """Owns what lives as long as the window.

    Args:
        recent: the list of recent scenes; the user's own if not given.
        results: where predictions are kept; the user's cache if not given.
        state: where the running session is kept; the user's state folder if not given.
    """

    bug_met = Signal(object)

    def __init__(
        self, recent: RecentFiles | None = None, results: Path | None = None, state: Path | None = None
    ) -> None:
        super().__init__()
        self.window, self.session = Window(), Session()
        self.desk = Desk(
            self.session, TaskRunner(self), TaskRunner(self, threads=1), self.window.notices.show_notice
        )
        self.stage = Stage(self.window)
        self._shown: AppState | None = None
        self.frames = Frames(self._render, self)
        self._rest, self._live = Rest(self.desk, AT_REST), LiveSpectrum(self.desk, self.window.spectrum)
        self.session.watch(self.frames.request)
        self.autosave = Autosave(self.session, state or state_folder(), self)
        self._wire(recent or RecentFiles(), results)
        self.bug_met.connect(self._on_bug)
        self.window.closing.connect(self.stop)
        self.ended_in_time = True
        self._render()

    @Slot()
    def stop(self) -> None:
        """Show nothing more, cancel everything, and wait a moment for it."""
        self.autosave.end_well()
        self.session.part()
        self.frames.stop()
        until = time.monotonic() + CLOSE_S
        runners = (self.desk.tasks, self.desk.reads)
        ended = [runner.stop(max(0.0, until - time.monotonic())) for runner in runners]
        self.ended_in_time = min(ended)

    @Slot(object)
    def _on_bug(self, error: BaseException) -> None:
        self.desk.report(error)

    def _render(self) -> None:
        """Show what changed since the last frame, then start what follows from it."""
        old, new = self._shown, self.session.state
        self._shown = new
        render(self.stage, PARTS, old, new)
        follow(self.desk, EFFECTS, old, new)
        self._rest.follow(old, new)
        self.frames.interval_ms = SLOW_FRAME_MS if self.stage.set and self.stage.set.step > 1 else FRAME_MS
        self._live.follow(old, new)
        self.autosave.follow(old, new)
        self.training.follow(old, new)

    def _wire(self, recent: RecentFiles, results: Path | None) -> None:
        desk, window = self.desk, self.window
        self.files, self.view = FileIntents(desk, window, recent), ViewIntents(desk, window)
        self.runs, self.exports = PredictionIntents(desk, results), ExportIntents(desk, window)
        self.truth = TruthIntents(desk, window)
        self.sessions = SessionIntents(desk, window, self.files, self.autosave.left_behind)
        self.training = TrainingIntents(desk, window, self.files, self.runs)
        self.comparison, self.calibration = ComparisonIntents(desk), CalibrationIntents(desk, window)
        self.questions = QuestionIntents(desk, window, self.files)
        self.library, self.spectra = LibraryIntents(desk, window, self.files), SpectraIntents(desk, window)
        connect_controls(window, self.files, self.runs, self.exports, self.training)
        connect_lists(window, desk)
        connect_view(window, self.view)
        connect_truth(window, self.truth)
        connect_comparison(window, self.comparison, desk)
        connect_calibration(window, self.calibration)
        connect_tasks(window, desk)
        common = actions_of(desk, window, self.files, self.view, self.runs, self.exports, self.training)
        self.actions = {**common, **self.sessions.actions(), **self.comparison.actions()}
        self.reflectance = ReflectanceIntents(desk, window)
        for intents in (self.calibration, self.questions, self.library, self.spectra, self.reflectance):
            self.actions |= intents.actions()
        self.recent_menu = RecentMenu(recent, window)
        self.recent_menu.file_chosen.connect(self.files.open_scene)
        add_menus(window, self.actions, self.recent_menu)
        self.shortcuts = install(window, self.actions, window.scene)
