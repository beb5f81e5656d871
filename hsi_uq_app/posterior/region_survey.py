"""One pass over the training region, by lines: which pixels are usable, and a random subsample of spectra.

Memory stays bounded however large the scene: a chunk of lines, a byte a pixel, and the subsample.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.posterior.sample_sizes import FEWEST_TARGETS
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.good_bands import SAMPLED_LINES, SAMPLED_SAMPLES, judge_bands, spread
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.regions import Region

IndexArray = npt.NDArray[np.intp]
BoolArray = npt.NDArray[np.bool_]

SUBSAMPLE = 20_000
_CHUNK_VALUES = 1 << 23


@dataclass(frozen=True, eq=False)
class Survey:
    """The usable pixels of a region: those with a known label and a finite value in every used band.

    `targets` and `background` are line-major indices into the scene, rising; `spectra` (G, m) is a random
    subsample of both and `spectra_are_targets` (m,) says which is which.
    """

    bands: IndexArray
    targets: IndexArray
    background: IndexArray
    spectra: FloatArray
    spectra_are_targets: BoolArray


def survey_region(
    cube: Cube, truth: Truth | None, region: Region, rng: np.random.Generator, progress: Progress
) -> Survey:
    """Find the usable pixels and keep SUBSAMPLE random spectra, the same however the lines are chunked.

    Without truth every pixel of the region counts as background.

    Raises:
        UserError: no usable pixel; by the truth too few targets, or nothing but targets.
    """
    wanted = region.mask(cube.lines, cube.samples)
    labels = np.zeros(wanted.size, bool) if truth is None else truth.labels.reshape(-1)
    if truth is not None:
        wanted &= truth.known
    bands = _bands(cube, wanted)
    keys = rng.random(np.count_nonzero(wanted), dtype=np.float32)
    usable, subsample, done = [], _Subsample(len(bands)), 0
    for pixels, x in chunks(cube, wanted, bands, progress):
        valid: BoolArray = np.isfinite(x.sum(axis=0))
        usable.append(pixels[valid])
        subsample.offer(keys[done : done + len(pixels)][valid], pixels[valid], x, valid)
        done += len(pixels)
    pixels = np.concatenate(usable) if usable else np.empty(0, np.intp)
    _check(region, truth, labels[pixels])
    return Survey(
        bands, pixels[labels[pixels]], pixels[~labels[pixels]], subsample.x, labels[subsample.pixels]
    )


def chunks(
    cube: Cube, wanted: BoolArray, bands: IndexArray, progress: Progress
) -> Iterator[tuple[IndexArray, FloatArray]]:
    """The wanted pixels (a mask, lines x samples) as (indices (n,), values (G, n)), in file order."""
    lines = np.flatnonzero(wanted.any(axis=1))
    if lines.size == 0:
        return
    height = max(1, _CHUNK_VALUES // (cube.samples * max(1, len(bands))))
    for first in range(lines[0], lines[-1] + 1, height):
        last = min(first + height, int(lines[-1]) + 1)
        progress((first - lines[0]) / (lines[-1] + 1 - lines[0]), f"reading line {first}")
        here = np.flatnonzero(wanted[first:last])
        if here.size:
            yield here + first * cube.samples, cube.read_lines(first, last, bands)[:, here]


def _bands(cube: Cube, wanted: BoolArray) -> IndexArray:
    """The bands worth using, judged as at opening, but by pixels of the region alone."""
    lines = np.flatnonzero(wanted.any(axis=1))
    pixels = [np.empty(0, np.intp)]
    for line in lines[spread(len(lines), SAMPLED_LINES)]:
        here = np.flatnonzero(wanted[line])
        pixels.append(line * cube.samples + here[spread(len(here), SAMPLED_SAMPLES)])
    good, _ = judge_bands(cube.header, cube.pixels(np.concatenate(pixels)))
    return np.flatnonzero(good)


class _Subsample:
    """The SUBSAMPLE pixels with the smallest keys seen so far, in the order of their keys."""

    def __init__(self, bands: int) -> None:
        self.keys = np.empty(0, np.float32)
        self.pixels = np.empty(0, np.intp)
        self.x = np.empty((bands, 0), np.float32)

    def offer(self, keys: FloatArray, pixels: IndexArray, x: FloatArray, valid: BoolArray) -> None:
        """Take those of the valid pixels (columns of x) that belong among the smallest."""
        full = len(self.keys) == SUBSAMPLE
        close = keys < self.keys[-1] if full else np.ones(len(keys), bool)
        order = np.argsort(np.concatenate([self.keys, keys[close]]), kind="stable")[:SUBSAMPLE]
        columns = np.flatnonzero(valid)[close]
        self.x = np.concatenate([self.x, x[:, columns]], axis=1)[:, order]
        self.pixels = np.concatenate([self.pixels, pixels[close]])[order]
        self.keys = np.concatenate([self.keys, keys[close]])[order]


def _check(region: Region, truth: Truth | None, labels: BoolArray) -> None:
    if labels.size == 0:
        known = "" if truth is None else " and a known label"
        raise UserError(
            f"no pixel of the training region {region.text!r} has data in every used band{known}",
            "choose another region",
        )
    if truth is not None:
        _check_targets(region, truth, labels)


def _check_targets(region: Region, truth: Truth, labels: BoolArray) -> None:
    targets = int(np.count_nonzero(labels))
    if targets < FEWEST_TARGETS:
        raise UserError(
            f"the training region {region.text!r} holds {targets} target pixels (abundance above "
            f"{truth.threshold:g}), and training needs {FEWEST_TARGETS}",
            "choose a region with targets, or a lower threshold",
        )
    if targets == labels.size:
        raise UserError(
            f"every pixel of the training region {region.text!r} is a target",
            "choose a region that also holds background",
        )
