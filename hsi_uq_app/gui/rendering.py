"""From the state to the screen, at most once a frame, and only what has changed."""

import time
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from hsi_uq_app.session.reads import Reads, recorded
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.state import AppState

FRAME_MS = 16
SLOW_FRAME_MS = 40
"""For maps of many million pixels, where a frame costs more: 25 a second."""


class Frames(QObject):
    """Shows the state soon after `request`, once for all requests of a frame.

    Attributes:
        steps: what a frame does with the state. A step with a bug does not keep the others from theirs; the
            bug is raised afterwards.
    """

    def __init__(
        self, session: Session, steps: Sequence[Callable[[AppState], None]], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self.steps = session, tuple(steps)
        self._last = 0.0
        self.interval_ms = FRAME_MS
        self.shown: AppState | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.flush)

    def request(self) -> None:
        """Ask for a frame; at once when the last one is a frame ago."""
        if not self._timer.isActive():
            passed = (time.monotonic() - self._last) * 1000
            self._timer.start(max(0, round(self.interval_ms - passed)))

    def stop(self) -> None:
        """Show nothing more: the window is about to go."""
        self.steps = ()

    @Slot()
    def flush(self) -> None:
        """Show the state now."""
        self._timer.stop()
        state = self.shown = self._session.state
        _all_of([partial(step, state) for step in self.steps])
        self._last = time.monotonic()


class Renderer:
    """Shows views from the state, and remembers what each of them read."""

    def __init__(self, views: Sequence[Callable[[AppState], None]]) -> None:
        self._views = tuple(views)
        self._reads: dict[int, Reads] = {}

    def render(self, state: AppState) -> None:
        """Show the views that read something else now, in their order; all of them the first time.

        A view with a bug does not keep the others from being shown; the bug is raised afterwards.
        """
        _all_of([partial(self._show, number, state) for number in range(len(self._views))])

    def _show(self, number: int, state: AppState) -> None:
        read = self._reads.get(number)
        if read is None or not read.hold_in(state):
            reads = self._reads[number] = Reads()
            self._views[number](recorded(state, reads))


def _all_of(steps: Sequence[Callable[[], None]]) -> None:
    """Do every step, and raise the first bug afterwards."""
    bugs: list[Exception] = []
    for step in steps:
        try:
            step()
        except Exception as bug:
            bugs.append(bug)
    if bugs:
        raise bugs[0]
