"""From the numbers in a truth file to the target's abundance: masks, abundances, classes."""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.notes import Note

ClassChoice = str | int | None
Choices = tuple[tuple[str, str], ...]
"""What may be given as the class, and what it is called."""
_UNLABELLED = re.compile(r"^(unclassified|none|no data|nodata|unlabell?ed|undecided|)$", re.IGNORECASE)
_CHOOSE = "choose one of them as the target"
_TOLERANCE = 1e-6
_SCALE_HINT = "divide it by its scale, or write `reflectance scale factor` into its header"


class SeveralClassesError(UserError):
    """A truth of which a part must be chosen; `choices` are the parts."""

    def __init__(self, message: str, choices: Choices) -> None:
        super().__init__(message, _CHOOSE)
        self.choices = choices


def abundance_of(
    values: np.ndarray,
    names: Sequence[str],
    class_: ClassChoice,
    file: str,
    unknown: npt.NDArray[np.bool_] | None = None,
) -> tuple[np.ndarray, tuple[Note, ...]]:
    """Turn one band of values into an abundance, float32 (lines, samples), NaN = unknown.

    0..1 is an abundance (or a mask); 0 and one other whole number a mask; several whole numbers are classes,
    of which one must be chosen.

    Args:
        values: (lines, samples) of any real type, since codes may be larger than floats can tell apart.
        unknown: bool (lines, samples), in place of a NaN that integers have not.
        names: class names from 0 on; empty when the file names none.
        class_: number or name of the class that is the target.

    Raises:
        UserError: several classes and none chosen, a class that is not there, or no abundance at all.
    """
    unknown = ~np.isfinite(values) if unknown is None else unknown | ~np.isfinite(values)
    codes = np.unique(values[~unknown])
    is_abundance = bool(np.all((codes >= -_TOLERANCE) & (codes <= 1 + _TOLERANCE)))
    if class_ is None and is_abundance:
        return np.where(unknown, np.nan, values).astype(np.float32), ()
    if not np.all(codes == np.floor(codes)):
        low, high = codes[0], codes[-1]
        if is_abundance:
            raise UserError(
                f"truth {file} is an abundance in {low:g}..{high:g} without classes", "choose none"
            )
        raise UserError(f"truth {file} lies in {low:g}..{high:g}; an abundance lies in 0..1", _SCALE_HINT)
    positive = [int(code) for code in codes if code > 0]
    if class_ is None and len(positive) != 1:
        choices = tuple((str(n), names[n] if n < len(names) else "") for n in positive)
        raise SeveralClassesError(f"truth {file} holds several classes: {_listed(positive, names)}", choices)
    chosen = positive[:1] if class_ is None else _numbers_of(class_, positive, names, file)
    abundance, notes = _of_classes(values, unknown, chosen, positive, names)
    if not set(chosen) & {0, *positive}:
        notes = (*notes, Note("truth", None, f"no pixel is of class {_listed(chosen, names)}"))
    if codes.size and codes[0] < 0:
        notes = (*notes, Note("truth", None, "pixels of negative codes count as unknown"))
    return abundance, notes


def _of_classes(
    values: np.ndarray,
    unknown: npt.NDArray[np.bool_],
    chosen: list[int],
    positive: list[int],
    names: Sequence[str],
) -> tuple[np.ndarray, tuple[Note, ...]]:
    """1 where chosen, else 0; among several classes a nameless 0 means that nobody looked: unknown."""
    abundance = np.any([values == number for number in chosen], axis=0).astype(np.float32)
    abundance[unknown | ~(values >= 0)] = np.nan
    said = (
        f"{len(chosen)} classes are called {names[chosen[0]]}: {_listed(chosen, ())}; all are targets"
        if len(chosen) > 1
        else ""
    )
    notes = (Note("class names", None, said),) if said else ()
    if len(positive) > 1 and 0 not in chosen and _UNLABELLED.match(names[0] if names else ""):
        abundance[values == 0] = np.nan
        return abundance, (
            *notes,
            Note("truth", None, "pixels of class 0 are unlabelled: they count as unknown"),
        )
    return abundance, notes


def _numbers_of(class_: str | int, positive: list[int], names: Sequence[str], file: str) -> list[int]:
    """The codes of a class: all that have its name, or the one of that number."""
    word = str(class_).strip().lower()
    by_name = [number for number, name in enumerate(names) if name.lower() == word]
    present = {str(number): number for number in (0, *positive)}
    if by_name or word in present:
        return by_name or [present[word]]
    listed = _listed(positive, names)
    raise UserError(f"truth {file} has no class `{class_}`; it holds {listed}", _CHOOSE)


def _listed(positive: list[int], names: Sequence[str]) -> str:
    shown = [f"{n} ({names[n]})" if n < len(names) else str(n) for n in positive[:12]]
    return ", ".join(shown) + (f" and {len(positive) - 12} more" if len(positive) > 12 else "")
