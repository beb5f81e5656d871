"""The progress line: a bar, what is done now, the time left, and Cancel."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from hsi_uq_app.gui import theme

_STEPS: Final = 1000
_APPEARS_AFTER_MS: Final = 400
_TRUSTED_AFTER_S: Final = 1.0
_TRUSTED_FROM: Final = 0.02


@dataclass
class _ShownTask:
    started: float
    fraction: float = 0.0
    text: str = ""
    cancelling: bool = False


class ProgressLine(QWidget):
    """Shows the task that started last; hidden when nothing runs, and for the first moments of a task.

    Signals:
        cancel_requested(str): the task with this name is to stop.
    """

    cancel_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self._runs: dict[str, _ShownTask] = {}
        self.words, self.bar, self.left = QLabel(self), QProgressBar(self), QLabel(self)
        self.cancel_button = QPushButton("Cancel", self)
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self.show)
        self._lay_out()
        self.hide()

    def show_progress(self, task: str, fraction: float, text: str = "") -> None:
        """Task `task` is at fraction 0..1. The first call of a task starts its clock."""
        if not self._runs:
            self.timer.start(_APPEARS_AFTER_MS)
        run = self._runs.setdefault(task, _ShownTask(self._clock()))
        run.fraction, run.text = min(max(fraction, 0.0), 1.0), text or run.text
        self._say()

    def finish(self, task: str) -> None:
        """Task `task` is over, whatever the outcome."""
        self._runs.pop(task, None)
        if self._runs:
            self._say()
        else:
            self.timer.stop()
            self.hide()

    def cancel(self) -> None:
        """Ask for the shown task to stop; it is shown until it has."""
        if self._runs:
            name, run = self._shown()
            run.cancelling = True
            self._say()
            self.cancel_requested.emit(name)

    def _shown(self) -> tuple[str, _ShownTask]:
        return list(self._runs.items())[-1]

    def _say(self) -> None:
        name, run = self._shown()
        others = f"  (+{len(self._runs) - 1} more)" if len(self._runs) > 1 else ""
        self.words.setText((run.text or name.capitalize()) + others)
        self.bar.setValue(round(_STEPS * run.fraction))
        left = time_left_text(self._clock() - run.started, run.fraction)
        self.left.setText("stopping …" if run.cancelling else left)
        self.cancel_button.setEnabled(not run.cancelling)
        self.setAccessibleDescription(f"{self.words.text()}, {run.fraction:.0%}, {self.left.text()}")

    def _lay_out(self) -> None:
        self.setAccessibleName("Progress")
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName("Progress")
        self.left.setMinimumWidth(theme.em(self, 6))
        self.left.setStyleSheet(f"color: {theme.MUTED}")
        self.cancel_button.setToolTip("Stop this task; earlier results stay (Esc)")
        self.cancel_button.clicked.connect(self.cancel)
        row = QHBoxLayout(self)
        margin = theme.em(self, 0.4)
        row.setContentsMargins(margin, margin // 2, margin, margin // 2)
        row.addWidget(self.words, 2)
        row.addWidget(self.bar, 3)
        row.addWidget(self.left)
        row.addWidget(self.cancel_button)


def time_left_text(elapsed: float, fraction: float) -> str:
    """Time left at the pace so far, in words; nothing while the pace is a guess."""
    if elapsed < _TRUSTED_AFTER_S or fraction < _TRUSTED_FROM:
        return ""
    seconds = elapsed * (1 - fraction) / fraction
    if seconds < 90:
        return f"{max(1, round(seconds))} s left"
    minutes = round(seconds / 60)
    return f"{minutes} min left" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min left"
