"""Consistency by drawing noise, as published (Tao et al. 2024): frequencies of T draws, zeros included."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.calibrators.calibration_input import Values
from hsi_uq_app.calibration.calibrators.consistency import Noise
from hsi_uq_app.progress import Progress, silent

Draws32 = npt.NDArray[np.float32]

_AT_ONCE = 4_000_000
NOISES: dict[Noise, Callable[[np.random.Generator, tuple[int, ...]], Draws32]] = {
    "gaussian": lambda rng, shape: rng.standard_normal(shape, dtype=np.float32),
    "uniform": lambda rng, shape: rng.random(shape, dtype=np.float32),
}


def drawn_consistency(
    logits: Values,
    strengths: Sequence[float],
    noise: Noise,
    draws: int,
    *,
    mixing: Values | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Values:
    """Share of draws in which each class is on top, (strengths, n, K).

    All strengths see the same noise, scaled: so a search over strengths does not chase the noise.

    Args:
        logits: (n, K); a single logit z as the pair (0, z): noise on one logit alone would be wrong.
        strengths: epsilon, in logits.
        noise: N(0, epsilon^2) or U(0, epsilon), independent on every logit.
        draws: T.
        mixing: (K, K) that turns independent noise into the noise of the logits; None leaves it independent.
        seed: of the noise.
        progress: called for each batch of draws.
    """
    z = np.ascontiguousarray(logits.T, dtype=np.float32)
    rng = np.random.default_rng(seed)
    counts = np.zeros((len(strengths), *z.shape))
    batch = max(1, _AT_ONCE // z.size)
    for first in range(0, draws, batch):
        size = min(batch, draws - first)
        drawn = NOISES[noise](rng, (z.shape[0], size, z.shape[1]))
        if mixing is not None:
            drawn = np.tensordot(mixing.astype(np.float32), drawn, axes=1)
        for i, strength in enumerate(strengths):
            progress((first + size * i / len(strengths)) / draws, "consistency draws")
            counts[i] += _tops(z[:, None, :] + np.float32(strength) * drawn)
    return counts.transpose(0, 2, 1) / draws


def _tops(noisy: Draws32) -> npt.NDArray[np.int64]:
    """How often each class is on top, (K, n), of noisy logits (K, draws, n)."""
    best = noisy[0].copy()
    winner = np.zeros(best.shape, dtype=np.uint8 if noisy.shape[0] < 256 else np.uint16)
    for k in range(1, noisy.shape[0]):
        winner[noisy[k] > best] = k
        np.maximum(best, noisy[k], out=best)
    return np.stack([(winner == k).sum(axis=0) for k in range(noisy.shape[0])])
