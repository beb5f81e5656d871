"""From places in the scene to pixels."""

import math

from hsi_uq_app.scene.regions import Region

Pixel = tuple[int, int]


def pixel_at(x: float, y: float, lines: int, samples: int) -> Pixel | None:
    """The pixel (line, sample) whose square holds the point; x along samples, y along lines; None outside."""
    line, sample = math.floor(y), math.floor(x)
    return (line, sample) if 0 <= line < lines and 0 <= sample < samples else None


def moved(pixel: Pixel | None, down: int, right: int, lines: int, samples: int) -> Pixel:
    """The pixel some steps away, held inside the scene; from nowhere, the scene's middle."""
    line, sample = pixel if pixel is not None else (lines // 2, samples // 2)
    return min(max(line + down, 0), lines - 1), min(max(sample + right, 0), samples - 1)


def region_between(
    start: tuple[float, float], end: tuple[float, float], lines: int, samples: int
) -> Region | None:
    """The pixels a drag between two points (x, y) touches, cut at the scene's edge; None outside it."""
    (x0, x1), (y0, y1) = sorted((start[0], end[0])), sorted((start[1], end[1]))
    first_line, last_line = max(math.floor(y0), 0), min(math.floor(y1) + 1, lines)
    first_sample, last_sample = max(math.floor(x0), 0), min(math.floor(x1) + 1, samples)
    if first_line >= last_line or first_sample >= last_sample:
        return None
    words = f"lines={first_line}:{last_line},samples={first_sample}:{last_sample}"
    return Region(words, first_line, last_line, first_sample, last_sample)
