"""ENVI's `map info` as an affine transform.

`{projection, reference column, reference row, x, y, pixel width, pixel height, [zone, North|South], datum,
units=..., rotation=...}`; the reference pixel counts from 1 at the first pixel's upper left corner, so 1.5,
1.5 is its centre. With rotation r (degrees):

    x = X + w cos r (col - c0) + h sin r (row - r0)
    y = Y + w sin r (col - c0) - h cos r (row - r0)

A rotation of exactly 180 has two readings: a half-turn, or lines from south to north, as GDAL has it. GDAL
takes the first line's edge from the reference pixel as if north were up, and so does this reading of it.
"""

import math
import re
from dataclasses import dataclass

from hsi_uq_app.scene.envi_fields import as_number

Affine = tuple[float, float, float, float, float, float]
METRES_PER_UNIT = {
    "meters": 1.0,
    "metres": 1.0,
    "meter": 1.0,
    "metre": 1.0,
    "m": 1.0,
    "feet": 0.3048,
    "foot": 0.3048,
    "ft": 0.3048,
    "us survey feet": 1200 / 3937,
    "km": 1e3,
    "kilometers": 1e3,
    "kilometres": 1e3,
    "miles": 1609.344,
    "nautical miles": 1852.0,
    "yards": 0.9144,
}
DEGREES_PER_UNIT = {
    "degrees": 1.0,
    "degree": 1.0,
    "minutes": 1 / 60,
    "seconds": 1 / 3600,
    "radians": 180 / math.pi,
}
_ZONE = re.compile(r"([-+]?)(\d+)(?:\.0*)?\s*([NS]?)", re.IGNORECASE)
_EXACT = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}


@dataclass(frozen=True)
class MapInfo:
    """The parts of a map info; `assumed`: what it leaves out and readers take for granted."""

    projection: str
    reference: tuple[float, float]
    origin: tuple[float, float]
    pixel: tuple[float, float]
    zone: int | None = None
    north: bool = True
    datum: str = ""
    units: str = ""
    rotation: float = 0.0
    assumed: str = ""
    is_south_up: bool = False

    @property
    def has_two_readings(self) -> bool:
        """Whether a rotation of 180 may mean a half-turn, as ENVI has it, or lines from south to north."""
        return abs(self.rotation) == 180

    @property
    def transform(self) -> Affine:
        """a, b, c, d, e, f: x = a col + b row + c, y = d col + e row + f, for corners counted from 0."""
        cosine, sine = cos_sin(self.rotation)
        width, height = self.pixel
        a, b, d, e = width * cosine, height * sine, width * sine, -height * cosine
        column, row = self.reference[0] - 1, self.reference[1] - 1
        if self.is_south_up:
            return width, 0.0, self.origin[0] - width * column, 0.0, height, self.origin[1] + height * row
        return a, b, self.origin[0] - a * column - b * row, d, e, self.origin[1] - d * column - e * row


def parse_map_info(text: str) -> MapInfo:
    """Read a map info; `key=value` items may stand anywhere.

    Raises:
        ValueError: too few numbers, or a pixel without size; the message says which.
    """
    items = [item.strip(" \t\"'") for item in text.strip("{} ").split(",")]
    named = dict(_named(item) for item in items if "=" in item)
    plain = [item for item in items if "=" not in item]
    if sum(map(bool, plain)) < 7:
        raise ValueError(f"{sum(map(bool, plain))} of 7 places are given")
    numbers = [_finite(item) for item in plain[1:7]]
    if numbers[4] == 0 or numbers[5] == 0:
        raise ValueError("a pixel has no size")
    zone, north, datum, assumed = _zone_and_datum([item for item in plain[7:] if item])
    return MapInfo(
        plain[0],
        (numbers[0], numbers[1]),
        (numbers[2], numbers[3]),
        (numbers[4], numbers[5]),
        zone,
        north,
        datum,
        named.get("units", "").lower(),
        _finite(named.get("rotation", "0")),
        assumed,
    )


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
    number = as_number(text)
    if number is None or not math.isfinite(number):
        raise ValueError(f"`{text}` is no finite number")
    return number


def _zone_and_datum(rest: list[str]) -> tuple[int | None, bool, str, str]:
    """UTM: zone (`18`, `-18`, `18S`), hemisphere, datum; others: the datum alone; and what is assumed."""
    words, zone = list(rest), _ZONE.fullmatch(rest[0]) if rest else None
    if zone is None:
        return None, True, words[0] if words else "", "" if words else "datum WGS-84"
    side = "s" if words.pop(0).startswith("-") else zone[3].lower()
    if words and words[0].lower() in ("north", "south", "n", "s"):
        side = words.pop(0).lower()[0]
    missing = [*(["North"] if not side else []), *(["datum WGS-84"] if not words else [])]
    return int(zone[2]), side != "s", words[0] if words else "", " and ".join(missing)
