"""What every feature of the window works with: the state, the runners of slow work, the other features."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui.bug_report import report_text, write_report
from hsi_uq_app.gui.notice import Notice, notice_of
from hsi_uq_app.gui.tasks import Task, TaskRunner
from hsi_uq_app.gui.window import Window
from hsi_uq_app.progress import Cancelled, Progress
from hsi_uq_app.session.layer import PictureBuffers
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.state import AppState

if TYPE_CHECKING:
    from hsi_uq_app.gui.feature import Feature
    from hsi_uq_app.gui.files.recent import RecentFiles

F = TypeVar("F", bound="Feature")


class Voice(QObject):
    """Carries notices to the strip. Signals: noticed(object): Notice, or None to take it away."""

    noticed = Signal(object)


@dataclass(frozen=True, eq=False)
class Context:
    """One for each window.

    Attributes:
        tasks: opening, predicting, counting, writing.
        reads: small reads that follow the mouse, one at a time: a slow disk is never asked twice at once.
        voice: says what features notify.
        buffers: what the set and the width are painted into.
        results: the folder where predictions are kept.
        state_folder: where the running session is kept.
        features: those that have been built so far.
    """

    window: Window
    session: Session
    tasks: TaskRunner
    reads: TaskRunner
    voice: Voice
    recent: "RecentFiles"
    results: Path
    state_folder: Path
    buffers: PictureBuffers = field(default_factory=PictureBuffers)
    features: "list[Feature]" = field(default_factory=list)

    @property
    def state(self) -> AppState:
        return self.session.state

    def of(self, kind: type[F]) -> F:
        """Another feature, which stands above this one in the table."""
        return next(feature for feature in self.features if isinstance(feature, kind))

    def start(
        self, name: str, work: Callable[[Progress], Any], done: Callable[[Any], None], quiet: bool = False
    ) -> None:
        """Run slow work; `done` gets its value on the GUI thread."""
        self.tasks.start(Task(name, work, done, quiet))

    def read(self, name: str, work: Callable[[Progress], Any], done: Callable[[Any], None]) -> None:
        """Run a small read; a newer one of its name takes its place."""
        self.reads.start(Task(name, work, done, quiet=True))

    def notify(self, notice: Notice | None) -> None:
        """Show a notice, or take it away (None)."""
        self.voice.noticed.emit(notice)

    def report(self, error: BaseException) -> None:
        """Say what went wrong: in one line what the user can mend, else where the report of the bug lies."""
        if isinstance(error, Cancelled):
            return
        self.notify(notice_of(error) if isinstance(error, UserError) else bug_notice(error))


def bug_notice(error: BaseException) -> Notice:
    """A bug as a notice; its report is written to a file first."""
    path = write_report(error)
    where = f"the report lies in {path}" if path else "no report could be written; copy the details"
    return Notice(
        "error", f"Something went wrong inside HSI UQ ({type(error).__name__})", where, report_text(error)
    )
