"""ENVI's `map info` as an affine transform.

`{projection, reference column, reference row, x, y, pixel width, pixel height, [zone, North|South], datum,
units=..., rotation=...}`; the reference pixel counts from 1 at the first pixel's upper left corner, so 1.5,
1.5 is its centre. With rotation r (degrees):

    x = X + w cos r (col - c0) + h sin r (row - r0)
    y = Y + w sin r (col - c0) - h cos r (row - r0)
"""

import math
from dataclasses import dataclass

Affine = tuple[float, float, float, float, float, float]
_EXACT = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}


@dataclass(frozen=True)
class MapInfo:
    """The parts of a map info."""

    projection: str
    reference: tuple[float, float]
    origin: tuple[float, float]
    pixel: tuple[float, float]
    zone: int | None = None
    north: bool = True
    datum: str = ""
    units: str = ""
    rotation: float = 0.0

    @property
    def transform(self) -> Affine:
        """a, b, c, d, e, f: x = a col + b row + c, y = d col + e row + f, for corners counted from 0."""
        cosine, sine = cos_sin(self.rotation)
        width, height = self.pixel
        a, b, d, e = width * cosine, height * sine, width * sine, -height * cosine
        column, row = self.reference[0] - 1, self.reference[1] - 1
        return a, b, self.origin[0] - a * column - b * row, d, e, self.origin[1] - d * column - e * row


def parse_map_info(text: str) -> MapInfo:
    """Read a map info; `key=value` items may stand anywhere.

    Raises:
        ValueError: too few numbers, or a pixel without size; the message says which.
    """
    items = [item.strip() for item in text.strip("{} ").split(",")]
    named = dict(_named(item) for item in items if "=" in item)
    plain = [item for item in items if item and "=" not in item]
    if len(plain) < 7:
        raise ValueError(f"{len(plain)} of 7 places are given")
    numbers = [_finite(item) for item in plain[1:7]]
    if numbers[4] == 0 or numbers[5] == 0:
        raise ValueError("a pixel has no size")
    zone, north, datum = _zone_and_datum(plain[7:])
    return MapInfo(
        plain[0], (numbers[0], numbers[1]), (numbers[2], numbers[3]), (numbers[4], numbers[5]),
        zone, north, datum, named.get("units", ""), _finite(named.get("rotation", "0")),
    )  # fmt: skip


def cos_sin(degrees: float) -> tuple[float, float]:
    """Cosine and sine, exact at multiples of 90 degrees."""
    turn = degrees % 360
    if turn in _EXACT:
        return _EXACT[int(turn)]
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def _named(item: str) -> tuple[str, str]:
    key, _, value = item.partition("=")
    return key.strip().lower(), value.strip()


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"`{text}` is not finite")
    return number


def _zone_and_datum(rest: list[str]) -> tuple[int | None, bool, str]:
    """UTM: zone, hemisphere, datum; others: the datum alone."""
    zone, north = None, True
    words = list(rest)
    if words and words[0].lstrip("-+").isdecimal():
        zone = abs(int(words[0]))
        north = not words.pop(0).startswith("-")
        if words and words[0].lower() in ("north", "south", "n", "s"):
            north = words.pop(0).lower().startswith("n")
    return zone, north, words[0].lower() if words else ""
