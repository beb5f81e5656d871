"""From values to the greys of a picture."""

import numpy as np
import numpy.typing as npt

CUT = (2.0, 98.0)
"""Percentiles that become black and white."""


def ends(picture: npt.NDArray[np.float32]) -> tuple[float, float]:
    """The values that become black and white; NaN and infinities take no part."""
    finite = picture[np.isfinite(picture)]
    if not finite.size:
        return 0.0, 1.0
    low, high = np.percentile(finite, CUT)
    return (float(low), float(high)) if high > low else (float(low) - 0.5, float(low) + 0.5)


def stretched(
    picture: npt.NDArray[np.float32], between: tuple[float, float] | None = None
) -> npt.NDArray[np.uint8]:
    """A band as 0..255 between two values, or else its own ends; NaN and infinities become black."""
    low, high = between or ends(picture)
    scaled = (np.where(np.isfinite(picture), picture, low) - low) * (255.0 / (high - low))
    return np.clip(scaled, 0, 255).astype(np.uint8)
