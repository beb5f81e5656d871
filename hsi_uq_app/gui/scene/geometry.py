"""From a place in the scene to a pixel."""

import math

Pixel = tuple[int, int]


def pixel_at(x: float, y: float, lines: int, samples: int) -> Pixel | None:
    """The pixel (line, sample) whose square holds the point, x along samples and y along lines; None outside."""
    line, sample = math.floor(y), math.floor(x)
    return (line, sample) if 0 <= line < lines and 0 <= sample < samples else None


def moved(pixel: Pixel | None, down: int, right: int, lines: int, samples: int) -> Pixel:
    """The pixel some steps away, held inside the scene; from nowhere, the scene's middle."""
    line, sample = pixel if pixel is not None else (lines // 2, samples // 2)
    return min(max(line + down, 0), lines - 1), min(max(sample + right, 0), samples - 1)
