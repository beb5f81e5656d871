"""Claims of Tao et al. 2024 (arXiv 2410.12295) as comparisons that are counted: numbers alone decide."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from hsi_uq_app.experiments.calibrators.curves import FEATURES, LOGITS
from hsi_uq_app.experiments.calibrators.findings import (
    NLL,
    POSITIVE,
    TOP,
    TOP_FLOOR,
    Findings,
    NoiseCurve,
    Record,
    SuburbCurves,
    figure_of,
    losses_of,
)
from hsi_uq_app.experiments.calibrators.ways import (
    AS_PREDICTED,
    LABEL_FREE,
    LOSS_NAMES,
    PAPERS,
    RECOMMENDED,
    RIVALS,
)

HELD, MOSTLY = 0.9, 0.5
TRAINING_NOISE = 1.0

Key = tuple[int, str, str]


@dataclass(frozen=True)
class Count:
    """In how many of n comparisons the claim came out."""

    true: int
    n: int

    @property
    def share(self) -> float:
        return self.true / self.n if self.n else 0.0

    def __str__(self) -> str:
        return f"{self.true} of {self.n}" if self.n else ""


@dataclass(frozen=True)
class Claim:
    """A claim in words, and its count by each measure; their own measure is the top-label ECE.

    `ours`: it is not theirs, but what is recommended here.
    """

    words: str
    counts: dict[str, Count]
    ours: bool = False

    @property
    def verdict(self) -> str:
        share = next(iter(self.counts.values())).share
        return "held" if share >= HELD else "held in part" if share >= MOSTLY else "did not hold"


def claims_of(found: Findings) -> list[Claim]:
    """Every claim that the records and curves can decide."""
    return [*_of_methods(found.by_method), *_of_curves(found.curves), *_of_losses(found.by_loss)]


def beneath_the_floor(records: Sequence[Record]) -> Count:
    """How many top-label ECEs lie at or below what a perfectly calibrated model would score."""
    pairs = [(record.figures[TOP], record.figures[TOP_FLOOR]) for record in records]
    known = [(ece, floor) for ece, floor in pairs if ece is not None and floor is not None]
    return Count(sum(ece <= floor for ece, floor in known), len(known))


def _of_methods(records: Sequence[Record]) -> Iterable[Claim]:
    yield _claim(
        "CC (noise by the ECE) calibrates better than the model does",
        partial(_lower, records, PAPERS, AS_PREDICTED),
    )
    for rival in RIVALS:
        yield _claim(f"CC calibrates better than {rival}", partial(_lower, records, PAPERS, rival))
    yield _claim(
        "CC without labels, by training-time noise alone, calibrates better than the model does",
        partial(_lower, records, LABEL_FREE, AS_PREDICTED),
    )
    yield Claim("CC keeps the predicted classes", {TOP: _unchanged(records, PAPERS)})
    yield _claim(
        "CC with noise by the NLL calibrates better than with noise by the ECE",
        partial(_lower, records, RECOMMENDED, PAPERS),
        ours=True,
    )


def _of_losses(records: Sequence[Record]) -> Iterable[Claim]:
    yield _claim(
        "CC on top of a training loss calibrates better than that loss alone",
        partial(_lower, records, PAPERS, AS_PREDICTED),
    )
    yield _claim(
        "CC with the log loss calibrates better than another training loss alone",
        partial(_over_losses, records),
    )


def _of_curves(found: Sequence[SuburbCurves]) -> Iterable[Claim]:
    def counted(words: str, came_out: Callable[[SuburbCurves], bool]) -> Claim:
        return Claim(words, {TOP: Count(sum(map(came_out, found)), len(found))})

    yield counted(
        "Weak perturbation of training-time strength calibrates better than the model does",
        lambda c: _at(c.of("weak"), TRAINING_NOISE) < c.as_predicted[0],
    )
    yield counted(
        "Moderate perturbation, as it grows, calibrates better still than weak",
        lambda c: min(c.of("moderate").top) < _at(c.of("weak"), TRAINING_NOISE),
    )
    yield counted(
        "Moderate perturbation of some strength calibrates better than TS",
        lambda c: min(c.of("moderate").top) < c.temperature[0],
    )
    yield counted(
        "Perturbation that is too strong costs accuracy",
        lambda c: c.of("strong").accuracy[-1] < c.as_predicted[2],
    )
    for level in (FEATURES, LOGITS):
        yield counted(
            f"Noise on the {level} calibrates as well as noise on the inputs",
            partial(_as_well_as_inputs, level),
        )


def _claim(words: str, count: Callable[[str], Count], *, ours: bool = False) -> Claim:
    return Claim(words, {name: count(name) for name in (TOP, POSITIVE, NLL)}, ours)


def _lower(records: Sequence[Record], way: str, other: str, name: str) -> Count:
    """How often one way has the lower figure, over all models that have both."""
    ours, theirs = figure_of(records, way, name), figure_of(records, other, name)
    both = ours.keys() & theirs.keys()
    return Count(sum(ours[key] < theirs[key] for key in both), len(both))


def _over_losses(records: Sequence[Record], name: str) -> Count:
    """Log loss with consistency against each other loss as trained."""
    ours = {key: v for key, v in figure_of(records, PAPERS, name).items() if key[2] == LOSS_NAMES["log"]}
    theirs = figure_of(records, AS_PREDICTED, name)
    pairs = [
        (value, theirs[seed, method, loss])
        for (seed, method, _), value in ours.items()
        for loss in losses_of(records)
        if loss != LOSS_NAMES["log"] and (seed, method, loss) in theirs
    ]
    return Count(sum(a < b for a, b in pairs), len(pairs))


def _unchanged(records: Sequence[Record], way: str) -> Count:
    changed = [record.changed_classes for record in records if record.way == way]
    return Count(changed.count(0), len(changed))


def _at(curve: NoiseCurve, strength: float) -> float:
    return curve.top[curve.strengths.index(strength)]


def _as_well_as_inputs(level: str, curves: SuburbCurves) -> bool:
    inputs = [min(curve.top) for curve in curves.curves if curve.level not in (FEATURES, LOGITS)]
    return min(curves.of(level).top) <= min(inputs)
