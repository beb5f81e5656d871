"""Scores that only the true probability minimises, and how much better they are than the base rate alone."""

import numpy as np
import numpy.typing as npt
from scipy.special import entr, log_softmax

from hsi_uq_app.calibration.checks import (
    Floats,
    checked_class_labels,
    checked_classes,
    checked_labels,
    checked_logits,
    checked_pair,
    refuse_unknown,
)


def negative_log_likelihood(probability: npt.ArrayLike, labels: npt.ArrayLike, floor: float = 0.0) -> float:
    """Mean of -log p(what happened), in nats; infinite where a probability of exactly 0 was wrong.

    Args:
        probability: (n,) of a target.
        labels: (n,), true = target.
        floor: probabilities below it count as it; 1e-12 for Monte Carlo frequencies, whose zeros are counts.
    """
    p, y = checked_pair(probability, labels)
    happened = np.where(y, p, 1 - p.astype(np.float64))
    return _mean_surprise(happened, floor)


def negative_log_likelihood_of_logits(logits: npt.ArrayLike, labels: npt.ArrayLike) -> float:
    """The same from logits (n,), mean of softplus((1 - 2y) z): exact where the sigmoid rounds to 1."""
    z, y = checked_logits(logits, labels)
    return float(np.logaddexp(0, np.where(y, -z, z)).mean())


def brier(probability: npt.ArrayLike, labels: npt.ArrayLike) -> float:
    """Mean of (p - y)^2 over pixels (Brier 1950), for two classes counted once."""
    p, y = checked_pair(probability, labels)
    return float(np.square(p.astype(np.float64) - y).mean())


def accuracy(probability: npt.ArrayLike, labels: npt.ArrayLike) -> float:
    """Share of pixels predicted right; at p = .5 the prediction is "background". Blind to rare targets."""
    p, y = checked_pair(probability, labels)
    return float(((p > 0.5) == y).mean())


def base_rate_nll(labels: npt.ArrayLike) -> float:
    """The NLL of always saying the share of targets: its entropy, in nats."""
    rate = checked_labels(labels).mean()
    return float(entr(rate) + entr(1 - rate))


def base_rate_brier(labels: npt.ArrayLike) -> float:
    """The Brier score of always saying the share of targets."""
    rate = checked_labels(labels).mean()
    return float(rate * (1 - rate))


def skill(score: float, reference: float) -> float | None:
    """1 - score / reference: 1 is perfect, 0 the base rate, below 0 worse. None if the reference is 0."""
    return 1 - score / reference if reference > 0 else None


def class_nll(probabilities: npt.ArrayLike, labels: npt.ArrayLike, floor: float = 0.0) -> float:
    """Mean of -log p of the true class, for probabilities (n, K), in nats."""
    p, y = checked_classes(probabilities, labels)
    return _mean_surprise(p[np.arange(y.size), y], floor)


def class_nll_of_logits(logits: npt.ArrayLike, labels: npt.ArrayLike) -> float:
    """The same from logits (n, K), by log-sum-exp."""
    z = np.asarray(logits, dtype=np.float64)
    y = checked_class_labels(labels, z.shape)
    refuse_unknown(z, "logits")
    return float(-log_softmax(z, axis=1)[np.arange(y.size), y].mean())


def class_brier(probabilities: npt.ArrayLike, labels: npt.ArrayLike) -> float:
    """Mean over samples of the sum over K classes of (p_k - [y = k])^2: for K = 2, twice `brier`."""
    p, y = checked_classes(probabilities, labels)
    truth = np.eye(p.shape[1])[y]
    return float(np.square(p - truth).sum(axis=1).mean())


def class_accuracy(probabilities: npt.ArrayLike, labels: npt.ArrayLike) -> float:
    """Share of samples whose largest probability is that of the true class."""
    p, y = checked_classes(probabilities, labels)
    return float((p.argmax(axis=1) == y).mean())


def _mean_surprise(happened: Floats, floor: float) -> float:
    with np.errstate(divide="ignore"):
        return float(-np.log(np.maximum(happened.astype(np.float64), floor)).mean())
