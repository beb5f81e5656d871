"""Intervals that respect neighbourhood: whole blocks of the scene are drawn again, not single pixels."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, silent

Figure = Callable[[npt.NDArray[np.float64], npt.NDArray[np.bool_]], float | None]
REPLICATES = 200


def square_blocks(lines: int, samples: int, side: int) -> npt.NDArray[np.int64]:
    """The block of each pixel, (lines, samples): squares of `side` pixels, numbered line by line."""
    across = -(-samples // side)
    row, column = np.arange(lines)[:, None] // side, np.arange(samples)[None, :] // side
    return row * across + column


def block_interval(
    figure: Figure,
    probability: npt.NDArray[np.float64],
    labels: npt.NDArray[np.bool_],
    blocks: npt.NDArray[np.int64],
    *,
    level: float = 0.95,
    replicates: int = REPLICATES,
    seed: int = 0,
    progress: Progress = silent,
) -> tuple[float, float] | None:
    """The central `level` of a figure over replicates, each of as many blocks, drawn with replacement.

    Args:
        figure: of probabilities and labels, None where undefined.
        probability: (n,).
        labels: (n,), true = target.
        blocks: (n,), the block each pixel lies in.
        level: of the interval.
        replicates: how often to draw.
        seed: of the drawing.
        progress: called for each replicate.

    Returns:
        The ends, or None where the figure is undefined in more than a tenth of the replicates.
    """
    order = np.argsort(blocks, kind="stable")
    members = np.split(order, np.flatnonzero(np.diff(blocks[order])) + 1)
    if len(members) < 2:
        raise UserError("one block alone has no spread", "choose smaller blocks or a larger region")
    rng = np.random.default_rng(seed)
    values = []
    for replicate in range(replicates):
        progress(replicate / replicates, "block bootstrap")
        chosen = np.concatenate([members[i] for i in rng.integers(0, len(members), len(members))])
        values.append(figure(probability[chosen], labels[chosen]))
    return _ends([v for v in values if v is not None], replicates, level)


def _ends(values: list[float], replicates: int, level: float) -> tuple[float, float] | None:
    if len(values) < 0.9 * replicates:
        return None
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf")
    return float(low), float(high)
