"""What only the analyst can answer about a file: a header to correct, a class or an array to choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.class_codes import Choices
from hsi_uq_app.scene.envi_pair import NEVER_DATA, data_beside, header_beside, is_header
from hsi_uq_app.scene.envi_text import read_text
from hsi_uq_app.scene.matlab_file import list_variables
from hsi_uq_app.scene.open_scene import OPENERS

MOST_FILES = 200


@dataclass(frozen=True)
class HeaderInQuestion:
    """A scene whose header may be wrong, and what was corrected so far."""

    offer: ClassVar[str] = "Correct header fields…"
    path: Path
    overrides: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ClassInQuestion:
    """A truth of several classes (or bands): what to give as the class, and what it is called."""

    offer: ClassVar[str] = "Choose the class…"
    path: Path
    choices: Choices


@dataclass(frozen=True)
class VariableInQuestion:
    """A MATLAB file of which another array may be the scene."""

    offer: ClassVar[str] = "Choose another array…"
    path: Path


Question = HeaderInQuestion | ClassInQuestion | VariableInQuestion


class QuestionError(UserError):
    """An error that an answer would mend."""

    def __init__(self, error: UserError, question: Question) -> None:
        super().__init__(error.message, error.hint)
        self.question = question


@dataclass(frozen=True, eq=False)
class HeaderFields:
    """A header's raw fields with the corrections so far, the files that may hold its data, and their sizes.

    `data_file`: the name of the one that is taken now, "" if none is found.
    """

    asked: HeaderInQuestion
    fields: Mapping[str, str]
    data_file: str
    sizes: Mapping[str, int]


@dataclass(frozen=True)
class ReadHeader:
    """The text of a header, not made sense of."""

    asked: HeaderInQuestion

    def __call__(self, progress: Progress) -> HeaderFields:
        header = header_of(self.asked.path)
        fields = read_text(header).fields
        sizes = {
            path.name: path.stat().st_size
            for path in sorted(header.parent.iterdir())[:MOST_FILES]
            if path.is_file() and path != header and path.suffix.lower() not in NEVER_DATA
        }
        given = self.asked.overrides.get("data file", "")
        return HeaderFields(self.asked, fields, given or _data_name(self.asked.path, header), sizes)


def header_of(path: Path) -> Path:
    """The header of a scene named by either file.

    Raises:
        UserError: there is none.
    """
    return path if is_header(path) else header_beside(path)


def can_be_corrected(path: Path) -> bool:
    """Whether a scene has an ENVI header whose fields can be read at all."""
    if path.suffix.lower() in OPENERS or not path.is_file():
        return False
    try:
        return bool(read_text(header_of(path)).fields)
    except UserError:
        return False


def _data_name(path: Path, header: Path) -> str:
    if path != header:
        return path.name
    try:
        return data_beside(header).name
    except UserError:
        return ""


@dataclass(frozen=True)
class ReadVariables:
    """Names and shapes of the arrays of a MATLAB file that could be the scene: of two or three axes."""

    asked: VariableInQuestion

    def __call__(self, progress: Progress) -> Choices:
        return tuple(
            (variable.name, " × ".join(map(str, variable.shape)))
            for variable in list_variables(self.asked.path)
            if len(variable.shape) in (2, 3) and variable.size > 1
        )
