"""Files small enough to be read at once: headers, tables, libraries of text."""

from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.plain_file import open_plain


def read_at_most(path: Path, most: int) -> bytes | None:
    """All bytes of a file; None where it holds more than `most`.

    Raises:
        UserError: it cannot be read.
    """
    try:
        with open_plain(path) as handle:
            content = handle.read(most + 1)
    except OSError as error:
        raise UserError(
            f"cannot read {path}: {error.strerror}", "check the name and the permissions"
        ) from error
    return content if len(content) <= most else None
