"""From the state to the screen, at most once a frame, and only what has changed."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from hsi_uq_app.session.reads import Reads, recorded
from hsi_uq_app.session.state import AppState

FRAME_MS = 16
SLOW_FRAME_MS = 40
"""For maps of many million pixels, where a frame costs more: 25 a second."""


class Frames(QObject):
    """Calls `render` soon after `request`, once for all requests of a frame."""

    def __init__(self, render: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._render = render
        self._last = 0.0
        self.interval_ms = FRAME_MS
        self._timer = QTimer(self, singleShot=True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.flush)

    def request(self) -> None:
        """Ask for a rendering; at once when the last one is a frame ago."""
        if not self._timer.isActive():
            passed = (time.monotonic() - self._last) * 1000
            self._timer.start(max(0, round(self.interval_ms - passed)))

    def stop(self) -> None:
        """Render no more: the window is about to go."""
        self._render = lambda: None

    @Slot()
    def flush(self) -> None:
        """Render now."""
        self._timer.stop()
        self._render()
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
        bugs: list[Exception] = []
        for number, view in enumerate(self._views):
            read = self._reads.get(number)
            if read is not None and read.hold_in(state):
                continue
            reads = self._reads[number] = Reads()
            try:
                view(recorded(state, reads))
            except Exception as bug:
                bugs.append(bug)
        if bugs:
            raise bugs[0]
