"""Pages in `docs/` whose tables are written by the commands that measured them, and by nothing else."""

import re
from collections.abc import Sequence
from pathlib import Path

from hsi_uq_app.files import whole_files
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import anything, holds

_PLAIN = Guard()
_OUR_PICTURE = holds(b"\x89PNG", b"Software\0HSI UQ")


def write_section(page: Path, name: str, text: str) -> Path:
    """Put text between the page's marks `<!-- name -->` and `<!-- end of name -->`; a new page has only that.

    What people wrote around the marks stays as it is.
    """
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    section = f"{start}\n{text.strip()}\n{end}"
    before = page.read_text(encoding="utf-8") if page.exists() else f"{start}{end}\n"
    pattern = re.compile(re.escape(start) + ".*?" + re.escape(end), re.DOTALL)
    after = pattern.sub(lambda _: section, before) if pattern.search(before) else f"{before}\n{section}\n"
    with whole_files(page, ours=anything) as (draft,):
        draft.write_text(after, encoding="utf-8")
    return page


def write_picture(picture: Path, content: bytes, guard: Guard = _PLAIN) -> Path:
    """Write an image file, whole or not at all."""
    with whole_files(picture, ours=_OUR_PICTURE, guard=guard) as (draft,):
        draft.write_bytes(content)
    return picture


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with its first column to the left and the others to the right."""
    lines = [columns, ["---", *["---:"] * (len(columns) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def spread(values: Sequence[float | None], digits: int = 2) -> str:
    """Mean and standard deviation over repetitions, `.86 (.03)`; says how many are undefined."""
    known = [value for value in values if value is not None]
    if not known:
        return "undefined"
    mean = sum(known) / len(known)
    text = f"{mean:,.{digits}f}"
    if len(known) > 1:
        deviation = (sum((value - mean) ** 2 for value in known) / (len(known) - 1)) ** 0.5
        text += f" ({deviation:,.{digits}f})"
    missing = len(values) - len(known)
    return f"{text}, {missing} undefined" if missing else text
