"""Results side by side: what a comparison and a map of agreement were made from, and what they found."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.agreement import AgreementCounts
from hsi_uq_app.session.thresholds import Thresholds

if TYPE_CHECKING:
    from hsi_uq_app.workflow.discs_found import DiscGroup
    from hsi_uq_app.workflow.evaluate import Evaluation


@dataclass(frozen=True)
class ComparisonInputs:
    """What a comparison was made from."""

    results: tuple[Path, ...]
    truth: Path
    region: str
    thresholds: Thresholds
    has_discs: bool


@dataclass(frozen=True)
class ComparisonRow:
    """One result, or (without a path) what calling everything background would score.

    Attributes:
        discs: discs found, by size and by hiding; empty where the truth has none.
    """

    result: Path | None
    label: str
    evaluation: "Evaluation"
    discs: "tuple[DiscGroup, ...]" = ()


@dataclass(frozen=True)
class Comparison:
    """Results on the same pixels, in the order of the list; the last row is "all background"."""

    made_from: ComparisonInputs
    rows: tuple[ComparisonRow, ...]


@dataclass(frozen=True)
class AgreementInputs:
    """What a map of agreement was made from."""

    results: tuple[Path, ...]
    thresholds: Thresholds


@dataclass(frozen=True, eq=False)
class Agreement:
    """Where the sets of the results agree: kinds (lines, samples) uint8 of `confidence.agreement`."""

    made_from: AgreementInputs
    kinds: npt.NDArray[np.uint8]
    counts: AgreementCounts
