"""The one shape of all calibrators, and the door at which inputs and labels are refused in words."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from inspect import signature
from typing import ClassVar, Literal, Self

import numpy as np

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values
from hsi_uq_app.calibration.checks import Bools, Integers, checked_class_labels, checked_labels
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, silent

Need = Literal["features", "weights", "perturbed"]
NEED_WORDS: dict[Need, str] = {
    "features": "the outputs of the network's last hidden layer",
    "weights": "the weights of the network's last layer",
    "perturbed": "the network itself, to run it on perturbed spectra",
}
ALL_EQUAL = (
    "All logits are equal: the model tells no pixel from another, and calibration can only move them to the "
    "base rate."
)


@dataclass(frozen=True)
class Calibrator(ABC):
    """A frozen dataclass of plain parameters (numbers, tuples of numbers): all the program asks of a
    calibrator stands in its own file, and `table` lists it.

    Attributes:
        name, aliases: what the command line calls it.
        label: what reports and lists call it.
        hint: one line for whoever chooses.
        needs: what it looks at besides logits.
        two_classes_only: it calibrates a single logit alone.
        repairs_base_rate: false where the map of a single logit is symmetric about 0: such a calibrator
            cannot mend a model that promises too many targets.
        fit_is_costly: it looks at each pixel thousands of times, so a sample of the pixels must do.
        notes: what a reader of the result should know.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    hint: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[Need, ...]] = ()
    two_classes_only: ClassVar[bool] = False
    repairs_base_rate: ClassVar[bool] = False
    fit_is_costly: ClassVar[bool] = False

    notes: tuple[str, ...] = field(default=(), kw_only=True)

    @classmethod
    @abstractmethod
    def fit(cls, given: CalibrationInput, labels: Bools | Integers, *, progress: Progress = silent) -> Self:
        """The calibrator that suits labels (n,): true = target, or classes 0..K-1.

        Further arguments by name are the calibrator's options, each with a default.
        """

    @abstractmethod
    def calibrated(self, given: CalibrationInput) -> Values:
        """Probabilities of an input that holds all it needs."""

    def __call__(self, given: CalibrationInput) -> Values:
        """Probabilities, (n,) of the target or (n, K) as the logits have it.

        Raises:
            UserError: an input that lacks what the calibrator needs.
        """
        require(type(self), given)
        return self.calibrated(given)

    @classmethod
    def options(cls) -> frozenset[str]:
        """What can be chosen at its fit, by name."""
        return frozenset(signature(cls.fit).parameters) - {"given", "labels", "progress"}

    @classmethod
    def looks_inside(cls) -> bool:
        """Whether it looks at the last hidden layer, which a mean over draws has not."""
        return "features" in cls.needs or "weights" in cls.needs

    @classmethod
    def maps_logits(cls) -> bool:
        """Whether it is a map of a logit alone, which the planes of a result can go through."""
        return not cls.needs


def admit(
    kind: type[Calibrator], given: CalibrationInput, labels: Bools | Integers
) -> tuple[Integers, tuple[str, ...]]:
    """Check what a fit was given; return class labels (n,) and notes on labels that teach little.

    Raises:
        UserError: an input that lacks what is needed, labels that do not fit, probabilities as logits.
    """
    require(kind, given)
    _refuse_probabilities(given)
    if given.two_classes:
        y: Integers = checked_labels(labels).astype(np.intp)
        if y.shape != given.logits.shape:
            raise UserError(f"{given.n} logits but {y.size} labels", "give one label a logit")
    else:
        y = checked_class_labels(labels, given.logits.shape)
    return y, _doubts(given, y)


def require(kind: type[Calibrator], given: CalibrationInput) -> None:
    """Refuse an input that lacks what the calibrator needs."""
    if kind.two_classes_only and not given.two_classes:
        raise UserError(f"{kind.label} is for two classes", "choose temperature scaling or another for K")
    for need in kind.needs:
        if getattr(given, need) is None:
            raise UserError(
                f"{kind.label} needs {NEED_WORDS[need]}, and only a result is given",
                "name the model and the scene, or choose a calibrator that works on logits",
            )


def _refuse_probabilities(given: CalibrationInput) -> None:
    z = given.values()
    inside = z.min() >= 0 and z.max() <= 1 and not _are_equal(z)
    if inside and (given.two_classes or np.abs(z.sum(axis=1) - 1).max() < 1e-3):
        raise UserError(
            "these logits all lie in 0..1: they look like probabilities",
            "take log(p / (1 - p)), or log p of each class, first",
        )


def _doubts(given: CalibrationInput, y: Integers) -> tuple[str, ...]:
    equal = (ALL_EQUAL,) if _are_equal(given.values()) else ()
    if np.unique(y).size == 1:
        return (*equal, "The labels are all of one class: they say nothing about calibration.")
    if equal:
        return equal
    if _ranks_backwards(given, y):
        return ("The labels run against the logits: are they inverted?",)
    return ()


def _are_equal(z: Values) -> bool:
    """Whether every pixel has the same logits; a lone one tells nothing either way."""
    return len(z) > 1 and bool(np.all(z == z[0]))


def _ranks_backwards(given: CalibrationInput, y: Integers) -> bool:
    """Worse than chance: targets with the lower mean logit, or a top class right less often than 1/K."""
    z = given.values()
    if given.two_classes:
        return bool(z[y == 1].mean() < z[y == 0].mean())
    return bool((z.argmax(axis=1) == y).mean() < 1 / z.shape[1])
