"""A 2-16-16-2 relu network, trained by Adam on the cross-entropy: small enough for plain numpy."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from hsi_uq_app.progress import Progress

Array32 = npt.NDArray[np.float32]
Weights = list[Array32]

HIDDEN = 16
PEAK_RATE = 1e-2
_AT_ONCE = 8_192  # points whose hidden layers stay in the cache


@dataclass(frozen=True)
class Training:
    """How long to train: passes over the data, points a step, seed of start and order."""

    epochs: int
    batch: int
    seed: int = 0


@dataclass(frozen=True, eq=False)
class PlaneNetwork:
    """Weights w1 (16, 2), b1, w2 (16, 16), b2, w3 (2, 16), b3; points are standardised first."""

    centre: Array32
    scale: Array32
    weights: Weights

    def logits(self, points: Array32) -> Array32:
        """The second class's logit minus the first's, (n,), of points (n, 2)."""
        out = np.empty(points.shape[0], dtype=np.float32)
        for first in range(0, points.shape[0], _AT_ONCE):
            chunk = points[first : first + _AT_ONCE]
            z = _forward(self.weights, ((chunk - self.centre) / self.scale).T)[-1]
            out[first : first + _AT_ONCE] = z[1] - z[0]
        return out


def train(
    points: Array32, labels: npt.NDArray[np.bool_], training: Training, progress: Progress
) -> PlaneNetwork:
    """Adam with one cycle of the rate: up over three tenths of the steps, down along a cosine."""
    rng = np.random.default_rng(training.seed)
    centre, scale = points.mean(axis=0), points.std(axis=0)
    x, y = ((points - centre) / scale).T.copy(), labels.astype(np.float32)
    weights = _start(rng)
    moments = [(np.zeros_like(w), np.zeros_like(w)) for w in weights]
    per_epoch = labels.size // training.batch
    steps = training.epochs * per_epoch
    for step in range(steps):
        if step % per_epoch == 0:
            order = rng.permutation(labels.size)
        progress(step / steps, "training the network")
        at = (step % per_epoch) * training.batch
        chosen = order[at : at + training.batch]
        gradients = _gradients(weights, x[:, chosen], y[chosen])
        _adam(weights, gradients, moments, step, _rate((step + 1) / steps))
    return PlaneNetwork(centre, scale, weights)


def _start(rng: np.random.Generator) -> Weights:
    """He's start: variance 2 / fan-in, biases 0."""
    weights: Weights = []
    for outputs, inputs in ((HIDDEN, 2), (HIDDEN, HIDDEN), (2, HIDDEN)):
        weights.append(rng.normal(0, np.sqrt(2 / inputs), (outputs, inputs)).astype(np.float32))
        weights.append(np.zeros((outputs, 1), dtype=np.float32))
    return weights


def _forward(weights: Weights, x: Array32) -> tuple[Array32, Array32, Array32]:
    """Both hidden layers (16, n) and the logits (2, n)."""
    w1, b1, w2, b2, w3, b3 = weights
    h1 = np.maximum(w1 @ x + b1, 0)
    h2 = np.maximum(w2 @ h1 + b2, 0)
    return h1, h2, w3 @ h2 + b3


def _gradients(weights: Weights, x: Array32, y: Array32) -> Weights:
    """Of the mean cross-entropy, in the order of the weights."""
    h1, h2, z = _forward(weights, x)
    residual = (expit(z[1] - z[0]) - y) / y.size
    by_z = np.stack([-residual, residual])
    by_h2 = (weights[4].T @ by_z) * (h2 > 0)
    by_h1 = (weights[2].T @ by_h2) * (h1 > 0)
    layers = ((by_h1, x), (by_h2, h1), (by_z, h2))
    return [g for by, below in layers for g in (by @ below.T, by.sum(axis=1, keepdims=True))]


def _adam(
    weights: Weights, gradients: Weights, moments: list[tuple[Array32, Array32]], step: int, rate: float
) -> None:
    """One step in place (Kingma and Ba 2015), betas .9 and .999."""
    first, second = 1 - 0.9 ** (step + 1), 1 - 0.999 ** (step + 1)
    for w, g, (mean, square) in zip(weights, gradients, moments, strict=True):
        mean[...] += np.float32(0.1) * (g - mean)
        square[...] += np.float32(0.001) * (g * g - square)
        size = np.sqrt(square / np.float32(second)) + np.float32(1e-8)
        w[...] -= np.float32(rate / first) * mean / size


def _rate(done: float) -> float:
    if done < 0.3:
        return PEAK_RATE * (0.04 + 0.96 * done / 0.3)
    return PEAK_RATE * 0.5 * (1 + np.cos(np.pi * (done - 0.3) / 0.7))
