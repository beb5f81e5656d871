"""What every table as text has to deal with: encodings, decimal commas, a spreadsheet's `sep=;`."""

import codecs
import re

_COMMA = re.compile(r"\s*[-+]?\d*,\d+(?:[eE][-+]?\d+)?\s*")
_THOUSANDS = re.compile(r"\s*[-+]?[1-9]\d{0,2}(?:,\d{3})+\s*")
_SEPARATOR_ROW = re.compile(r"\s*\"?sep=.\"?\s*", re.IGNORECASE)


def decoded_table(content: bytes) -> str | None:
    """The text of a file: UTF-8, UTF-16 with its mark (as spreadsheets write), or Latin-1; None if binary."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    if b"\0" in content:
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def is_separator_row(row: str) -> bool:
    """Whether a row only tells a spreadsheet what separates the cells."""
    return _SEPARATOR_ROW.fullmatch(row) is not None


def decimal_point(cell: str) -> str:
    """A cell where a comma stands before the decimals, with a point in its place."""
    return cell.replace(",", ".") if _COMMA.fullmatch(cell) else cell


def decimal_point_in_quotes(cell: str) -> str:
    """The same among cells that commas separate; what may be thousands (`1,650`) is left alone."""
    return cell if _THOUSANDS.fullmatch(cell) else decimal_point(cell)


def are_decimal_commas(cells: list[str]) -> bool:
    """Whether every one of several cells is a number with a decimal comma."""
    return len(cells) > 1 and all(_COMMA.fullmatch(cell) for cell in cells)
