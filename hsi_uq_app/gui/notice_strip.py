"""The notice strip (what, where, what to do) and the progress line; nothing modal."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from hsi_uq_app.errors import UserError

Severity = Literal["note", "done", "warning", "error"]


@dataclass(frozen=True)
class Notice:
    """One message: `what` and where, `hint` what to do, `details` for the clipboard (a traceback)."""

    severity: Severity
    what: str
    hint: str = ""
    details: str = ""


def notice_of(error: UserError) -> Notice:
    """What a person can mend, as a notice."""
    return Notice("error", error.message, error.hint)


class NoticeStrip(QWidget):
    """Shows the newest notice until it is closed; hidden when there is none.

    Signals:
        closed(): the user has read it.
    """

    closed = Signal()

    def show_notice(self, notice: Notice | None) -> None:
        """Show this notice, or hide the strip."""


class ProgressLine(QWidget):
    """A bar with text, time left and Cancel; hidden when nothing runs.

    Signals:
        cancel_requested(str): the task with this name is to stop.
    """

    cancel_requested = Signal(str)

    def show_progress(self, task: str, fraction: float, text: str = "") -> None:
        """Task `task` is at fraction 0..1. The first call of a task starts its clock."""

    def finish(self, task: str) -> None:
        """Task `task` is over, whatever the outcome."""
