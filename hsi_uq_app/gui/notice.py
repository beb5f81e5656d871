"""A message to the analyst: what went on, where, and what to do."""

from dataclasses import dataclass
from typing import Literal

from hsi_uq_app.errors import UserError
from hsi_uq_app.session.questions import Question, QuestionError
from hsi_uq_app.session.results import Cautions

Severity = Literal["note", "done", "warning", "error"]


@dataclass(frozen=True)
class Notice:
    """One message: `what` and where, `hint` what to do, `details` for the clipboard (a traceback).

    `question`: what may be asked about it; the notice offers to.
    """

    severity: Severity
    what: str
    hint: str = ""
    details: str = ""
    question: Question | None = None


def notice_of(error: UserError) -> Notice:
    """What a person can mend, as a notice; where an answer would mend it, with the offer to ask."""
    question = error.question if isinstance(error, QuestionError) else None
    return Notice("error", error.message, error.hint, question=question)


def notice_of_cautions(result: str, cautions: Cautions) -> Notice | None:
    """What must be said beside a result, if anything."""
    said = f"{result}: {'; '.join(cautions.lines)}"
    return Notice("warning" if cautions.warning else "note", said) if cautions.lines else None
