"""Where streets, crossings, schools and lots lie."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.scenery import Frame

STREET_EVERY = 85.0
CROSSING_EVERY = 210.0
ROAD_HALF_WIDTH = 4.2
STREET_HALF_WIDTH = 5.8
"""Road and both sidewalks, metres."""
LOT_WIDTH = 20.0
MARGIN = 24
"""The plan reaches this far beyond the scene, so that its edges look like its middle."""

_STREET_BEND = (7.0, 620.0)
_CROSSING_BEND = (4.0, 510.0)
"""Amplitude and wavelength of the bends, metres."""
_SCHOOL_CLEARANCE = 12.0


@dataclass(frozen=True)
class School:
    """School grounds take two blocks: from street `row` to `row` + 2, from crossing `column` to the next."""

    row: int
    column: int


@dataclass(frozen=True, eq=False)
class Site:
    """The street grid.

    Attributes:
        streets: y of each street before bending; crossings: x of each crossing before bending.
        phases: of the two bends, in wavelengths.
        schools: at most one for each 75 hectares and half.
    """

    lines: int
    samples: int
    streets: np.ndarray
    crossings: np.ndarray
    phases: tuple[float, float]
    schools: tuple[School, ...]

    def street_y(self, row: int, x: float) -> float:
        return float(self.streets[row] + _bend(x, *_STREET_BEND, self.phases[0]))

    def street_angle(self, x: float) -> float:
        return float(
            np.arctan(
                _bend(x + 0.5, *_STREET_BEND, self.phases[0]) - _bend(x - 0.5, *_STREET_BEND, self.phases[0])
            )
        )

    def crossing_x(self, column: int, y: float) -> float:
        return float(self.crossings[column] + _bend(y, *_CROSSING_BEND, self.phases[1]))

    def crossing_angle(self, y: float) -> float:
        """Of the crossing's long axis against the x axis."""
        slope = _bend(y + 0.5, *_CROSSING_BEND, self.phases[1]) - _bend(
            y - 0.5, *_CROSSING_BEND, self.phases[1]
        )
        return float(np.pi / 2 - np.arctan(slope))

    def block_is_school(self, row: int, column: int) -> bool:
        return any(school.column == column and row in (school.row, school.row + 1) for school in self.schools)

    def street_is_school(self, row: int, x: float) -> bool:
        """Whether the street would run through school grounds here."""
        return any(
            school.row + 1 == row and self.crossings[school.column] < x < self.crossings[school.column + 1]
            for school in self.schools
        )

    def school_frame(self, school: School) -> Frame:
        """Centred on the grounds, u along the streets."""
        x = float(self.crossings[school.column]) + CROSSING_EVERY / 2
        return Frame(x, self.street_y(school.row + 1, x), self.street_angle(x))

    def lots(self) -> Iterator[Frame]:
        """Frames at the street edge of every lot: u along the street, v into the lot."""
        for row in range(len(self.streets)):
            for column in range(len(self.crossings) - 1):
                for side in (-1, 1):
                    if not self.block_is_school(row - (side == -1), column):
                        yield from self._lots_along(row, column, side)

    def _lots_along(self, row: int, column: int, side: int) -> Iterator[Frame]:
        left = self.crossing_x(column, self.streets[row]) + STREET_HALF_WIDTH
        right = self.crossing_x(column + 1, self.streets[row]) - STREET_HALF_WIDTH
        count = int((right - left) / LOT_WIDTH)
        for i in range(count):
            x = left + (i + 0.5) * (right - left) / count
            street = Frame(x, self.street_y(row, x), self.street_angle(x), side)
            yield street.moved(0, STREET_HALF_WIDTH)


def plan_site(config: SuburbConfig) -> Site:
    """Streets from their layer's seed, schools from theirs."""
    rng = layer_rng(config.seed, SuburbLayer.STREETS)
    streets = _grid(rng.random(), STREET_EVERY, config.lines)
    crossings = _grid(rng.random(), CROSSING_EVERY, config.samples)
    phases = float(rng.random()), float(rng.random())
    schools = _plan_schools(config, streets, crossings)
    return Site(config.lines, config.samples, streets, crossings, phases, schools)


def _plan_schools(config: SuburbConfig, streets: np.ndarray, crossings: np.ndarray) -> tuple[School, ...]:
    """The same number in both halves, on blocks that lie wholly inside one half."""
    half = config.samples // 2
    rows = [
        row for row in range(len(streets) - 2) if _inside(streets[row], streets[row + 2], 0, config.lines)
    ]
    count = max(1, round(config.lines * half / 750_000))
    sites = []
    for left in (0, half):
        columns = [
            c for c in range(len(crossings) - 1) if _inside(crossings[c], crossings[c + 1], left, left + half)
        ]
        sites.append([School(row, column) for column in columns for row in rows])
    rng = layer_rng(config.seed, SuburbLayer.SCHOOLS)
    chosen = [_apart(rng, candidates, count) for candidates in sites]
    kept = min(len(schools) for schools in chosen)
    return tuple(school for schools in chosen for school in schools[:kept])


def _apart(rng: np.random.Generator, candidates: list[School], count: int) -> list[School]:
    """Up to `count` of the candidates, in random order, that do not touch each other."""
    chosen: list[School] = []
    for i in rng.permutation(len(candidates)):
        site = candidates[i]
        if all(abs(site.row - other.row) > 2 or site.column != other.column for other in chosen):
            chosen.append(site)
    return chosen[:count]


def _inside(start: float, stop: float, low: float, high: float) -> bool:
    return bool(start - _SCHOOL_CLEARANCE >= low and stop + _SCHOOL_CLEARANCE <= high)


def _grid(offset: float, spacing: float, extent: int) -> np.ndarray:
    """Grid lines from one spacing before the scene to one after it."""
    return spacing * (np.arange(-2, int(extent / spacing) + 3) + offset)


def _bend(along: float, amplitude: float, wavelength: float, phase: float) -> float:
    return float(amplitude * np.sin(2 * np.pi * (along / wavelength + phase)))
