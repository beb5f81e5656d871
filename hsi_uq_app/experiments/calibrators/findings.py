"""What the experiment found, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TOP, POSITIVE, NLL = "ECE, top label", "ECE, positive class", "NLL"
TOP_FLOOR = "noise floor, top label"
MEASURES = (TOP, POSITIVE, NLL)


@dataclass(frozen=True)
class Record:
    """One calibrator on one model of one suburb, on the report region.

    `way` is a key of `ways.WAYS`, or "as predicted"; `figures` may be infinite after a sure
    mistake, None where undefined.
    """

    seed: int
    method: str
    loss: str
    sample: str
    way: str
    figures: Mapping[str, float | None]
    changed_classes: int
    pixels: int
    targets: int


@dataclass(frozen=True)
class NoiseCurve:
    """What consistency comes to as its noise grows: at each strength both ECEs and the accuracy."""

    level: str
    strengths: tuple[float, ...]
    top: tuple[float, ...]
    positive: tuple[float, ...]
    accuracy: tuple[float, ...]


@dataclass(frozen=True)
class SuburbCurves:
    """Curves of one suburb's deep ensemble, with both ECEs and the accuracy of the model and of TS."""

    seed: int
    pixels: int
    curves: tuple[NoiseCurve, ...]
    as_predicted: tuple[float, float, float]
    temperature: tuple[float, float, float]

    def of(self, level: str) -> NoiseCurve:
        return next(curve for curve in self.curves if curve.level == level)


@dataclass(frozen=True)
class Findings:
    """All records and curves."""

    records: tuple[Record, ...]
    curves: tuple[SuburbCurves, ...]

    @property
    def by_method(self) -> Sequence[Record]:
        """Records of the methods, trained with the log loss on the stratified sample."""
        return [record for record in self.records if record.sample == "stratified"]

    @property
    def by_loss(self) -> Sequence[Record]:
        """Records of the deep ensemble with each loss, on the random sample."""
        return [record for record in self.records if record.sample == "random"]


def methods_of(records: Sequence[Record]) -> list[str]:
    """Names in the order in which they were run."""
    return list(dict.fromkeys(record.method for record in records))


def losses_of(records: Sequence[Record]) -> list[str]:
    """Names in the order in which they were run."""
    return list(dict.fromkeys(record.loss for record in records))


def figure_of(records: Sequence[Record], way: str, name: str) -> dict[tuple[int, str, str], float]:
    """A figure of one way by (seed, method, loss); may be infinite, and is left out where undefined."""
    found = {}
    for record in records:
        value = record.figures.get(name)
        if record.way == way and value is not None:
            found[record.seed, record.method, record.loss] = value
    return found
