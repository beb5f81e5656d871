"""Values as codes of one byte: 0 = no data, 1..255 = low..high. A code needs no arithmetic to be drawn."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from hsi_uq_app.confidence.width import sigmoid_table
from hsi_uq_app.posterior.levels import NO_DATA

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
_BLOCK = 1 << 18


def finite_range(values: npt.NDArray[np.generic]) -> tuple[float, float]:
    """Smallest and largest finite value of the whole array, never a sample of it; (0, 1) when there is none.

    A single bright pixel counts, a NaN or an infinity does not, and the two ends always differ.
    """
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def codes(values: Floats, low: float, high: float) -> Bytes:
    """Map low..high to 1..255; beyond is clipped, +-inf too, NaN is 0 (no data)."""
    return _in_blocks(values, lambda block: _coded(block, low, high))


def probability_codes(mean_logit: Floats) -> Bytes:
    """Probability 0..1 from logits of the mean probability, always on the scale 0..1."""
    return _in_blocks(mean_logit, lambda block: _coded(expit(block), 0.0, 1.0))


def _coded(values: Floats, low: float, high: float) -> Bytes:
    scale = np.float32(254.0 / (high - low))
    scaled = np.clip((values - np.float32(low)) * scale, 0.0, 254.0)
    coded: Bytes = (np.rint(np.nan_to_num(scaled, nan=-1.0)) + 1.0).astype(np.uint8)
    return coded


def _in_blocks(values: Floats, code: Callable[[Floats], Bytes]) -> Bytes:
    """Code block by block, so that a large map needs no second one of floats."""
    out = np.empty(values.shape, np.uint8)
    flat, flat_out = values.reshape(-1), out.reshape(-1)
    for first in range(0, flat.size, _BLOCK):
        flat_out[first : first + _BLOCK] = code(flat[first : first + _BLOCK])
    return out


_SIGMOIDS = np.round(65_024 * sigmoid_table()).astype(np.uint16)
"""sigma of each int16 logit on a scale of 254 * 256, so that a difference shifted by eight bits is a code."""


def width_codes(
    lower: npt.NDArray[np.int16], upper: npt.NDArray[np.int16], out: Bytes | None = None
) -> Bytes:
    """The width UB - LB on the scale 0..1 of rounded logits: two look-ups; 0 where nothing was evaluated."""
    span = _SIGMOIDS.take(upper.view(np.uint16))
    span -= _SIGMOIDS.take(lower.view(np.uint16))
    span += 128 + 256
    span >>= 8
    span[upper == NO_DATA] = 0
    codes_ = np.empty(span.shape, np.uint8) if out is None else out
    codes_[...] = span
    return codes_
