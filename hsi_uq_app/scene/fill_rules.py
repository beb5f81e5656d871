"""Which values of a scene are fill, by what was measured of it: extremes, counts, and the bulk of a sample.

There are two signs, and no measurement shows either:

- **A spike far off.** In a band, many values lie within 1 % of the way from the extreme to the bulk and next
  to none in the 5 % beside it; and the extreme lies far off: of the other sign, thirty times as large as the
  bulk, or a number that programs use. Half of the bands must agree, or it lies farther still.
- **A flat pixel.** All good bands hold one and the same number in several pixels, and hardly any pixel holds
  it in a part of its bands: shadows and saturation come by degrees, fill does not.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

USUAL = (0.0, -1.0, -99.0, -999.0, -9999.0, -99999.0, -32768.0, -32767.0, -2147483648.0)
NEAR, BESIDE = 0.01, 0.06  # of the way from the extreme to the bulk
FEWEST, TIMES_BESIDE = 3, 10
MEANS_NOTHING_ELSE = -99.0
FEWEST_BANDS, FEWEST_GREY_BANDS = 4, 8  # of a flat pixel: in fewer, pictures are black or grey here and there
HIGHEST_MEASURED = 2.0  # a bright target of reflectance may be flat
NEARLY_ALL = 0.95  # water is zero in more than three quarters of its bands
SHARE_OF_HALF = 0.02  # a few dark pixels in a lake are its darkest, not fill
PARTLY = 4  # times as many pixels must be flat as are flat in nearly all of their bands
FEWEST_LEFT = 16
MOST_CONSTANTS = 4


@dataclass(frozen=True, eq=False)
class Bulk:
    """Where most values of each band lie, float32 (bands,) each, whatever a quarter of them is."""

    low: Floats
    high: Floats

    @property
    def spread(self) -> Floats:
        return self.high - self.low

    @property
    def size(self) -> Floats:
        """The largest magnitude."""
        return np.maximum(np.abs(self.low), np.abs(self.high))


def bulk_of(sample: Floats) -> Bulk:
    """The quartiles of a sample (bands, n), two interquartile ranges wider on both sides.

    Ties at the ends of a band, which fill makes, are passed over. A band without values has NaN.
    """
    if not sample.shape[1]:
        nothing = np.full(len(sample), np.nan, np.float32)
        return Bulk(nothing, nothing)
    ordered, bands = np.sort(sample, axis=1), np.arange(len(sample))
    count = np.isfinite(ordered).sum(axis=1)
    last = np.maximum(count - 1, 0)
    below = np.sum(ordered == ordered[:, :1], axis=1)
    above = np.sum(ordered == ordered[bands, last][:, None], axis=1)
    start = np.where(below >= FEWEST, below, 0)
    stop = np.where(above >= FEWEST, count - above, count)
    few = stop - start < FEWEST_LEFT
    start, stop = np.where(few, 0, start), np.where(few, count, stop)
    low, high = (
        ordered[bands, np.minimum(start + ((stop - 1 - start) * share).astype(int), last)]
        for share in (0.25, 0.75)
    )
    return Bulk(low - 2 * (high - low), high + 2 * (high - low))


def distances(bulk: Bulk, least: Floats, greatest: Floats) -> tuple[Floats, Floats]:
    """How far the extremes lie outside the bulk, (bands,) each; 0 where inside, NaN where not known."""
    with np.errstate(invalid="ignore", over="ignore"):
        return np.maximum(bulk.low - least, 0), np.maximum(greatest - bulk.high, 0)


@dataclass(frozen=True, eq=False)
class End:
    """One end of each band: the extreme, how far it lies from the bulk, and the bulk itself."""

    value: Floats
    distance: Floats
    bulk: Bulk
    largest: float | None

    @property
    def is_far(self) -> Bools:
        """So far off that half of the bands together make it fill."""
        return self._apart & (self._other_sign | self._usual | self._times(30))

    @property
    def is_farther(self) -> Bools:
        """Fill even in one band alone."""
        negative = self._other_sign & self._usual & (self.value < -1)
        with np.errstate(invalid="ignore", over="ignore"):
            huge = self._times(30) & (self.distance >= 10 * self.bulk.spread)
        return self._apart & (negative | huge)

    @property
    def tolerance(self) -> Floats:
        """The share of the way to the bulk within which values count as one; a bright target is no spike."""
        loose = self._other_sign | self._usual | self._times(100)
        return np.where(loose, NEAR, 0).astype(np.float32)

    @property
    def _apart(self) -> Bools:
        with np.errstate(invalid="ignore", over="ignore"):
            return np.asarray((self.distance > 0) & (self.distance >= 0.5 * self.bulk.spread))

    @property
    def _other_sign(self) -> Bools:
        with np.errstate(invalid="ignore", over="ignore"):
            return np.asarray((self.value < 0) & (self.bulk.low + 0.4 * self.bulk.spread >= 0))

    @property
    def _usual(self) -> Bools:
        known = [*USUAL, *([] if self.largest is None else [self.largest])]
        return np.asarray(np.isin(self.value, known))

    def _times(self, factor: float) -> Bools:
        """Beyond so many times the bulk, and beyond all reflectance; a bulk without spread tells nothing."""
        size = np.abs(self.value)
        with np.errstate(invalid="ignore", over="ignore"):
            large = (size >= factor * self.bulk.size) & (size > HIGHEST_MEASURED)
            return np.asarray(large & (self.bulk.spread > 0))


def may_be_flat_fill(value: float, bulk: Bulk, largest: float | None) -> bool:
    """Whether a number that pixels hold in all bands is none that a flat bright target would have."""
    if value in USUAL or value == largest:
        return True
    with np.errstate(invalid="ignore", over="ignore"):
        off = value < bulk.low if value < 0 else (value >= 3 * bulk.size) & (value > HIGHEST_MEASURED)
    return len(off) >= FEWEST_GREY_BANDS and 2 * int(np.count_nonzero(off)) >= len(off)


def is_spike(near: npt.NDArray[np.intp], beside: npt.NDArray[np.intp]) -> Bools:
    """Whether counts near an extreme (bands,) stand out from those beside them."""
    return np.asarray((near >= FEWEST) & (near >= TIMES_BESIDE * beside))


def fewest_flat(value: float) -> int:
    """How many flat pixels make a number fill: one of -9999 is enough."""
    return 1 if value in USUAL and value <= MEANS_NOTHING_ELSE else FEWEST


def are_flat(value: float, flat: int, partly: int, half: int, pixels: int, other_flat: int) -> bool:
    """Whether pixels that hold one number in all bands are fill, by five counts of a scene.

    Args:
        flat: pixels that hold it in all good bands. partly: in nearly all of them. half: in half or more.
        pixels: valid ones altogether. other_flat: those that hold another one number in all bands.
    """
    left = pixels - flat
    by_degrees = flat < PARTLY * partly or flat < SHARE_OF_HALF * half
    enough = flat >= fewest_flat(value) and left >= FEWEST_LEFT
    return enough and not by_degrees and 2 * other_flat <= left
