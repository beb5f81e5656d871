"""At most one rendering a frame, however often the state changes."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Slot

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
