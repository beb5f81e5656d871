"""What only the analyst can answer about a file: a header to correct, a class or a variable to choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import Choices


@dataclass(frozen=True)
class HeaderInQuestion:
    """A scene whose header may be wrong, and what was corrected so far."""

    path: Path
    overrides: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ClassInQuestion:
    """A truth of several classes (or bands): what to give as the class, and what it is called."""

    path: Path
    choices: Choices


@dataclass(frozen=True)
class VariableInQuestion:
    """A MATLAB file of which another array may be the scene."""

    path: Path


Question = HeaderInQuestion | ClassInQuestion


class QuestionError(UserError):
    """An error that an answer would mend."""

    def __init__(self, error: UserError, question: Question) -> None:
        super().__init__(error.message, error.hint)
        self.question = question
