"""How slow work reports, and how it hears that the user gave up."""

from typing import Protocol


class Cancelled(Exception):  # noqa: N818 (an outcome, not an error)
    """The user gave up; raised by the progress call, never by the work itself."""


class Progress(Protocol):
    """Slow work calls this often (at least four times a second)."""

    def __call__(self, fraction: float, text: str = "") -> None:
        """Report a fraction 0..1 and a line of text; raises Cancelled once the user gave up."""


class Measured(str):
    """A line of progress that states a figure, so that a watcher can draw it while the work goes on.

    To everybody else it is a line like any other.

    Attributes:
        name: of the figure, for example "loss".
        value: the figure.
    """

    name: str
    value: float

    def __new__(cls, text: str, name: str, value: float) -> "Measured":
        line = super().__new__(cls, text)
        line.name, line.value = name, value
        return line


def silent(fraction: float, text: str = "") -> None:
    """The progress of callers who do not watch."""


def part(progress: Progress, start: float, stop: float) -> Progress:
    """The progress of one step of a larger job, as the stretch start..stop of it."""

    def report(fraction: float, text: str = "") -> None:
        progress(start + (stop - start) * fraction, text)

    return report
