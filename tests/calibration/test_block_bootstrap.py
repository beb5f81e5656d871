"""Blocks instead of pixels: wider intervals where neighbours resemble each other."""

import numpy as np
import pytest

from hsi_uq_app.calibration.block_bootstrap import block_interval, square_blocks
from hsi_uq_app.errors import UserError


def test_that_blocks_are_squares_numbered_line_by_line() -> None:
    assert square_blocks(3, 5, 2).tolist() == [[0, 0, 1, 1, 2], [0, 0, 1, 1, 2], [3, 3, 4, 4, 5]]


def test_that_resembling_neighbours_widen_the_interval() -> None:
    rng = np.random.default_rng(0)
    p = np.repeat(rng.random(100), 100)
    y = np.repeat(rng.random(100) < 0.5, 100)

    def share(_: np.ndarray, labels: np.ndarray) -> float:
        return float(labels.mean())

    apart = block_interval(share, p, y, np.arange(10_000))
    together = block_interval(share, p, y, np.repeat(np.arange(100), 100))
    assert apart is not None
    assert together is not None
    assert together[1] - together[0] > 5 * (apart[1] - apart[0])


def test_that_an_undefined_figure_has_no_interval_and_one_block_no_spread() -> None:
    p, y = np.full(10, 0.5), np.zeros(10, dtype=bool)
    assert block_interval(lambda *_: None, p, y, np.arange(10)) is None
    with pytest.raises(UserError, match="one block alone"):
        block_interval(lambda *_: 1.0, p, y, np.zeros(10, dtype=int))
