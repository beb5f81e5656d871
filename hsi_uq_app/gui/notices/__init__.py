"""What is said to the analyst, and how far slow work is."""

from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.notices.progress import ProgressLine
from hsi_uq_app.gui.notices.strip import NoticeStrip
from hsi_uq_app.session.state import task_finished, task_started


class NoticesFeature(Feature):
    """The strip above everything, and the progress line below it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.strip, self.progress = NoticeStrip(), ProgressLine()
        self.panels = (
            Panel("notices", self.strip, "top"),
            Panel("progress", self.progress, "bottom", rank=1),
        )
        self._connect(context)

    def _connect(self, context: Context) -> None:
        context.voice.noticed.connect(self.strip.show_notice)
        tasks = context.tasks
        tasks.started.connect(lambda name: context.session.apply(task_started(name)))
        tasks.finished.connect(lambda name: context.session.apply(task_finished(name)))
        tasks.progressed.connect(self.progress.show_progress)
        tasks.finished.connect(self.progress.finish)
        self.progress.cancel_requested.connect(tasks.cancel)
        for runner in (tasks, context.reads):
            runner.failed.connect(lambda _, error: context.report(error))
