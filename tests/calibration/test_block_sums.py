"""Sums by block against the slow way, replicate by replicate."""

import numpy as np
import pytest

from hsi_uq_app.calibration.block_sums import FIGURES, draw_blocks, interval, replicated, square_blocks
from hsi_uq_app.calibration.report import TWO_CLASS_COLUMNS
from hsi_uq_app.errors import UserError


def pixels(n: int = 3_000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Probabilities, labels and 24 blocks of unequal size."""
    rng = np.random.default_rng(3)
    p = rng.beta(0.3, 2.0, n)
    return p, rng.random(n) < p**2, np.sort(rng.integers(0, 24, n)) * 7


def gathered(name: str, p: np.ndarray, y: np.ndarray, blocks: np.ndarray, times: np.ndarray) -> np.ndarray:
    """The slow way: the pixels of each replicate's blocks, and the figure of those."""
    members = [np.flatnonzero(blocks == block) for block in np.unique(blocks)]
    figures = []
    for drawn in times.astype(int):
        chosen = np.concatenate(
            [np.tile(pixels, often) for pixels, often in zip(members, drawn, strict=True)]
        )
        figures.append(TWO_CLASS_COLUMNS[name](p[chosen], y[chosen]))
    return np.array(figures, dtype=float)


def test_that_blocks_are_squares_numbered_line_by_line() -> None:
    assert square_blocks(3, 5, 2).tolist() == [[0, 0, 1, 1, 2], [0, 0, 1, 1, 2], [3, 3, 4, 4, 5]]


def test_that_resembling_neighbours_widen_the_interval() -> None:
    rng = np.random.default_rng(0)
    p, y = np.repeat(rng.random(100), 100), np.repeat(rng.random(100) < 0.5, 100)
    single, whole = np.arange(10_000), np.repeat(np.arange(100), 100)
    apart, together = (interval(replicated(p, y, draw_blocks(blocks))["NLL"]) for blocks in (single, whole))
    assert apart is not None
    assert together is not None
    assert together[1] - together[0] > 5 * (apart[1] - apart[0])


@pytest.mark.parametrize("name", FIGURES)
def test_that_sums_by_block_give_the_figures_of_the_gathered_pixels(name: str) -> None:
    p, y, blocks = pixels()
    draws = draw_blocks(blocks, 50, seed=4)
    expected = gathered(name, p, y, blocks, draws.times)
    assert replicated(p, y, draws)[name] == pytest.approx(expected, rel=1e-9)


def test_that_the_interval_of_a_difference_is_on_the_same_ground() -> None:
    p, y, blocks = pixels()
    draws = draw_blocks(blocks)
    before, after = replicated(p, y, draws)["NLL"], replicated(p**2, y, draws)["NLL"]
    apart = interval(after - before)
    assert apart is not None
    assert apart[1] < 0
    alone = interval(after), interval(before)
    assert apart[1] - apart[0] < (alone[0][1] - alone[0][0]) / 2


def test_that_a_sure_mistake_makes_only_its_own_block_infinite() -> None:
    p, y, blocks = pixels()
    p[0], y[0] = 0.0, True
    draws = draw_blocks(blocks)
    nll = replicated(p, y, draws)["NLL"]
    assert np.isinf(nll).tolist() == (draws.times[:, 0] > 0).tolist()
    assert interval(nll) is None


def test_that_a_region_without_targets_has_no_intervals() -> None:
    found = replicated(np.full(8, 0.1), np.zeros(8, bool), draw_blocks(np.arange(8)))
    assert {name: interval(values) for name, values in found.items()} == dict.fromkeys(FIGURES)


def test_that_one_block_alone_is_refused() -> None:
    with pytest.raises(UserError, match="one block alone"):
        draw_blocks(np.zeros(5, np.int64))
