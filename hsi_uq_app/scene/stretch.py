"""From values to the greys of a picture."""

import numpy as np
import numpy.typing as npt

CUT = (2.0, 98.0)
"""Percentiles that become black and white."""


def stretched(picture: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """A band as 0..255 between its percentiles; NaN and infinities take no part and become black."""
    finite = np.isfinite(picture)
    if not finite.any():
        return np.zeros(picture.shape, np.uint8)
    low, high = np.percentile(picture[finite], CUT)
    if not high > low:
        low, high = low - 0.5, low + 0.5
    scaled = (np.where(finite, picture, low) - low) * (255.0 / (high - low))
    return np.clip(scaled, 0, 255).astype(np.uint8)
