"""How much of each pixel's view a crown takes, and which crown it is."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.suburb.scenery import SUN
from hsi_uq_app.suburb.shapes import PixelWindow, grid_span
from hsi_uq_app.suburb.trees import Crowns

_RAGGED_SD = 0.25
_RAGGED_REACH = 1.15
"""Leaves reach at most this many crown radii from the trunk."""
_RELIEF = 0.35
_TEXTURE = 0.18


@dataclass(frozen=True, eq=False)
class Foliage:
    """Foliage over a window; all (lines, samples).

    Attributes:
        cover: share of the view taken by leaves, float32 in 0..1.
        thing: number of the uppermost crown's thing, int32; meaningless where cover is 0.
        brightness: of the leaves, float32: sunward sides are brighter.
    """

    cover: np.ndarray
    thing: np.ndarray
    brightness: np.ndarray


def grow_foliage(crowns: Crowns, ragged: np.ndarray, window: PixelWindow) -> Foliage:
    """Cover of one crown: cap * clip(1.6 (1 - (r/R)^2 + .25 n), 0, 1); the gaps of several multiply.

    Args:
        ragged: unit normal field n over the window, float32 (lines, samples).
    """
    gaps = np.ones(window.shape, np.float32)
    thickest = np.zeros(window.shape, np.float32)
    thing = np.zeros(window.shape, np.int32)
    brightness = np.ones(window.shape, np.float32)
    lines, samples = window.shape
    for i in _touching(crowns, window):
        reach = _RAGGED_REACH * crowns.radius[i]
        top, bottom, dy = grid_span(crowns.y[i], reach, window.first_line, lines, 1)
        left, right, dx = grid_span(crowns.x[i], reach, window.first_sample, samples, 1)
        here = np.s_[top:bottom, left:right]
        squared = ((dx**2)[None, :] + (dy**2)[:, None]) / crowns.radius[i] ** 2
        leaves = np.clip(1.6 * (1 - squared + _RAGGED_SD * ragged[here]), 0, 1) * (squared < _RAGGED_REACH**2)
        cover = (crowns.cap[i] * leaves).astype(np.float32)
        relief = 1 + _RELIEF * (SUN[0] * dx[None, :] + SUN[1] * dy[:, None]) / crowns.radius[i]
        above = cover > thickest[here]
        gaps[here] *= 1 - cover
        np.copyto(thickest[here], cover, where=above)
        np.copyto(thing[here], crowns.thing[i], where=above)
        np.copyto(brightness[here], relief.astype(np.float32), where=above)
    return Foliage(1 - gaps, thing, brightness * np.exp(_TEXTURE * ragged))


def _touching(crowns: Crowns, window: PixelWindow) -> np.ndarray:
    reach = _RAGGED_REACH * crowns.radius
    vertical = (crowns.y + reach > window.first_line) & (crowns.y - reach < window.last_line)
    horizontal = (crowns.x + reach > window.first_sample) & (crowns.x - reach < window.last_sample)
    return np.flatnonzero(vertical & horizontal)
