"""The one shape of all calibrators, and the door at which evidence and labels are refused in words."""

from typing import ClassVar, Literal, Protocol, Self

import numpy as np

from hsi_uq_app.calibration.calibrators.evidence import Evidence, Values
from hsi_uq_app.calibration.checks import Bools, Integers, checked_class_labels, checked_labels
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, silent

Need = Literal["features", "weights", "perturbed"]
NEED_WORDS: dict[Need, str] = {
    "features": "the outputs of the network's last hidden layer",
    "weights": "the weights of the network's last layer",
    "perturbed": "the network itself, to run it on perturbed spectra",
}


class Calibrator(Protocol):
    """A frozen dataclass: plain parameters (numbers, tuples of numbers), and `notes` for the reader.

    `repairs_base_rate` is false where the map of a single logit is symmetric about 0: such a calibrator
    cannot mend a model that promises too many targets. `changes_class` is true where the predicted class
    may change.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    needs: ClassVar[tuple[Need, ...]]
    two_classes_only: ClassVar[bool]
    repairs_base_rate: ClassVar[bool]
    changes_class: ClassVar[bool]

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the result should know."""

    @classmethod
    def fit(cls, evidence: Evidence, labels: Bools | Integers, *, progress: Progress = silent) -> Self:
        """The calibrator that suits labels (n,): true = target, or classes 0..K-1."""

    def __call__(self, evidence: Evidence) -> Values:
        """Probabilities, (n,) of the target or (n, K) as the logits have it."""


def admit(
    kind: type[Calibrator], evidence: Evidence, labels: Bools | Integers
) -> tuple[Integers, tuple[str, ...]]:
    """Check what a fit was given; return class labels (n,) and notes on labels that teach little.

    Raises:
        UserError: evidence the calibrator needs and has not, labels that do not fit, probabilities as logits.
    """
    require(kind, evidence)
    _refuse_probabilities(evidence)
    if evidence.two_classes:
        y: Integers = checked_labels(labels).astype(np.intp)
        if y.shape != evidence.logits.shape:
            raise UserError(f"{evidence.n} logits but {y.size} labels", "give one label a logit")
    else:
        y = checked_class_labels(labels, evidence.logits.shape)
    return y, _doubts(evidence, y)


def require(calibrator: Calibrator | type[Calibrator], evidence: Evidence) -> None:
    """Refuse evidence that lacks what the calibrator needs."""
    if calibrator.two_classes_only and not evidence.two_classes:
        raise UserError(
            f"{calibrator.label} is for two classes", "choose temperature scaling or another for K"
        )
    for need in calibrator.needs:
        if getattr(evidence, need) is None:
            raise UserError(
                f"{calibrator.label} needs {NEED_WORDS[need]}, and only a result is given",
                "name the model and the scene, or choose a calibrator that works on logits",
            )


def _refuse_probabilities(evidence: Evidence) -> None:
    z = evidence.values()
    inside = z.min() >= 0 and z.max() <= 1
    if inside and (evidence.two_classes or np.abs(z.sum(axis=1) - 1).max() < 1e-3):
        raise UserError(
            "these logits all lie in 0..1: they look like probabilities",
            "take log(p / (1 - p)), or log p of each class, first",
        )


def _doubts(evidence: Evidence, y: Integers) -> tuple[str, ...]:
    if np.unique(y).size == 1:
        return ("The labels are all of one class: they say nothing about calibration.",)
    if _ranks_backwards(evidence, y):
        return ("The labels run against the logits: are they inverted?",)
    return ()


def _ranks_backwards(evidence: Evidence, y: Integers) -> bool:
    """Worse than chance: targets with the lower mean logit, or a top class right less often than 1/K."""
    z = evidence.values()
    if evidence.two_classes:
        return bool(z[y == 1].mean() < z[y == 0].mean())
    return bool((z.argmax(axis=1) == y).mean() < 1 / z.shape[1])
