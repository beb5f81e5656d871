"""ENVI headers from plain values."""

from collections.abc import Mapping
from pathlib import Path

from hsi_uq_app.plain_text import plain


def header_text(fields: Mapping[str, object]) -> str:
    """The text of an ENVI header: one key a line, lists and tuples in braces, text as it is.

    Text that needs braces (map info, coordinate system string) brings them along.
    """
    rows = [f"{key} = {_value(value)}" for key, value in fields.items()]
    return "\n".join(("ENVI", *rows)) + "\n"


def write_header(path: Path, fields: Mapping[str, object]) -> None:
    """Write a header beside its data; callers that must be whole or absent hand in a draft's path."""
    path.write_text(header_text(fields), encoding="utf-8")


def _value(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(_item(item) for item in value) + "}"
    text = plain(value)
    if text.startswith("{") and text.endswith("}"):
        return "{" + _item(text[1:-1]) + "}"
    return _item(text)


def _item(item: object) -> str:
    """An item of a list: a brace or a new line inside it would end the list, or the header."""
    return plain(item).replace("{", "(").replace("}", ")")
