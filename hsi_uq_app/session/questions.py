"""What only the analyst can answer when a file does not open: a header to correct, a class to choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hsi_uq_app.errors import UserError


@dataclass(frozen=True)
class HeaderInQuestion:
    """A scene whose header may be wrong, and what was corrected so far."""

    path: Path
    overrides: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ClassInQuestion:
    """A truth of several classes (or bands): what to give as the class, and what it is called."""

    path: Path
    choices: tuple[tuple[str, str], ...]


Question = HeaderInQuestion | ClassInQuestion


class QuestionError(UserError):
    """An error that an answer would mend."""

    def __init__(self, error: UserError, question: Question) -> None:
        super().__init__(error.message, error.hint)
        self.question = question
