"""A strip of the plan painted onto sub-pixels: what lies where, in which light, beneath which leaves."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hsi_uq_app.suburb.disc_share import disc_share, disc_window
from hsi_uq_app.suburb.foliage import Foliage, grow_foliage
from hsi_uq_app.suburb.light import Illumination
from hsi_uq_app.suburb.plan import SuburbPlan
from hsi_uq_app.suburb.shapes import PixelWindow, paint

STEPS = 4
"""Sub-pixels along each axis of a pixel, for the background; discs and leaves are shares, not sub-pixels."""
CELLS = STEPS * STEPS


@dataclass(frozen=True, eq=False)
class Strip:
    """One window of the scene before any light reaches the sensor; p pixels in line-major order.

    Attributes:
        patches: thing number * kinds of light + kind of light, of each sub-pixel, int32 (p, CELLS).
        foliage: leaves above, (lines, samples).
        disc_share: share of each pixel's ground that is target, float64 (lines, samples).
        disc: index of the disc in `plan.discs`, -1 for none, int32 (lines, samples).
    """

    window: PixelWindow
    patches: np.ndarray
    foliage: Foliage
    disc_share: np.ndarray
    disc: np.ndarray

    @property
    def abundance(self) -> np.ndarray:
        """Share of each pixel's view that is target, after the leaves took theirs (lines, samples)."""
        return self.disc_share * (1 - self.foliage.cover)

    @cached_property
    def light_shares(self) -> np.ndarray:
        """Share of each pixel's ground in each kind of light, float32 (kinds, p)."""
        kinds = self.patches % len(Illumination)
        return np.stack([(kinds == kind).mean(axis=1, dtype=np.float32) for kind in Illumination])


def paint_strip(plan: SuburbPlan, window: PixelWindow) -> Strip:
    """Paint a window; what is painted depends on the plan alone, never on the window's edges."""
    foliage = grow_foliage(plan.crowns, plan.fields["leaves"].over(window), window)
    share, disc = _paint_discs(plan, window)
    return Strip(window, _paint_patches(plan, window), foliage, share, disc)


def _paint_patches(plan: SuburbPlan, window: PixelWindow) -> np.ndarray:
    lines, samples = window.shape
    grid = lines * STEPS, samples * STEPS
    things, light = np.zeros(grid, np.int32), np.zeros(grid, np.int32)
    paint(things, window, plan.ground, STEPS)
    paint(things, window, plan.roofs, STEPS)
    for shapes in (plan.leaf_shade, plan.building_shade, plan.sunlit_roofs, plan.under_crowns):
        paint(light, window, shapes, STEPS)
    patches = things * len(Illumination) + light
    cells = patches.reshape(lines, STEPS, samples, STEPS).swapaxes(1, 2)
    return cells.reshape(lines * samples, CELLS)


def _paint_discs(plan: SuburbPlan, window: PixelWindow) -> tuple[np.ndarray, np.ndarray]:
    share = np.zeros(window.shape)
    disc = np.full(window.shape, -1, np.int32)
    for i, (x, y, radius) in enumerate(zip(plan.discs.x, plan.discs.y, plan.discs.radius, strict=True)):
        there, here = _overlap(disc_window(x, y, radius), window)
        if share[here].size:
            part = disc_share(x, y, radius, there)
            share[here] += part
            np.copyto(disc[here], i, where=part > 0)
    return share, disc


def _overlap(inner: PixelWindow, window: PixelWindow) -> tuple[PixelWindow, tuple[slice, slice]]:
    """The common part of two windows, and where it lies in the second one."""
    top, bottom = (
        int(np.clip(line, window.first_line, window.last_line))
        for line in (inner.first_line, inner.last_line)
    )
    left, right = (
        int(np.clip(sample, window.first_sample, window.last_sample))
        for sample in (inner.first_sample, inner.last_sample)
    )
    rows = slice(top - window.first_line, bottom - window.first_line)
    return PixelWindow(top, bottom, left, right), (
        rows,
        slice(left - window.first_sample, right - window.first_sample),
    )
