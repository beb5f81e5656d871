"""Intervals that respect neighbourhood: whole blocks of the scene are drawn again, not single pixels.

The block bootstrap of figures that are made of sums: one table of block sums serves every replicate, so that
none gathers pixels again, which is thousands of times quicker. All rows of a comparison share the drawing of
blocks, so the interval of a difference is that of the difference on the same ground.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import entr

from hsi_uq_app.calibration.binning import bin_index, equal_width_edges
from hsi_uq_app.calibration.checks import Bools
from hsi_uq_app.calibration.ece import BINS
from hsi_uq_app.calibration.views import Judged, positive_class, top_label
from hsi_uq_app.errors import UserError

Values = npt.NDArray[np.float64]
Interval = tuple[float, float]

REPLICATES = 200


@dataclass(frozen=True, eq=False)
class BlockDraws:
    """The block 0..B-1 of each pixel (n,), and how often each replicate drew each block (R, B)."""

    block: npt.NDArray[np.intp]
    times: Values


def square_blocks(lines: int, samples: int, side: int) -> npt.NDArray[np.int64]:
    """The block of each pixel, (lines, samples): squares of `side` pixels, numbered line by line."""
    across = -(-samples // side)
    row, column = np.arange(lines)[:, None] // side, np.arange(samples)[None, :] // side
    return row * across + column


def draw_blocks(blocks: npt.NDArray[np.int64], replicates: int = REPLICATES, seed: int = 0) -> BlockDraws:
    """As many blocks as there are, drawn with replacement, R times; blocks (n,) names each pixel's.

    Raises:
        UserError: all pixels lie in one block.
    """
    names, block = np.unique(blocks, return_inverse=True)
    if names.size < 2:
        raise UserError("one block alone has no spread", "choose smaller blocks or a larger region")
    rng = np.random.default_rng(seed)
    drawn = [rng.integers(0, names.size, names.size) for _ in range(replicates)]
    times = np.stack([np.bincount(one, minlength=names.size) for one in drawn])
    return BlockDraws(block, times.astype(np.float64))


@dataclass(frozen=True, eq=False)
class _Sums:
    """Sums over a replicate's pixels, each (R,); the gaps, hits less confidences of each bin, are (R, M)."""

    n: Values
    targets: Values
    probability: Values
    surprise: Values
    squares: Values
    positive_gaps: Values
    top_gaps: Values


FIGURES: dict[str, Callable[[_Sums], Values]] = {
    "ECE, positive class": lambda s: np.abs(s.positive_gaps).sum(axis=1) / s.n,
    "ECE, top label": lambda s: np.abs(s.top_gaps).sum(axis=1) / s.n,
    "mean p / base rate": lambda s: s.probability / s.targets,
    "NLL": lambda s: s.surprise / s.n,
    "NLL skill": lambda s: 1 - s.surprise / s.n / _entropy(s.targets / s.n),
    "Brier skill": lambda s: 1 - s.squares / s.n / (s.targets / s.n * (1 - s.targets / s.n)),
}


def replicated(probability: npt.ArrayLike, labels: Bools, draws: BlockDraws) -> Mapping[str, Values]:
    """Each of FIGURES on every replicate (R,), not a number where a replicate leaves it undefined.

    Args:
        probability: (n,).
        labels: (n,), true = target.
        draws: of the same pixels.
    """
    p = np.asarray(probability, dtype=np.float64)
    with np.errstate(divide="ignore"):
        surprise = -np.log(np.where(labels, p, 1 - p))
    sums = _Sums(
        n=_per_replicate(np.ones(p.size), draws),
        targets=_per_replicate(labels.astype(np.float64), draws),
        probability=_per_replicate(p, draws),
        surprise=_per_replicate(surprise, draws),
        squares=_per_replicate(np.square(p - labels), draws),
        positive_gaps=draws.times @ gaps_by_block(positive_class(p, labels), draws),
        top_gaps=draws.times @ gaps_by_block(top_label(p, labels), draws),
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        return {name: np.where(_both_classes(sums), figure(sums), np.nan) for name, figure in FIGURES.items()}


def interval(values: Values, level: float = 0.95) -> Interval | None:
    """The central `level` of a figure's replicates (R,); None if a tenth of them is undefined or infinite."""
    known = values[np.isfinite(values)]
    if known.size < 0.9 * values.size:
        return None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf")
    return float(low), float(high)


def gaps_by_block(judged: Judged, draws: BlockDraws) -> Values:
    """Hits less confidences in each bin of each block, (B, M)."""
    confidence, hits = judged
    cell = draws.block * BINS + bin_index(confidence, equal_width_edges(BINS, confidence.dtype))
    size = draws.times.shape[1] * BINS
    gaps: Values = np.bincount(cell, weights=hits - confidence, minlength=size).astype(np.float64, copy=False)
    return gaps.reshape(-1, BINS)


def _per_replicate(column: Values, draws: BlockDraws) -> Values:
    """A column (n,) summed by block, then by replicate (R,)."""
    by_block = np.bincount(draws.block, weights=column, minlength=draws.times.shape[1])
    if np.isinf(by_block).any():
        # A block that was not drawn adds nothing, however surprising its pixels.
        return np.where(draws.times @ np.isinf(by_block) > 0, np.inf, draws.times @ _finite(by_block))
    return draws.times @ by_block


def _both_classes(sums: _Sums) -> npt.NDArray[np.bool_]:
    return (sums.targets > 0) & (sums.targets < sums.n)


def _entropy(rate: Values) -> Values:
    both: Values = entr(rate) + entr(1 - rate)
    return both


def _finite(values: npt.NDArray[Any]) -> Values:
    return np.where(np.isinf(values), 0.0, values)
