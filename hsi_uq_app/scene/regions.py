"""Regions of a scene for training, calibration, report: `left|right|top|bottom|all`, or lines and samples."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hsi_uq_app.errors import UserError

Bounds = tuple[int, int, int, int]
_RANGE = re.compile(r"^(lines|samples)\s*=\s*(\d{0,18})\s*:\s*(\d{0,18})$")


@dataclass(frozen=True)
class Region:
    """A rectangle of a scene, half-open, and the words that named it."""

    text: str
    first_line: int
    last_line: int
    first_sample: int
    last_sample: int

    def mask(self, lines: int, samples: int) -> np.ndarray:
        """True inside: bool (lines, samples)."""
        inside = np.zeros((lines, samples), dtype=bool)
        inside[self.first_line : self.last_line, self.first_sample : self.last_sample] = True
        return inside

    def evenly(self, samples: int, most: int, known: np.ndarray | None = None) -> np.ndarray:
        """At most so many pixels inside, evenly spread, line by line: line * samples + sample, int (n,).

        Args:
            samples: of the scene.
            known: bool (lines, samples); no other pixels are taken.
        """
        width = self.last_sample - self.first_sample
        there = slice(self.first_line, self.last_line), slice(self.first_sample, self.last_sample)
        inside = None if known is None else np.flatnonzero(known[there])
        size = self.size if inside is None else inside.size
        places = np.linspace(0, size - 1, min(most, size)).astype(np.intp)
        line, sample = np.divmod(places if inside is None else inside[places], width)
        return (self.first_line + line) * samples + self.first_sample + sample

    @property
    def size(self) -> int:
        """Pixels."""
        return (self.last_line - self.first_line) * (self.last_sample - self.first_sample)

    def shared(self, other: "Region") -> int:
        """How many pixels lie in both."""
        lines = min(self.last_line, other.last_line) - max(self.first_line, other.first_line)
        samples = min(self.last_sample, other.last_sample) - max(self.first_sample, other.first_sample)
        return max(lines, 0) * max(samples, 0)

    def overlaps(self, other: "Region") -> bool:
        """Whether the two share a pixel."""
        return self.shared(other) > 0


@dataclass(frozen=True)
class NamedRegion:
    """A region that has a name: what lists call it, and its bounds in a scene of (lines, samples)."""

    name: str
    label: str
    bounds: Callable[[int, int], Bounds]


_NAMED = (
    NamedRegion("left", "left half", lambda lines, samples: (0, lines, 0, samples // 2)),
    NamedRegion("right", "right half", lambda lines, samples: (0, lines, samples // 2, samples)),
    NamedRegion("top", "upper half", lambda lines, samples: (0, lines // 2, 0, samples)),
    NamedRegion("bottom", "lower half", lambda lines, samples: (lines // 2, lines, 0, samples)),
    NamedRegion("all", "whole scene", lambda lines, samples: (0, lines, 0, samples)),
)
REGIONS: dict[str, NamedRegion] = {region.name: region for region in _NAMED}
GRAMMAR = f"{', '.join(REGIONS)}, or lines=a:b,samples=c:d (b, d not included)"
"""How a region is written, for help, tips and refusals."""


def parse_region(text: str, lines: int, samples: int) -> Region:
    """Read a region's words for a scene of the given size.

    Raises:
        UserError: words not understood, empty, or beyond the scene.
    """
    words = text.strip().lower()
    known = REGIONS.get(words)
    bounds = known.bounds(lines, samples) if known else _bounds(text, lines, samples)
    _check(text, bounds, lines, samples)
    return Region(words, *bounds)


def _bounds(text: str, lines: int, samples: int) -> Bounds:
    found = {"lines": (0, lines), "samples": (0, samples)}
    seen: set[str] = set()
    for part in text.strip().lower().split(","):
        match = _RANGE.match(part.strip())
        if match is None or match[1] in seen:
            raise UserError(f"region `{text}` is not understood", f"write {GRAMMAR}")
        seen.add(match[1])
        start, stop = found[match[1]]
        found[match[1]] = (int(match[2] or start), int(match[3] or stop))
    return (*found["lines"], *found["samples"])


def _check(text: str, bounds: Bounds, lines: int, samples: int) -> None:
    size = f"the scene has {lines} lines and {samples} samples"
    if bounds[1] > lines or bounds[3] > samples:
        raise UserError(f"region `{text}` reaches beyond the scene: {size}", f"write {GRAMMAR}")
    if bounds[0] >= bounds[1] or bounds[2] >= bounds[3]:
        raise UserError(f"region `{text}` holds no pixel: {size}", f"write {GRAMMAR}")
