"""The running program: window, session, tasks, and the features of the table put together."""

import time
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from hsi_uq_app.gui.commands import Commands
from hsi_uq_app.gui.context import Context, Voice
from hsi_uq_app.gui.features import FEATURES
from hsi_uq_app.gui.files.recent import RecentFiles
from hsi_uq_app.gui.following import Follower
from hsi_uq_app.gui.rendering import FRAME_MS, SLOW_FRAME_MS, Frames, Renderer
from hsi_uq_app.gui.sessions.autosave import state_folder
from hsi_uq_app.gui.tasks import TaskRunner
from hsi_uq_app.gui.window import Window
from hsi_uq_app.session.layer import step_for
from hsi_uq_app.session.prediction import results_folder
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.state import AppState

CLOSE_S: Final = 2.5


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
        self.context = Context(
            window=self.window,
            session=self.session,
            tasks=TaskRunner(self),
            reads=TaskRunner(self, threads=1, retired=0),
            voice=Voice(self),
            recent=recent or RecentFiles(),
            results=results or results_folder(),
            state_folder=state or state_folder(),
        )
        self._build()
        steps = (self._set_pace, self.renderer.render, self.follower.follow)
        self.frames = Frames(self.session, steps, self)
        self.session.watch(self.frames.request)
        self.bug_met.connect(self._on_bug)
        self.window.closing.connect(self.stop)
        self.ended_in_time = True
        self.frames.flush()

    @property
    def is_settled(self) -> bool:
        """Nothing runs or is about to, and the last state has been shown."""
        context = self.context
        is_busy = context.tasks.running() or context.reads.running() or self.follower.is_waiting
        return not is_busy and self.frames.shown is self.session.state

    @Slot()
    def stop(self) -> None:
        """Show nothing more, cancel everything, and wait a moment for it."""
        for feature in self.context.features:
            feature.stop()
        self.session.close()
        self.frames.stop()
        until = time.monotonic() + CLOSE_S
        runners = (self.context.tasks, self.context.reads)
        ended = [runner.stop(max(0.0, until - time.monotonic())) for runner in runners]
        self.ended_in_time = min(ended)

    def _set_pace(self, state: AppState) -> None:
        """A frame of a map of many million pixels costs more."""
        is_large = state.result is not None and step_for(state.result.quantiles) > 1
        self.frames.interval_ms = SLOW_FRAME_MS if is_large else FRAME_MS

    def _build(self) -> None:
        """Make the features in the order of the table; each finds those above it in the context."""
        features = self.context.features
        for kind in FEATURES:
            features.append(kind(self.context))
        self.window.lay_out([panel for feature in features for panel in feature.panels])
        groups = [feature.commands for feature in features]
        scene = self.window.panels["scene"]
        self.commands = Commands(self.window, scene, groups, self.context.notify, lambda: self.session.state)
        views = [view for feature in features for view in feature.views]
        self.renderer = Renderer([*views, *self.commands.views])
        self.follower = Follower(self.context, [one for feature in features for one in feature.derivations])

    @Slot(object)
    def _on_bug(self, error: BaseException) -> None:
        self.context.report(error)
