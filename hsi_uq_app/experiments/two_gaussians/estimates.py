"""Figure 2 of Tao et al. 2024 (arXiv 2410.12295): how far estimates lie from the truth, in per cent.

Every error is the mean over test points of |estimate - true probability of the predicted class|.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit, ndtr

from hsi_uq_app.experiments.two_gaussians.network import PlaneNetwork
from hsi_uq_app.experiments.two_gaussians.world import Points, Values, World
from hsi_uq_app.progress import Progress


@dataclass(frozen=True, eq=False)
class Probes:
    """Test points (n, 2), logits (n,); of the predicted class whether right (n,), and its truth (n,)."""

    points: Points
    logits: Values
    right: npt.NDArray[np.bool_]
    truth: Values


def new_probes(world: World, network: PlaneNetwork, size: int, rng: np.random.Generator) -> Probes:
    """`size` new points of each class."""
    points, labels = world.sample(size, rng)
    logits = network.logits(points).astype(np.float64)
    second = world.truth(points)
    return Probes(points, logits, (logits > 0) == labels, np.where(logits > 0, second, 1 - second))


def own_error(test: Probes) -> float:
    """Of the network's own probability."""
    return _error(expit(np.abs(test.logits)), test.truth)


def window_errors(test: Probes, widths: Sequence[float]) -> list[float]:
    """Figure 2a, the view of ECE: accuracy of the points whose confidence differs by less than a width."""
    order = np.argsort(np.abs(test.logits))
    confidence, truth = expit(np.abs(test.logits[order])), test.truth[order]
    total = np.concatenate(([0], np.cumsum(test.right[order])))
    errors = []
    for width in widths:
        low = np.searchsorted(confidence, confidence - width, side="right")
        high = np.searchsorted(confidence, confidence + width, side="left")
        errors.append(_error((total[high] - total[low]) / (high - low), truth))
    return errors


def rank_errors(test: Probes, sizes: Sequence[int]) -> list[float]:
    """Figure 2b, the view of AdaECE: accuracy of the K points nearest in rank of confidence, itself included.

    Ranks are of |logit|: confidences in single precision tie at 1.
    """
    order = np.argsort(np.abs(test.logits))
    truth, n = test.truth[order], order.size
    total = np.concatenate(([0], np.cumsum(test.right[order])))
    errors = []
    for size in sizes:
        low = np.clip(np.arange(n) - size // 2, 0, n - size)
        errors.append(_error((total[low + size] - total[low]) / size, truth))
    return errors


def consistency_errors(
    test: Probes,
    network: PlaneNetwork,
    strengths: Sequence[float],
    draws: int,
    rng: np.random.Generator,
    progress: Progress,
) -> list[float]:
    """Figure 2c: share of `draws` perturbed points x + N(0, strength^2 I) that are given the same class."""
    errors = []
    for i, strength in enumerate(strengths):
        same = np.zeros(test.truth.size)
        for draw in range(draws):
            progress((i + draw / draws) / len(strengths), f"consistency at strength {strength:.2f}")
            noise = rng.standard_normal(test.points.shape, dtype=np.float32)
            moved = network.logits(test.points + np.float32(strength) * noise)
            same += (moved > 0) == (test.logits > 0)
        errors.append(_error(same / draws, test.truth))
    return errors


def exact_errors(test: Probes, taus: Sequence[float]) -> list[float]:
    """Of Phi(|logit| / tau): consistency at the logits in closed form."""
    return [_error(ndtr(np.abs(test.logits) / tau), test.truth) for tau in taus]


def _error(estimate: Values, truth: Values) -> float:
    return float(100 * np.abs(estimate - truth).mean())
