"""From the numbers in a truth file to the target's abundance: masks, abundances, classes."""

import re
from collections.abc import Sequence

import numpy as np

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
    values: np.ndarray, names: Sequence[str], class_: ClassChoice, file: str
) -> tuple[np.ndarray, tuple[Note, ...]]:
    """Turn one band of values into an abundance, float32 (lines, samples), NaN = unknown.

    0..1 is an abundance (or a mask); 0 and one other whole number a mask; several whole numbers are classes,
    of which one must be chosen.

    Args:
        values: float32 (lines, samples), NaN = unknown.
        names: class names from 0 on; empty when the file names none.
        class_: number or name of the class that is the target.

    Raises:
        UserError: several classes and none chosen, a class that is not there, or no abundance at all.
    """
    codes = np.unique(values[np.isfinite(values)])
    is_abundance = bool(np.all((codes >= -_TOLERANCE) & (codes <= 1 + _TOLERANCE)))
    if class_ is None and is_abundance:
        return values, ()
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
    chosen = positive[0] if class_ is None else _number_of(class_, positive, names, file)
    abundance, notes = _one_class(values, chosen, positive, names)
    if chosen not in (0, *positive):
        notes = (*notes, Note("truth", None, f"no pixel is of class {_listed([chosen], names)}"))
    if codes.size and codes[0] < 0:
        notes = (*notes, Note("truth", None, "pixels of negative codes count as unknown"))
    return abundance, notes


def _one_class(
    values: np.ndarray, chosen: int, positive: list[int], names: Sequence[str]
) -> tuple[np.ndarray, tuple[Note, ...]]:
    """1 where chosen, else 0; among several classes a nameless 0 means that nobody looked: unknown."""
    abundance = (values == chosen).astype(np.float32)
    abundance[~(values >= 0)] = np.nan
    if len(positive) > 1 and chosen != 0 and _UNLABELLED.match(names[0] if names else ""):
        abundance[values == 0] = np.nan
        return abundance, (Note("truth", None, "pixels of class 0 are unlabelled: they count as unknown"),)
    return abundance, ()


def _number_of(class_: str | int, positive: list[int], names: Sequence[str], file: str) -> int:
    word = str(class_).strip().lower()
    by_name = [number for number, name in enumerate(names) if name.lower() == word]
    present = {str(number): number for number in (0, *positive)}
    if by_name or word in present:
        return by_name[0] if by_name else present[word]
    listed = _listed(positive, names)
    raise UserError(f"truth {file} has no class `{class_}`; it holds {listed}", _CHOOSE)


def _listed(positive: list[int], names: Sequence[str]) -> str:
    shown = [f"{n} ({names[n]})" if n < len(names) else str(n) for n in positive[:12]]
    return ", ".join(shown) + (f" and {len(positive) - 12} more" if len(positive) > 12 else "")
