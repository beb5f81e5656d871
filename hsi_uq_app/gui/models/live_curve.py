"""The figure a training states, while it goes on. It is shown, not kept: the passport keeps it."""

from PySide6.QtCore import QObject, Signal

from hsi_uq_app.gui.models.values import curve_from
from hsi_uq_app.gui.tasks import TaskRunner
from hsi_uq_app.progress import Measured


class LiveCurve(QObject):
    """Collects what one task states.

    Signals:
        grown(object): the Curve so far.
    """

    grown = Signal(object)

    def __init__(self, tasks: TaskRunner, task: str) -> None:
        super().__init__(tasks)
        self._task = task
        self._points: list[tuple[float, float]] = []
        tasks.started.connect(self._forget)
        tasks.measured.connect(self._add)

    def _forget(self, task: str) -> None:
        if task == self._task:
            self._points = []

    def _add(self, task: str, fraction: float, line: Measured) -> None:
        if task != self._task:
            return
        self._points.append((100 * fraction, line.value))
        x, y = zip(*self._points, strict=True)
        self.grown.emit(curve_from(line.name, "% of the training", x, y, end=100))
