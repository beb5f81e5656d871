"""From rounded logits to probabilities, by looking them up: 65,536 sigmoids are all there are."""

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.levels import NO_DATA, STEP

FloatArray = npt.NDArray[np.float32]


def sigmoid_table() -> npt.NDArray[np.float64]:
    """sigma(level / 1024) of every int16 (65,536,), in the order of the same bits read as uint16.

    NO_DATA has the sigma of -32, and it is for the caller to say what it means.
    """
    levels = np.arange(1 << 16, dtype=np.uint16).view(np.int16)
    table: npt.NDArray[np.float64] = 1 / (1 + np.exp(levels.astype(np.float64) / -STEP))
    return table


def _probabilities() -> FloatArray:
    """The table in single precision, NaN for NO_DATA."""
    table = sigmoid_table().astype(np.float32)
    table[NO_DATA] = np.nan
    table.setflags(write=False)
    return table


_PROBABILITIES = _probabilities()

# Pixels looked up at a time: they stay in the processor's cache.
_BLOCK = 1 << 15


def probability_of(levels: npt.NDArray[np.int16]) -> FloatArray:
    """The probability of each rounded logit, NaN where it is NO_DATA."""
    return _PROBABILITIES.take(levels.view(np.uint16))


def width(lower: npt.NDArray[np.int16], upper: npt.NDArray[np.int16]) -> FloatArray:
    """UB - LB in probability (Ries et al. 2023, equation 3), NaN where nothing was evaluated."""
    result = np.empty(upper.shape, np.float32)
    flat_lower, flat_upper, flat = lower.reshape(-1), upper.reshape(-1), result.reshape(-1)
    scratch = np.empty(min(_BLOCK, flat.size), np.float32)
    for first in range(0, flat.size, _BLOCK):
        block = flat[first : first + _BLOCK]
        stop = first + block.size
        _look_up(flat_upper[first:stop], block)
        _look_up(flat_lower[first:stop], scratch[: block.size])
        block -= scratch[: block.size]
    return result


def _look_up(levels: npt.NDArray[np.int16], out: FloatArray) -> None:
    # Every uint16 is in the table; "clip" only keeps numpy from checking, and buffering, them.
    np.take(_PROBABILITIES, levels.view(np.uint16), out=out, mode="clip")
