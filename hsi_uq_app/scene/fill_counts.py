"""What is measured of a scene's pixels, span by span, to tell whether some of them are fill."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.scene.fill import Fill, FillReader, Floats
from hsi_uq_app.scene.fill_rules import NEARLY_ALL
from hsi_uq_app.scene.readers import Reader

SPAN_VALUES = 1 << 19
THREADS = 2

Indices = npt.NDArray[np.intp]
T = TypeVar("T")


class Pixels(Protocol):
    """Pixels that can be gone through again and again; fill found so far is NaN."""

    def each(self, fill: Fill, work: Callable[[Floats], T]) -> Iterator[T]:
        """What `work` makes of every span of values (bands, pixels)."""


@dataclass(frozen=True, eq=False)
class SampledPixels:
    """A sample held in memory: `values` (bands, n) of all the scene's bands, `bands` the ones looked at."""

    values: Floats
    bands: Indices

    def each(self, fill: Fill, work: Callable[[Floats], T]) -> Iterator[T]:
        yield work(hidden(self.values, fill)[self.bands])


@dataclass(frozen=True, eq=False)
class AllPixels:
    """Every pixel of a scene of (lines, samples), read in file order by two threads."""

    reader: Reader
    shape: tuple[int, int]
    bands: Indices
    progress: Progress = silent

    def each(self, fill: Fill, work: Callable[[Floats], T]) -> Iterator[T]:
        lines, samples = self.shape
        reader, count = FillReader(self.reader, fill), len(self.bands)
        height = max(1, SPAN_VALUES // max(1, count * samples))

        def one(first: int) -> T:
            last = min(first + height, lines)
            values = np.empty((count, last - first, samples), np.float32)
            reader.read_lines(first, last, self.bands, values)
            return work(values.reshape(count, -1))

        starts = range(0, lines, height)
        pool = ThreadPoolExecutor(THREADS)
        try:
            for first, made in zip(starts, pool.map(one, starts), strict=True):
                self.progress(first / lines, "looking for undeclared fill")
                yield made
        finally:
            pool.shutdown(cancel_futures=True)


def hidden(values: Floats, fill: Fill) -> Floats:
    """A sample (bands, n) of all bands with fill as NaN."""
    if fill.is_empty:
        return values
    kept = values.copy()
    fill.hide(np.arange(len(values)), kept)
    if len(fill.probes):
        kept[:, fill.hidden_pixels(values[fill.probes])] = np.nan
    return kept


@dataclass(frozen=True, eq=False)
class Extremes:
    """The least and greatest value of each band (G,), and how often pixels hold one number in all probes."""

    least: Floats
    greatest: Floats
    flat: Counter[float]


def extremes(pixels: Pixels, fill: Fill, probes: Indices) -> Extremes:
    """One pass; probes are rows of the bands looked at."""
    found = list(pixels.each(fill, lambda x: _span_extremes(x, probes)))
    flat: Counter[float] = Counter()
    for part in found:
        flat.update(part.flat)
    least = np.fmin.reduce([part.least for part in found])
    return Extremes(least, np.fmax.reduce([part.greatest for part in found]), flat)


def _span_extremes(x: Floats, probes: Indices) -> Extremes:
    least, greatest = x.min(axis=1), x.max(axis=1)
    if np.isnan(least).any():
        least, greatest = np.fmin.reduce(x, axis=1), np.fmax.reduce(x, axis=1)
    return Extremes(least, greatest, _flat(x, probes))


def _flat(x: Floats, probes: Indices) -> Counter[float]:
    if not len(probes):
        return Counter()
    first, same = x[probes[0]], np.ones(x.shape[1], bool)
    for row in probes[1:]:
        same &= x[row] == first
        if not same.any():
            return Counter()
    values, counts = np.unique(first[same], return_counts=True)
    return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))


@dataclass(frozen=True, eq=False)
class Suspects:
    """What a second pass counts: stretches at both ends of each band, and the numbers of flat pixels.

    `low`, `high`: (2, G), the near and the far end of the stretches, NaN where a band is not suspect.
    """

    low: Floats
    high: Floats
    constants: tuple[float, ...]

    @property
    def bands(self) -> Indices:
        return np.flatnonzero(np.isfinite(self.low[0]) | np.isfinite(self.high[0]))


@dataclass(frozen=True, eq=False)
class Counts:
    """Values near and beside the ends of each band, (2, G), and pixels of one number, (K,).

    `flat` are so in all bands, `partly` in nearly all, `half` in half of them or more; `in_band` (G,) counts
    the values of each band that are one of the K numbers. `pixels` have a value in every band;
    `flat_in_any` hold one number, whichever, in all bands.
    """

    low: Indices
    high: Indices
    flat: Indices
    partly: Indices
    half: Indices
    in_band: Indices
    pixels: int
    flat_in_any: int

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.low + other.low,
            self.high + other.high,
            self.flat + other.flat,
            self.partly + other.partly,
            self.half + other.half,
            self.in_band + other.in_band,
            self.pixels + other.pixels,
            self.flat_in_any + other.flat_in_any,
        )


def counts(pixels: Pixels, fill: Fill, suspects: Suspects) -> Counts:
    """The second pass."""
    found = pixels.each(fill, lambda x: _span_counts(x, suspects))
    total = next(found)
    for part in found:
        total += part
    return total


def _span_counts(x: Floats, suspects: Suspects) -> Counts:
    low, high = np.zeros((2, len(x)), np.intp), np.zeros((2, len(x)), np.intp)
    for band in suspects.bands:
        row = x[band]
        low[0, band] = np.count_nonzero(row <= suspects.low[0, band])
        low[1, band] = np.count_nonzero(row <= suspects.low[1, band]) - low[0, band]
        high[0, band] = np.count_nonzero(row >= suspects.high[0, band])
        high[1, band] = np.count_nonzero(row >= suspects.high[1, band]) - high[0, band]
    equal = [np.count_nonzero(x == np.float32(value), axis=0) for value in suspects.constants]
    flat = [np.count_nonzero(hits == len(x)) for hits in equal]
    partly = [
        np.count_nonzero((hits >= min(NEARLY_ALL * len(x), len(x) - 1)) & (hits < len(x))) for hits in equal
    ]
    same = np.all(x == x[0], axis=0) if equal else np.zeros(1, bool)
    return Counts(
        low,
        high,
        np.array(flat, np.intp),
        np.array(partly, np.intp),
        np.array([np.count_nonzero(2 * hits >= len(x)) for hits in equal], np.intp),
        sum(
            (np.count_nonzero(x == np.float32(v), axis=1) for v in suspects.constants),
            np.zeros(len(x), np.intp),
        ),
        x.shape[1] - _incomplete(x),
        int(np.count_nonzero(same)),
    )


def flat_in(pixels: Pixels, fill: Fill, rows: Indices, value: float) -> int:
    """How many pixels hold a number in all bands of these rows."""
    wanted = np.float32(value)
    return sum(pixels.each(fill, lambda x: int(np.count_nonzero(np.all(x[rows] == wanted, axis=0)))))


def pixels_without(pixels: Pixels, fill: Fill) -> int:
    """Pixels that lack a value in a band that is looked at."""
    return sum(pixels.each(fill, _incomplete))


def _incomplete(x: Floats) -> int:
    with np.errstate(over="ignore", invalid="ignore"):
        return int(np.count_nonzero(np.isnan(x.sum(axis=0))))
