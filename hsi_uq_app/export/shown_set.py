"""The set as colours to look at: never larger than a page, and no target lost on the way."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from skimage.measure import block_reduce

from hsi_uq_app.confidence.high_confidence_set import (
    BACKGROUND,
    CLASS_COLOURS,
    NOT_EVALUATED,
    TARGET,
    UNDECIDED,
)

Picture = npt.NDArray[np.uint8]

LONGEST_SIDE, WANTED_SIDE = 1600, 800
PRIORITY = (TARGET, UNDECIDED, BACKGROUND, NOT_EVALUATED)
"""Of the pixels that share a cell of a reduced picture, the first of these is shown."""

OPACITY = {TARGET: 1.0, UNDECIDED: 0.7, BACKGROUND: 0.15, NOT_EVALUATED: 1.0}
PAPER = 235
"""The grey beneath the classes where no picture of the scene is at hand."""


@dataclass(frozen=True, eq=False)
class ShownSet:
    """RGB picture uint8 (height, width, 3); one of the scene's pixels is `scale` of its pixels wide."""

    picture: Picture
    scale: float


def shown_set(classes: npt.NDArray[np.uint8], backdrop: Picture | None) -> ShownSet:
    """Colour the classes (lines, samples) over the backdrop (lines, samples, 3), at a whole scale."""
    step = -(-max(classes.shape) // LONGEST_SIDE)
    zoom = max(1, WANTED_SIDE // max(classes.shape))
    reduced = _reduced(classes, step)
    beneath = np.full((*reduced.shape, 3), PAPER, np.uint8) if backdrop is None else backdrop[::step, ::step]
    picture = blend(reduced, beneath)
    return ShownSet(picture.repeat(zoom, axis=0).repeat(zoom, axis=1), zoom if step == 1 else 1 / step)


def blend(classes: npt.NDArray[np.uint8], beneath: Picture) -> Picture:
    """The classes' colours over a picture, each with its opacity."""
    opacity = np.array([OPACITY[value] for value in sorted(OPACITY)], np.float32)[classes][..., None]
    colours = np.array(CLASS_COLOURS, np.float32)[classes]
    return np.rint(opacity * colours + (1 - opacity) * beneath).astype(np.uint8)


def _reduced(classes: npt.NDArray[np.uint8], step: int) -> npt.NDArray[np.uint8]:
    """Every cell of step x step pixels as its first class in PRIORITY; the edge is padded with the last."""
    if step == 1:
        return classes
    rank = np.array([PRIORITY.index(value) for value in range(len(PRIORITY))], np.uint8)
    best = block_reduce(rank[classes], (step, step), np.min, cval=len(PRIORITY) - 1)
    return np.array(PRIORITY, np.uint8)[best]
