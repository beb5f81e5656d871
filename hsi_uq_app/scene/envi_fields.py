"""Reading single header fields: numbers and lists, with defaults that are said and refusals that help."""

import difflib
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.envi_text import HeaderText
from hsi_uq_app.scene.notes import Note

_FORTRAN = re.compile(r"([-+]?(?:\d+\.\d*|\.\d+))[dD]([-+]?\d+)")
_SEPARATORS = re.compile(r"[,;\s\[\]{}()]+")
LARGEST_NUMBER = 2**62
FIXED_KEYS = ("lines", "samples", "bands", "data type", "byte order", "header offset", "interleave")
NO_VALUE = "none"
LONGEST_ITEM = 100  # letters that an item of a list takes at most on average
LONGEST_KEY, MOST_KEYS = 40, 500  # beyond these a key is not compared with the known ones


@dataclass
class Fields:
    """The fields of one header being read; notes gather as it goes."""

    path: Path
    fields: dict[str, str]
    lines: dict[str, int]
    notes: list[Note] = field(default_factory=list)

    def note(self, key: str, text: str) -> None:
        self.notes.append(Note(key, self.lines.get(key), text))

    def refuse(self, key: str, problem: str, example: str) -> UserError:
        """The error for a field that cannot be guessed."""
        return UserError(
            f"{self.place(key)}: {problem}", f"correct the header, or give --set '{key}={example}'"
        )

    def place(self, key: str) -> str:
        """Where a field stands."""
        line = self.lines.get(key)
        return f"{self.path.name}, line {line}" if line else self.path.name

    def get(self, key: str) -> str:
        """The raw value, "" when absent or blank."""
        return self.fields.get(key, "").strip()

    def whole_number(
        self, key: str, default: int | None = None, least: int = 0, most: int = LARGEST_NUMBER
    ) -> int:
        """A whole number; `5.0` is read as 5 with a note.

        Raises:
            UserError: absent without a default, no number, below `least` or above `most`.
        """
        text = self.get(key)
        if not text:
            return self._default(key, default)
        number = as_number(text.partition(";")[0].strip("{}[]() ,"))
        if number is None or not number.is_integer() or not least <= number <= most:
            bounds = f"from {least} to {most}" if most < LARGEST_NUMBER else f"from {least} up"
            raise self.refuse(key, f"`{key} = {text[:40]}` is not a whole number {bounds}", "NUMBER")
        if not text.isdecimal():
            self.note(key, f"`{text[:40]}` is read as {int(number)}")
        return int(number)

    def _default(self, key: str, default: int | None) -> int:
        if default is None:
            near = difflib.get_close_matches(key, _short(self.fields), n=1, cutoff=0.7)
            hint = f" (is `{near[0]}` meant?)" if near else ""
            raise self.refuse(key, f"the header has no `{key}`{hint}", "NUMBER")
        self.note(key, f"not given; {default} is assumed")
        return default

    def number(self, key: str) -> float | None:
        """A number, None when absent or set to `none`; what is not a number is noted and taken as absent."""
        text = self.get(key)
        if not text or (text.lower() == NO_VALUE and key not in self.lines):
            return None
        words = split_list(text)
        number = as_number(words[0]) if words else None
        if number is None:
            self.note(key, f"`{text[:40]}` is not a number and is not used")
        elif len(words) > 1:
            self.note(key, f"holds {len(words)} values; the first, {words[0]}, is used")
        return number

    def numbers(self, key: str, count: int) -> np.ndarray | None:
        """A list of `count` numbers as float64, None when absent, unreadable or of another length (noted)."""
        text = self.get(key)
        if not text:
            return None
        if len(text) > LONGEST_ITEM * (count + 10):
            self.note(key, f"{len(text):,} letters for {count} bands; not used")
            return None
        words = split_list(text)
        values = [number for word in words if (number := as_number(word)) is not None]
        if len(values) != count:
            self.note(key, f"{len(values)} numbers for {count} bands; not used")
            return None
        if len(words) != count:
            strange = next(word for word in words if as_number(word) is None)
            self.note(key, f"`{strange[:40]}` between the numbers is skipped")
        return np.array(values, dtype=np.float64)

    def texts(self, key: str, count: int) -> tuple[str, ...] | None:
        """A list of `count` texts separated by commas, None when absent or of another length (noted)."""
        text = self.get(key)
        if not text:
            return None
        found = text.strip(",").count(",") + 1
        if found != count:
            self.note(key, f"{found} names for {count} bands; not used")
            return None
        return tuple(item.strip() for item in text.strip(",").split(","))


def open_fields(text: HeaderText, overrides: Mapping[str, str] | None, used_keys: tuple[str, ...]) -> Fields:
    """Fields with the user's overrides on top and misspelt keys recognised.

    Raises:
        UserError: an override that nearly is a known key.
    """
    fields = Fields(text.path, dict(text.fields), dict(text.lines), list(text.notes))
    for key, value in plain_keys(overrides).items():
        _check_spelling(key, fields, used_keys)
        _override(fields, key, value)
    for key in _short(key for key in fields.fields if key not in used_keys):
        _recognise(fields, key, used_keys)
    return fields


def plain_keys(overrides: Mapping[str, str] | None) -> dict[str, str]:
    """The user's corrections by key in lower case, with single blanks."""
    return {
        " ".join(key.lower().replace("_", " ").split()): str(value).strip()
        for key, value in (overrides or {}).items()
    }


def refuse_fixed(overrides: Mapping[str, str] | None, fields: Mapping[str, str], path: Path) -> None:
    """Refuse corrections of a layout that the file itself fixes, unless they say the same.

    Raises:
        UserError: such a correction.
    """
    for key, value in plain_keys(overrides).items():
        if key in FIXED_KEYS and key in fields and value.lower() != fields[key]:
            raise UserError(
                f"{path.name}: `{key}` is {fields[key]} in the file itself and cannot be set to {value[:40]}",
                "leave it out, or export the file with another layout",
            )


def _check_spelling(key: str, fields: Fields, used_keys: tuple[str, ...]) -> None:
    """A correction that is nearly a key would change nothing, or another thing than was meant."""
    if key in used_keys or key in fields.fields or len(key) > LONGEST_KEY:
        return
    near = difflib.get_close_matches(key, used_keys, n=1, cutoff=0.85)
    if near:
        raise UserError(
            f"`{key}` is no field of a header", f"is `{near[0]}` meant? give --set '{near[0]}=...'"
        )


def _override(fields: Fields, key: str, value: str) -> None:
    said = f", the file says {fields.fields[key][:40]}" if key in fields.fields else ""
    fields.fields[key] = value.strip("{}")
    fields.lines.pop(key, None)
    fields.note(key, f"set by the user to {value[:40]}{said}")


def _recognise(fields: Fields, key: str, used_keys: tuple[str, ...]) -> None:
    """Take a misspelt key (`wavelength_unts`) for the one it nearly is, when that one is absent."""
    near = difflib.get_close_matches(key.replace("_", " "), used_keys, n=1, cutoff=0.9)
    if not near or near[0] in fields.fields or near[0] == key:
        return
    fields.fields[near[0]] = fields.fields[key]
    fields.lines[near[0]] = fields.lines.get(key, 0)
    fields.note(near[0], f"key `{key}` is taken for `{near[0]}`")


def _short(keys: Iterable[str]) -> list[str]:
    """The keys worth comparing: comparing is slow, and a hostile header may hold a million of them."""
    return [key for key in keys if len(key) <= LONGEST_KEY][:MOST_KEYS]


def as_number(text: str) -> float | None:
    """A float, or None for what is no number; infinities count as none, NaN is a number.

    A double of Fortran or IDL (`4.5D+02`) is a number too.
    """
    word = text.strip(" \t\"'").replace("_", "?")
    fortran = _FORTRAN.fullmatch(word)
    try:
        number = float(f"{fortran[1]}e{fortran[2]}" if fortran else word)
    except ValueError:
        return None
    return None if math.isinf(number) else number


def split_list(text: str) -> list[str]:
    """The items of a list of numbers, whatever separates them (commas, blanks, a printed numpy array)."""
    return [word for word in _SEPARATORS.split(text) if word]
