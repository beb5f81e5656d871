"""Looking for fill: measuring and judging until nothing new turns up, since one fill may hide another."""

from dataclasses import dataclass, replace

import numpy as np

from hsi_uq_app.scene.fill import Fill, Floats
from hsi_uq_app.scene.fill_counts import (
    Counts,
    Extremes,
    Indices,
    Pixels,
    Suspects,
    counts,
    extremes,
    flat_in,
    hidden,
    pixels_without,
)
from hsi_uq_app.scene.fill_rules import (
    BESIDE,
    FEWEST_BANDS,
    MOST_CONSTANTS,
    NEAR,
    Bools,
    Bulk,
    End,
    are_flat,
    bulk_of,
    distances,
    fewest_flat,
    is_spike,
    may_be_flat_fill,
)

MOST_ROUNDS = 4
PROBES = 6


@dataclass(frozen=True, eq=False)
class Search:
    """What is searched: pixels, a sample (bands, n) of all bands, the good ones (G,), the type's largest."""

    pixels: Pixels
    sample: Floats
    good: Indices
    largest: float | None

    @property
    def probes(self) -> Indices:
        """Good bands, by rank, that a flat pixel is known by; none where there are too few to tell."""
        if len(self.good) < FEWEST_BANDS:
            return np.empty(0, np.intp)
        return np.unique(np.linspace(0, len(self.good) - 1, PROBES).astype(np.intp))

    def run(self) -> Fill:
        """All fill there is."""
        fill = replace(Fill.none(len(self.sample)), probes=self.good[self.probes])
        for _ in range(MOST_ROUNDS):
            more = self._more(fill)
            if more is None:
                break
            fill = more
        return self._with_whole_pixels(fill)

    def missing(self, fill: Fill) -> int:
        """How many pixels have it in a good band, and would have a value without it."""
        nothing = Fill.none(len(self.sample))
        return pixels_without(self.pixels, fill) - pixels_without(self.pixels, nothing)

    def _with_whole_pixels(self, fill: Fill) -> Fill:
        """Where fill is known in half of the good bands, a pixel that has it in those has it in all."""
        known = self.good[fill.by_band[self.good]]
        if not 0 < len(known) < len(self.good) <= 2 * len(known):
            return fill
        return replace(
            fill, probes=known[np.unique(np.linspace(0, len(known) - 1, PROBES).astype(int))], in_probes=True
        )

    def _more(self, fill: Fill) -> Fill | None:
        bulk = bulk_of(hidden(self.sample, fill)[self.good])
        seen = extremes(self.pixels, fill, self.probes)
        below, above = distances(bulk, seen.least, seen.greatest)
        low, high = End(seen.least, below, bulk, None), End(seen.greatest, above, bulk, self.largest)
        constants = self._constants(seen, bulk, fill)
        suspects = Suspects(_stretches(low, 1), _stretches(high, -1), constants)
        if not constants and not len(suspects.bands):
            return None
        return self._with(fill, suspects, counts(self.pixels, fill, suspects), (low, high))

    def _constants(self, seen: Extremes, bulk: Bulk, fill: Fill) -> tuple[float, ...]:
        return tuple(
            value
            for value, count in seen.flat.most_common(MOST_CONSTANTS)
            if count >= fewest_flat(value) and may_be_flat_fill(value, bulk, self.largest)
        )

    def _with(self, fill: Fill, suspects: Suspects, found: Counts, ends: tuple[End, End]) -> Fill | None:
        """The fill with what the counts show to be more of it; None where they show nothing."""
        flat = tuple(
            value
            for value, all_, partly, half in zip(
                suspects.constants, *(n.tolist() for n in (found.flat, found.partly, found.half)), strict=True
            )
            if are_flat(value, all_, partly, half, found.pixels, found.flat_in_any - all_)
        )
        rows = np.sort(np.argsort(found.in_band, kind="stable")[:PROBES])
        flat = tuple(value for value in flat if self._is_known_by(fill, rows, value, suspects, found))
        low, high = (_judged(end, told) for end, told in zip(ends, (found.low, found.high), strict=True))
        if not (flat or low.any() or high.any()):
            return None
        least, greatest = fill.low.copy(), fill.high.copy()
        least[self.good[low]] = suspects.low[0, low]
        greatest[self.good[high]] = suspects.high[0, high]
        spikes = [end.value[at] for end, at in zip(ends, (low, high), strict=True) if at.any()]
        numbers = [*((value, value) for value in flat), *((float(s.min()), float(s.max())) for s in spikes)]
        probes = self.good[rows] if flat and not fill.constants else fill.probes
        return Fill(least, greatest, probes, (*fill.constants, *flat), False, (*fill.numbers, *numbers))

    def _is_known_by(
        self, fill: Fill, rows: Indices, value: float, suspects: Suspects, found: Counts
    ) -> bool:
        """Whether these bands alone tell the flat pixels from all others."""
        known = int(found.flat[suspects.constants.index(value)])
        if fill.constants:
            rows = np.searchsorted(self.good, fill.probes)
        return flat_in(self.pixels, fill, rows, value) == known


def _stretches(end: End, inwards: int) -> Floats:
    """Where the stretches near and beside an end stop, (2, G); NaN where nothing is suspect."""
    suspect = end.is_far | end.is_farther
    with np.errstate(invalid="ignore", over="ignore"):
        near = end.value + inwards * end.tolerance * end.distance
        beside = end.value + inwards * (end.tolerance + BESIDE - NEAR) * end.distance
    return np.where(suspect, np.stack([near, beside]), np.nan).astype(np.float32)


def _judged(end: End, found: Indices) -> Bools:
    """In which bands an end is fill: alone, or as half of the bands agree."""
    spike = is_spike(*found)
    together = spike & end.is_far
    agreed = 2 * np.count_nonzero(together) >= len(together)
    return (spike & end.is_farther) | (together if agreed else np.zeros_like(together))
