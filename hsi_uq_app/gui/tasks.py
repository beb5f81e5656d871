"""Slow work on other threads; results come back on the GUI thread, or not at all.

The threads are Python's own. A QRunnable is easily freed twice or by the wrong thread, and Qt's pool gives
each run a new Python thread state: pyproj, which keeps a PROJ context for each, then crashes when two meet.
The runner lives in the GUI thread and owns all signals; receivers are its slots, so Qt knows to queue.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from hsi_uq_app.progress import Cancelled, Measured, Progress

REPORT_EVERY_S = 0.05
GIVE_WAY = 4
"""Niceness of tasks' threads: a lower priority may be kept off the processor while it holds the lock."""


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


class _TaskRun:
    """One run of a task."""

    def __init__(self, task: Task, runner: "TaskRunner") -> None:
        self.task, self._runner = task, runner
        self.cancelled = threading.Event()
        self.begun = False
        self._reported = 0.0

    def progress(self, fraction: float, text: str = "") -> None:
        """Raise Cancelled once cancelled; report at most every REPORT_EVERY_S: the GUI is not flooded."""
        if self.cancelled.is_set():
            raise Cancelled(self.task.name)
        now = time.monotonic()
        if not self.task.quiet and now - self._reported >= REPORT_EVERY_S:
            self._reported = now
            self._runner.reported.emit(self, min(max(float(fraction), 0.0), 1.0), text)

    def __call__(self) -> None:
        try:
            self.progress(0.0)
            outcome: Any = self.task.work(self.progress)
        except BaseException as error:  # carried to the GUI thread, never lost
            outcome = error
        with suppress(RuntimeError):  # the window is gone and the runner with it: nobody left to tell
            self._runner.ended.emit(self, outcome)


def give_way() -> None:
    """Let the GUI thread go first where threads have priorities; what this one starts inherits its own."""
    if sys.platform.startswith("linux"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVE_WAY)


class TaskRunner(QObject):
    """Runs tasks.

    A retired task may go on for a while before it next reports progress; new ones do not wait for it.

    Args:
        threads: how many tasks are at work at once; others wait their turn.
        retired: how many retired ones may go on beside them; beyond that, new ones do wait.

    Signals:
        started(str), progressed(str, float, str), failed(str, object), finished(str): by the task's name, all
            in the GUI thread; `finished` follows success, failure and cancelling alike, and comes last.
        measured(str, float, object): the fraction and the Measured line of work that states a figure.
        cancelled(str): the task was stopped by its name.
    """

    started = Signal(str)
    progressed = Signal(str, float, str)
    measured = Signal(str, float, object)
    cancelled = Signal(str)
    failed = Signal(str, object)
    finished = Signal(str)
    reported = Signal(object, float, object)
    ended = Signal(object, object)

    def __init__(self, parent: QObject | None = None, threads: int = 4, retired: int = 28) -> None:
        super().__init__(parent)
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads + retired, "task", initializer=give_way)
        self._current: dict[str, _TaskRun] = {}
        self._alive: set[Future[None]] = set()
        self._stopped = False
        self.reported.connect(self._on_reported)
        self.ended.connect(self._on_ended)

    def start(self, task: Task) -> None:
        """Run a task; an earlier one of its name is retired and its outcome dropped. None after `stop`."""
        if self._stopped:
            return
        self._retire(task.name)
        run = _TaskRun(task, self)
        self._current[task.name] = run
        self.started.emit(task.name)
        self._begin()

    def cancel(self, name: str) -> None:
        """Stop the task with this name at its next progress call; its outcome is dropped."""
        if self._retire(name):
            self._begin()
            self.cancelled.emit(name)
            self.finished.emit(name)

    def running(self) -> tuple[str, ...]:
        """Names of the tasks under way."""
        return tuple(self._current)

    def stop(self, within_s: float) -> bool:
        """Cancel everything, take no more, and wait; false when something still runs after that time."""
        self._stopped = True
        for name in self.running():
            self.cancel(name)
        self._pool.shutdown(wait=False, cancel_futures=True)
        left = [future for future in self._alive if not future.done()]
        return not wait(left, timeout=within_s).not_done

    def _begin(self) -> None:
        """Put waiting tasks to work, first come first served, while there are threads for them."""
        waiting = [run for run in self._current.values() if not run.begun]
        free = self._threads - (len(self._current) - len(waiting))
        self._alive = {future for future in self._alive if not future.done()}
        for run in () if self._stopped else waiting[: max(free, 0)]:
            run.begun = True
            self._alive.add(self._pool.submit(run))

    def _retire(self, name: str) -> bool:
        run = self._current.pop(name, None)
        if run:
            run.cancelled.set()
        return run is not None

    @Slot(object, float, object)
    def _on_reported(self, run: _TaskRun, fraction: float, text: str) -> None:
        if self._current.get(run.task.name) is not run:
            return
        self.progressed.emit(run.task.name, fraction, text)
        if isinstance(text, Measured):
            self.measured.emit(run.task.name, fraction, text)

    @Slot(object, object)
    def _on_ended(self, run: _TaskRun, outcome: object) -> None:
        if self._current.get(run.task.name) is not run:
            return
        del self._current[run.task.name]
        self._begin()
        try:
            self._deliver(run.task, outcome)
        finally:
            self.finished.emit(run.task.name)

    def _deliver(self, task: Task, outcome: object) -> None:
        if isinstance(outcome, BaseException):
            self.failed.emit(task.name, outcome)
        else:
            task.done(outcome)
