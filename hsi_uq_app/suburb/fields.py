"""Smooth random fields over the whole scene, the same whatever window they are read through."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.shapes import PixelWindow
from hsi_uq_app.suburb.site import MARGIN

SCALES_M = {
    "mixture": 9.0,
    "lots": 40.0,
    "patches": 5.0,
    "grain": 0.8,
    "tilt": 60.0,
    "leaves": 0.8,
}
"""Name -> distance between the knots of the field, metres; the order is part of the scene's format."""


@dataclass(frozen=True, eq=False)
class Field:
    """White noise on a coarse lattice, interpolated linearly and scaled to unit variance everywhere.

    Attributes:
        knots: standard normal, float32 (rows, columns); the first lies at -MARGIN.
        spacing: metres.
    """

    knots: np.ndarray
    spacing: float

    def over(self, window: PixelWindow) -> np.ndarray:
        """The field at the pixel centres of a window, float32 (lines, samples)."""
        rows, down = self._weights(window.first_line, window.last_line)
        columns, across = self._weights(window.first_sample, window.last_sample)
        upper = self._along(self.knots[rows], columns, across)
        lower = self._along(self.knots[rows + 1], columns, across)
        return down[0][:, None] * upper + down[1][:, None] * lower

    def _along(self, knots: np.ndarray, columns: np.ndarray, across: np.ndarray) -> np.ndarray:
        return across[0] * knots[:, columns] + across[1] * knots[:, columns + 1]

    def _weights(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        """The knot before each pixel centre (n,), and the weights of it and the next (2, n), unit norm."""
        position = (np.arange(first, last) + 0.5 + MARGIN) / self.spacing
        knot = np.floor(position).astype(int)
        part = position - knot
        weights = np.stack([1 - part, part])
        return knot, (weights / np.sqrt((weights**2).sum(axis=0))).astype(np.float32)


def plan_fields(lines: int, samples: int, seed: int) -> dict[str, Field]:
    """All fields of a scene, by name."""
    fields = {}
    for number, (name, spacing) in enumerate(SCALES_M.items()):
        shape = [int((extent + 2 * MARGIN) / spacing) + 2 for extent in (lines, samples)]
        knots = layer_rng(seed, SuburbLayer.FIELDS, number).standard_normal(shape, dtype=np.float32)
        fields[name] = Field(knots, spacing)
    return fields
