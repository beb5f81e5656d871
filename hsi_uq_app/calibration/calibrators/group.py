"""GC: groups found in the last hidden layer, each with a temperature of its own (Yang et al. 2024)."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values, as_given
from hsi_uq_app.calibration.calibrators.contract import Calibrator, Need, admit
from hsi_uq_app.calibration.calibrators.temperature import best_temperature
from hsi_uq_app.calibration.checks import Bools, Floats, Integers
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, part, silent

GROUPS = 2
PARTITIONS = 20
WEIGHT_DECAY = 0.1
STEPS = 100
FIRST_TEMPERATURE = 1.5
_FEWEST = 2
DEGENERATE = (
    "With two classes each group only stretches the one logit about 0: GC can tell groups of pixels apart, "
    "but cannot repair a base rate."
)

Groups = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class GroupCalibration(Calibrator):
    """p = mean over partitions of softmax(z / T_g), g the group argmax_g w_g . h of the features h.

    `directions` holds for each partition the vectors w_1, w_2, run together; `temperatures` their T.
    """

    name: ClassVar[str] = "gc"
    label: ClassVar[str] = "group calibration (GC)"
    hint: ClassVar[str] = "Groups of pixels by the last hidden layer, each with its temperature."
    needs: ClassVar[tuple[Need, ...]] = ("features",)
    fit_is_costly: ClassVar[bool] = True

    directions: Groups
    temperatures: Groups

    @classmethod
    def fit(
        cls, given: CalibrationInput, labels: Bools | Integers, *, seed: int = 0, progress: Progress = silent
    ) -> Self:
        """Groups from one random half of the pixels, temperatures from the other, for each of 20 partitions.

        Groups are learnt softly with one temperature each, then taken hard, as in the authors' code.
        """
        y, notes = admit(cls, given, labels)
        if given.n < _FEWEST:
            raise UserError(f"{cls.label} cannot halve one pixel", "choose a larger region to fit on")
        rng = np.random.default_rng(seed)
        first = rng.permutation(given.n) < given.n // 2
        z, h = given.centred_pair(), _features(given)
        directions, temperatures = [], []
        for partition in range(PARTITIONS):
            share = part(progress, partition / PARTITIONS, (partition + 1) / PARTITIONS)
            w = _soft_groups((z[first], h[first], y[first]), rng, share)
            directions.append(tuple(w.ravel().tolist()))
            temperatures.append(_hard_temperatures(z[~first], h[~first] @ w.T, y[~first]))
        notes += (DEGENERATE,) * given.two_classes
        return cls(tuple(directions), tuple(temperatures), notes=notes)

    def calibrated(self, given: CalibrationInput) -> Values:
        z, h = given.centred_pair(), _features(given)
        total = np.zeros(z.shape)
        for directions, temperatures in zip(self.directions, self.temperatures, strict=True):
            w = np.asarray(directions).reshape(GROUPS, h.shape[1])
            chosen = np.asarray(temperatures)[(h @ w.T).argmax(axis=1)]
            total += softmax(z / chosen[:, None], axis=1)
        return as_given(given, total / len(self.directions))


def _features(given: CalibrationInput) -> Values:
    features: Floats | None = given.features
    if features is None:
        raise UserError("group calibration needs features", "name the model and the scene")
    return features.astype(np.float64)


def _soft_groups(
    half: tuple[Values, Values, Integers], rng: np.random.Generator, progress: Progress
) -> Values:
    """Directions w (2, H) of least NLL of sum_g softmax(W h)_g softmax(z / T_g), with weight decay on W."""
    z, h, y = half
    spread = 1 / np.sqrt(h.shape[1])
    start = rng.uniform(-spread, spread, GROUPS * h.shape[1])
    x0 = np.concatenate([np.full(GROUPS, FIRST_TEMPERATURE), start])
    bounds = [(0.05, 20.0)] * GROUPS + [(None, None)] * start.size

    def loss(x: Values) -> tuple[float, Values]:
        progress(0.0, "groups")
        return soft_loss(x, z, h, y)

    found = minimize(loss, x0, jac=True, bounds=bounds, method="L-BFGS-B", options={"maxiter": STEPS})
    return found.x[GROUPS:].reshape(GROUPS, h.shape[1])


def soft_loss(x: Values, z: Values, h: Values, y: Integers) -> tuple[float, Values]:
    """Mean NLL plus decay, and its gradient by temperatures (2,) and directions (2 H,)."""
    temperature, w = x[:GROUPS], x[GROUPS:].reshape(GROUPS, h.shape[1])
    rows = np.arange(y.size)
    membership = log_softmax(h @ w.T, axis=1)
    scaled = np.stack([log_softmax(z / t, axis=1) for t in temperature])
    joint = membership + scaled[:, rows, y].T
    whole = np.logaddexp.reduce(joint, axis=1)
    share = np.exp(joint - whole[:, None])
    by_direction = (np.exp(membership) - share).T @ h / y.size + 2 * WEIGHT_DECAY * w / w.size
    pull = z[rows, y][None] - (np.exp(scaled) * z).sum(axis=2)
    by_temperature = (share.T * pull).mean(axis=1) / temperature**2
    loss = -whole.mean() + WEIGHT_DECAY * np.square(w).mean()
    return float(loss), np.concatenate([by_temperature, by_direction.ravel()])


def _hard_temperatures(z: Values, votes: Values, y: Integers) -> tuple[float, ...]:
    """Temperature scaling in each group by itself; a group without pixels shares that of all."""
    group = votes.argmax(axis=1)
    whole = best_temperature(z, y)
    members = [group == g for g in range(GROUPS)]
    return tuple(best_temperature(z[m], y[m]) if m.any() else whole for m in members)
