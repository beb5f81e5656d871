"""Which field of a table names the class: the one that is called so, or the only one that can be; else asked.

Tables carry numbers of all sorts (keys, lines and samples, years), and a class that is a number may stand in
any of them.
"""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import ClassChoice, SeveralClassesError
from hsi_uq_app.scene.notes import Note

Field = tuple[str, Sequence[object]]
Chosen = npt.NDArray[np.bool_]
_CLASS_NAMES = re.compile(
    r"(class|classes|label|category|type|kind|material|target|species|landcover|landuse|code|klasse|gridcode)"
    r"(name|names|id|ids|no|nr|number|code|value|label)?"
)
_PLAIN_NAME = re.compile(r"[ _.-]")
_KEYS = frozenset(
    ("id", "fid", "ogcfid", "objectid", "gid", "oid", "uid", "index", "no", "nr", "number", "pk")
)
MOST_SHOWN = 6


def rows_of_class(
    fields: Sequence[Field], class_: str | int, what: str, file: str
) -> tuple[Chosen, tuple[Note, ...]]:
    """Which rows have a class, bool (rows,), and by which field, where that is worth saying.

    Args:
        fields: names, which may stand twice, and a value a row; places are left out by the caller.
        class_: a value, or `field=value`.
        what: what a row is called: "row", "shape".

    Raises:
        UserError: no row has it. SeveralClassesError: several fields hold it, or only one that is no class.
    """
    word = str(class_).strip().lower()
    name, equals, value = (part.strip() for part in word.partition("="))
    named = [field for field in fields if field[0].lower() == name] if equals else []
    if named:
        return _some(_having(named, value), fields, class_, what, file), ()
    holding = [field for field in fields if _has(field[1], word).any()]
    _some(np.array([bool(holding)]), fields, class_, what, file)
    candidates = _candidates(fields, holding)
    hits = [_has(values, word) for _, values in candidates]
    if hits and all(np.array_equal(hit, hits[0]) for hit in hits):
        return hits[0], _note(candidates[0][0], fields, class_)
    choices = tuple((f"{key}={word}", f"{int(_has(values, word).sum())} {what}s") for key, values in holding)
    listed = " or ".join(choice for choice, _ in choices)
    raise SeveralClassesError(f"truth {file}: `{class_}` may mean {listed}", choices)


def _candidates(fields: Sequence[Field], holding: Sequence[Field]) -> Sequence[Field]:
    """Of the fields that hold a value those that may name classes: called so, or, if none is, no keys."""
    if not any(_names_classes(name) for name, _ in fields):
        return [field for field in holding if not _is_key(field)]
    called_so = [field for field in holding if _names_classes(field[0])]
    foremost = [field for field in called_so if _is_called_class(field[0])]
    return foremost or called_so


def _has(values: Sequence[object], word: str) -> Chosen:
    return np.array([plain(item) == word for item in values], dtype=bool)


def _having(fields: Sequence[Field], word: str) -> Chosen:
    """Rows with a value in any field of one name."""
    return np.asarray(np.any([_has(values, word) for _, values in fields], axis=0))


def plain(item: object) -> str:
    """A field's value as it may be named: 2.0 is 2."""
    text = str(item).strip().lower()
    return text.removesuffix(".0") if isinstance(item, float) else text


def _some(hits: Chosen, fields: Sequence[Field], class_: ClassChoice, what: str, file: str) -> Chosen:
    if hits.any():
        return hits
    shown = ", ".join(f"{key} ({_examples(values)})" for key, values in fields[:MOST_SHOWN])
    noun = "fields" if what == "shape" else "columns"
    raise UserError(f"truth {file} has no {what} of class `{class_}`; its {noun}: {shown or 'none'}")


def _examples(values: Sequence[object]) -> str:
    shown = list(dict.fromkeys(str(item) for item in values))
    return ", ".join(shown[:4]) + (" ..." if len(shown) > 4 else "")


def _squeezed(name: str) -> str:
    return _PLAIN_NAME.sub("", name.lower())


def _names_classes(name: str) -> bool:
    return _CLASS_NAMES.fullmatch(_squeezed(name)) is not None


def _is_called_class(name: str) -> bool:
    return _squeezed(name).startswith("class")


def _is_key(field: Field) -> bool:
    """Whether a field counts its rows rather than naming classes."""
    name, values = field
    squeezed = _squeezed(name)
    distinct = len({str(item) for item in values}) == len(values) > 1
    return squeezed in _KEYS or (distinct and squeezed.endswith(("id", "nr", "no", "number")))


def _note(name: str, fields: Sequence[Field], class_: ClassChoice) -> tuple[Note, ...]:
    if len(fields) < 2:
        return ()
    return (Note("truth", None, f"the class {class_} is looked for in the field `{name}`"),)
