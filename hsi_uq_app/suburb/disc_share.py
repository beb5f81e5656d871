"""How much of each pixel a disc covers, in closed form."""

import numpy as np

from hsi_uq_app.suburb.shapes import PixelWindow


def disc_share(x: float, y: float, radius: float, window: PixelWindow) -> np.ndarray:
    """Share of each pixel's area that lies inside a disc, float64 (lines, samples) in 0..1.

    With F(a, b) the area of the disc to the left of a and above b, a pixel's share is the mixed difference of
    F over its four corners; exact but for rounding, at any radius.

    Args:
        x, y, radius: of the disc, metres; one pixel is one square metre.
    """
    right = np.arange(window.first_sample, window.last_sample + 1) - x
    below = np.arange(window.first_line, window.last_line + 1) - y
    corner = _quadrant_area(right[None, :], below[:, None], radius)
    share = np.diff(np.diff(corner, axis=0), axis=1)
    return np.clip(share, 0.0, 1.0)


def disc_window(x: float, y: float, radius: float) -> PixelWindow:
    """The pixels a disc may touch."""
    return PixelWindow(
        int(np.floor(y - radius)),
        int(np.ceil(y + radius)),
        int(np.floor(x - radius)),
        int(np.ceil(x + radius)),
    )


def _quadrant_area(a: np.ndarray, b: np.ndarray, radius: float) -> np.ndarray:
    """Area of {u <= a, v <= b} within the disc u^2 + v^2 <= radius^2.

    Integrates min(b, s(u)) + s(u) over u <= a with s(u) = sqrt(radius^2 - u^2): where s < |b| the upper edge
    is s itself (or the strip is empty), between -c and c = sqrt(radius^2 - b^2) it is b.
    """
    a, b = np.broadcast_arrays(np.clip(a, -radius, radius), np.clip(b, -radius, radius))
    c = np.sqrt(radius**2 - b**2)
    outer = _half_disc(np.minimum(a, -c), radius) + np.maximum(
        _half_disc(a, radius) - _half_disc(c, radius), 0
    )
    inner = np.clip(a, -c, c)
    middle = _half_disc(inner, radius) - _half_disc(-c, radius) + b * (inner + c)
    return np.where(b > 0, 2 * outer, 0) + middle


def _half_disc(u: np.ndarray, radius: float) -> np.ndarray:
    """Area under s from -radius to u."""
    s = np.sqrt(np.maximum(radius**2 - u**2, 0))
    return 0.5 * (u * s + radius**2 * np.arcsin(np.clip(u / radius, -1, 1))) + np.pi * radius**2 / 4
