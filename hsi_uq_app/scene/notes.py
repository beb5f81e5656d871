"""What was odd about a file: shown, never swallowed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    """One oddity, with the header key and line it was found at (line None: not in the header's text)."""

    key: str
    line: int | None
    text: str

    def __str__(self) -> str:
        place = f"line {self.line}, " if self.line else ""
        return f"{place}{self.key}: {self.text}"
