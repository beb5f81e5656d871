"""Where methods agree: their High-Confidence Sets compared pixel by pixel."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from hsi_uq_app.confidence.high_confidence_set import BACKGROUND, NOT_EVALUATED, TARGET, UNDECIDED, Classes

NOT_COMPARED, AGREED, PARTLY, OPPOSED = range(4)
AGREEMENT_NAMES: tuple[str, ...] = (
    "not compared",
    "all agree",
    "decided against undecided",
    "target against background",
)


@dataclass(frozen=True)
class AgreementCounts:
    """Pixels where all verdicts are the same, where some method decided and another did not, and where one
    says target and another background."""

    agreed: int
    partly: int
    opposed: int

    @property
    def compared(self) -> int:
        return self.agreed + self.partly + self.opposed


def agreement(verdicts: Iterable[Classes]) -> Classes:
    """The kind of agreement of each pixel, by the number of different verdicts.

    Args:
        verdicts: the classes of each method, all of one shape.

    Returns:
        uint8 of that shape: AGREED, PARTLY or OPPOSED; NOT_COMPARED where a method evaluated nothing.
    """
    seen: Classes | None = None
    for classes in verdicts:
        bits = np.left_shift(np.uint8(1), classes, dtype=np.uint8)
        seen = bits if seen is None else np.bitwise_or(seen, bits, out=seen)
    if seen is None:
        raise ValueError("agreement needs at least one verdict")
    return _KINDS[seen]


def count_agreement(kinds: Classes) -> AgreementCounts:
    """Pixels by kind."""
    found = np.bincount(kinds.reshape(-1), minlength=4)
    return AgreementCounts(int(found[AGREED]), int(found[PARTLY]), int(found[OPPOSED]))


def _kind(seen: int) -> int:
    """The kind for a set of verdicts, one bit each."""
    if seen >> NOT_EVALUATED & 1 or not seen:
        return NOT_COMPARED
    if seen >> TARGET & 1 and seen >> BACKGROUND & 1:
        return OPPOSED
    return AGREED if seen.bit_count() == 1 else PARTLY


_KINDS = np.array([_kind(seen) for seen in range(1 << (NOT_EVALUATED + 1))], np.uint8)
assert {UNDECIDED, TARGET, BACKGROUND, NOT_EVALUATED} == set(range(4))  # a bit for each
