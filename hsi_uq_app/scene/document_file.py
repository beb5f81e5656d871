"""JSON documents of this program, which may come from anywhere: no larger than any that it writes."""

from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.plain_file import open_plain

MOST_PARTS = 1_000_000


def read_document(path: Path, most: int, what: str, hint: str) -> bytes:
    """The bytes of a JSON document.

    Raises:
        UserError: larger than `most`, or of more parts than any document of this program.
        OSError: missing, no plain file, not readable.
    """
    with open_plain(path) as handle:
        content = handle.read(most + 1)
    if len(content) > most or is_bloated(content):
        raise UserError(f"{path} is too large for {what}", hint)
    return content


def is_bloated(content: bytes) -> bool:
    """Whether a JSON text has so many parts that its objects would take far more memory than its bytes."""
    return sum(map(content.count, (b"[", b"{", b","))) > MOST_PARTS
