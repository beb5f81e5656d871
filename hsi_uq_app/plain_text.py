"""Text that came from a file or an argument, made safe to show on a line and in a cell of a table."""

import unicodedata

_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029"
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_HARMLESS = "\u00ad\u200c\u200d"  # soft hyphen and joiners: some scripts need them
_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


def plain(text: object) -> str:
    """One line: breaks are spaces; what would steer a terminal or turn the reading order is spelt out."""
    return "".join(map(_shown, str(text)))


def is_plain(text: str) -> bool:
    """Whether a line shows the text as it is; bytes that are no text in this locale do no harm."""
    return all(_shown(letter) == letter or unicodedata.category(letter) == "Cs" for letter in text)


def cell(value: object) -> object:
    """A value of a CSV: text that a spreadsheet would take for a formula has an apostrophe in front."""
    if not isinstance(value, str):
        return value
    text = value.replace("\0", "")
    risky = text[:1] in ("\t", "\r", "\n") or text.lstrip().startswith(_FORMULA)
    return f"'{text}" if risky and not _is_number(text) else text


def _shown(letter: str) -> str:
    if letter in _SPACES:
        return " "
    if unicodedata.category(letter) in _UNSEEN and letter not in _HARMLESS:
        return letter.encode("unicode_escape", "surrogatepass").decode()
    return letter


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii() and text.strip() == text
