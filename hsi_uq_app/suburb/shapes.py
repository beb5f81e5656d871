"""Rectangles and discs with a value, and how they are painted onto a grid."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

Pair = tuple[float, float]
"""A point or two half sizes, metres."""


@dataclass(frozen=True)
class PixelWindow:
    """A block of pixels, half-open, in the scene's coordinates; it may reach beyond the scene."""

    first_line: int
    last_line: int
    first_sample: int
    last_sample: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.last_line - self.first_line, self.last_sample - self.first_sample

    def grown(self, pixels: int) -> "PixelWindow":
        return PixelWindow(
            self.first_line - pixels,
            self.last_line + pixels,
            self.first_sample - pixels,
            self.last_sample + pixels,
        )


@dataclass(frozen=True, eq=False)
class Shapes:
    """Shapes in painting order; all arrays (shapes,).

    Attributes:
        x, y: centre, metres from the scene's upper left corner, to the right and down.
        half_length, half_width: of the rectangle; a disc has its radius as length and 0 as width.
        angle: of the long axis against the x axis, radians.
        value: what is painted.
    """

    x: np.ndarray
    y: np.ndarray
    half_length: np.ndarray
    half_width: np.ndarray
    angle: np.ndarray
    value: np.ndarray

    @cached_property
    def reach(self) -> tuple[np.ndarray, np.ndarray]:
        """Half width and half height of the upright box around each shape, metres."""
        cos, sin = np.abs(np.cos(self.angle)), np.abs(np.sin(self.angle))
        is_disc = self.half_width == 0
        across = np.where(is_disc, self.half_length, cos * self.half_length + sin * self.half_width)
        down = np.where(is_disc, self.half_length, sin * self.half_length + cos * self.half_width)
        return across, down

    def touching(self, window: PixelWindow) -> np.ndarray:
        """Indices of the shapes whose box meets the window, in painting order."""
        across, down = self.reach
        vertical = (self.y + down > window.first_line) & (self.y - down < window.last_line)
        horizontal = (self.x + across > window.first_sample) & (self.x - across < window.last_sample)
        return np.flatnonzero(vertical & horizontal)


@dataclass
class ShapeList:
    """Shapes while they are being planned."""

    rows: list[tuple[float, float, float, float, float, int]] = field(default_factory=list)

    def rectangle(self, centre: Pair, half: Pair, angle: float, value: int) -> None:
        """Add a rectangle of half length and half width `half`, its length along the angle."""
        self.rows.append((*centre, *half, angle, value))

    def disc(self, centre: Pair, radius: float, value: int) -> None:
        """Add a disc."""
        self.rows.append((*centre, radius, 0.0, 0.0, value))

    def frozen(self) -> Shapes:
        x, y, half_length, half_width, angle, value = np.array(self.rows, np.float64).reshape(-1, 6).T
        return Shapes(x, y, half_length, half_width, angle, value.astype(np.int32))


def grid_span(centre: float, reach: float, first: int, count: int, steps: int) -> tuple[int, int, np.ndarray]:
    """The grid cells along one axis whose centres lie within reach of a centre.

    Args:
        first, count: of the window, in pixels.
        steps: grid cells a pixel.

    Returns:
        First and last cell (half-open, from the window's start) and their distances from the centre, metres.
        The distances depend on the cells' places in the scene alone, never on the window.
    """
    start = max(first * steps, int(np.ceil((centre - reach) * steps - 0.5)))
    stop = min((first + count) * steps, int(np.floor((centre + reach) * steps - 0.5)) + 1)
    stop = max(start, stop)
    return start - first * steps, stop - first * steps, (np.arange(start, stop) + 0.5) / steps - centre


def paint(plane: np.ndarray, window: PixelWindow, shapes: Shapes, steps: int) -> None:
    """Paint the shapes' values, later ones over earlier ones.

    Args:
        plane: (lines * steps, samples * steps) of the window, changed in place.
        steps: grid cells a pixel along each axis; a cell is painted when its centre lies inside.
    """
    across, down = shapes.reach
    lines, samples = window.shape
    for i in shapes.touching(window):
        top, bottom, dy = grid_span(shapes.y[i], down[i], window.first_line, lines, steps)
        left, right, dx = grid_span(shapes.x[i], across[i], window.first_sample, samples, steps)
        inside = _inside(shapes, i, dx, dy[:, None])
        np.copyto(plane[top:bottom, left:right], shapes.value[i], where=inside, casting="unsafe")


def _inside(shapes: Shapes, i: int, dx: np.ndarray, dy: np.ndarray) -> np.ndarray:
    if shapes.half_width[i] == 0:
        return dx * dx + dy * dy <= shapes.half_length[i] ** 2
    cos, sin = np.cos(shapes.angle[i]), np.sin(shapes.angle[i])
    along = np.abs(dx * cos + dy * sin) <= shapes.half_length[i]
    return along & (np.abs(dy * cos - dx * sin) <= shapes.half_width[i])
