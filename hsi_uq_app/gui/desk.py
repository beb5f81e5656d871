"""What the intents work with: the session, the runners of slow work, and a voice."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui.bug_report import report_text, write_report
from hsi_uq_app.gui.notice_strip import Notice, notice_of
from hsi_uq_app.gui.tasks import Task, TaskRunner
from hsi_uq_app.progress import Cancelled, Progress
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.state import AppState


@dataclass(frozen=True, eq=False)
class Desk:
    """One for each window.

    Attributes:
        session: the state.
        tasks: opening, predicting, counting, writing.
        reads: small reads that follow the mouse, one at a time: a slow disk is never asked twice at once.
        tell: shows a notice, or takes it away (None).
    """

    session: Session
    tasks: TaskRunner
    reads: TaskRunner
    tell: Callable[[Notice | None], None]

    @property
    def state(self) -> AppState:
        return self.session.state

    def start(
        self, name: str, work: Callable[[Progress], Any], done: Callable[[Any], None], quiet: bool = False
    ) -> None:
        """Run slow work; `done` gets its value on the GUI thread."""
        self.tasks.start(Task(name, work, done, quiet))

    def read(self, name: str, work: Callable[[Progress], Any], done: Callable[[Any], None]) -> None:
        """Run a small read; a newer one of its name takes its place."""
        self.reads.start(Task(name, work, done, quiet=True))

    def report(self, error: BaseException) -> None:
        """Say what went wrong: in one line what the user can mend, else where the report of the bug lies."""
        if isinstance(error, Cancelled):
            return
        self.tell(notice_of(error) if isinstance(error, UserError) else bug_notice(error))


def bug_notice(error: BaseException) -> Notice:
    """A bug as a notice; its report is written to a file first."""
    path = write_report(error)
    where = f"the report lies in {path}" if path else "no report could be written; copy the details"
    return Notice(
        "error", f"Something went wrong inside HSI UQ ({type(error).__name__})", where, report_text(error)
    )
