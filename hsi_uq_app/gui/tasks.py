"""Slow work on other threads; results come back on the GUI thread, or not at all.

The runner lives in the GUI thread and owns all signals: a runnable that owned a signal would take it along when a
pool thread frees it. Receivers are slots of a QObject, so Qt knows their thread and queues the call.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot

from hsi_uq_app.progress import Cancelled, Progress

REPORT_EVERY_S = 0.05


@dataclass(frozen=True, eq=False)
class Task:
    """Work with a name. A task with the same name retires the one before.

    Attributes:
        work: runs on a pool thread; everything it needs was captured when it was made.
        done: gets what the work returned, on the GUI thread.
        quiet: its progress is not worth showing.
    """

    name: str
    work: Callable[[Progress], Any]
    done: Callable[[Any], None]
    quiet: bool = False


class _Run(QRunnable):
    """One run of a task. Python keeps it alive until the GUI thread has heard of its end."""

    def __init__(self, task: Task, runner: "TaskRunner") -> None:
        super().__init__()
        self.setAutoDelete(False)
        self.task, self._runner = task, runner
        self.cancelled = Event()
        self._reported = 0.0

    def progress(self, fraction: float, text: str = "") -> None:
        """Raise Cancelled once cancelled; report at most every REPORT_EVERY_S, so that the GUI is not flooded."""
        if self.cancelled.is_set():
            raise Cancelled(self.task.name)
        now = time.monotonic()
        if not self.task.quiet and now - self._reported >= REPORT_EVERY_S:
            self._reported = now
            self._runner.reported.emit(self, min(max(float(fraction), 0.0), 1.0), text)

    def run(self) -> None:
        try:
            self.progress(0.0)
            outcome: Any = self.task.work(self.progress)
        except BaseException as error:  # carried to the GUI thread, never lost
            outcome = error
        self._runner.ended.emit(self, outcome)


class TaskRunner(QObject):
    """Runs tasks.

    Signals:
        started(str), progressed(str, float, str), failed(str, object), finished(str): by the task's name, all in the
            GUI thread; `finished` follows success, failure and cancelling alike.
    """

    started = Signal(str)
    progressed = Signal(str, float, str)
    failed = Signal(str, object)
    finished = Signal(str)
    reported = Signal(object, float, str)
    ended = Signal(object, object)

    def __init__(self, parent: QObject | None = None, threads: int = 4) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(threads)
        self._current: dict[str, _Run] = {}
        self._alive: set[_Run] = set()
        self.reported.connect(self._on_reported)
        self.ended.connect(self._on_ended)

    def start(self, task: Task) -> None:
        """Run a task; an earlier one of its name is retired, its outcome dropped."""
        self._retire(task.name)
        run = _Run(task, self)
        self._current[task.name] = run
        self._alive.add(run)
        self.started.emit(task.name)
        self._pool.start(run)

    def cancel(self, name: str) -> None:
        """Stop the task with this name at its next progress call; its outcome is dropped."""
        if self._retire(name):
            self.finished.emit(name)

    def running(self) -> tuple[str, ...]:
        """Names of the tasks under way."""
        return tuple(self._current)

    def stop(self, within_ms: int) -> bool:
        """Cancel everything and wait; false when something still runs after that time."""
        for name in self.running():
            self.cancel(name)
        return self._pool.waitForDone(within_ms)

    def _retire(self, name: str) -> bool:
        run = self._current.pop(name, None)
        if run:
            run.cancelled.set()
        return run is not None

    @Slot(object, float, str)
    def _on_reported(self, run: _Run, fraction: float, text: str) -> None:
        if self._current.get(run.task.name) is run:
            self.progressed.emit(run.task.name, fraction, text)

    @Slot(object, object)
    def _on_ended(self, run: _Run, outcome: object) -> None:
        self._alive.discard(run)
        if self._current.get(run.task.name) is not run:
            return
        del self._current[run.task.name]
        self.finished.emit(run.task.name)
        if isinstance(outcome, BaseException):
            self.failed.emit(run.task.name, outcome)
        else:
            run.task.done(outcome)
