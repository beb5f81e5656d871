"""Fill that no header declares: which values stand for "not measured", and the reader that leaves them out.

A rule hides single values (one spike far below or above the rest of its band) or whole pixels (every band
holds the same number, or every probe band is hidden). `fill_rules.py` finds the rules, `fill_search.py` reads
the scene for them.
"""

from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt

from hsi_uq_app.scene.readers import Reader

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Fill:
    """What is left out.

    `low`, `high`: float32 (bands,): a value at or below `low`, at or above `high` is fill; infinite = none.
    `constants`: a pixel whose `probes` (band indices) all hold one of them is fill in every band.
    `in_probes`: so is a pixel in which every probe lies beyond `low` or `high`. `numbers`: what it was found
    by, each as the least and the greatest over the bands.
    """

    low: Floats
    high: Floats
    probes: npt.NDArray[np.intp]
    constants: tuple[float, ...] = ()
    in_probes: bool = False
    numbers: tuple[tuple[float, float], ...] = ()

    @classmethod
    def none(cls, bands: int) -> "Fill":
        """Nothing is left out."""
        nothing = np.full(bands, np.inf, np.float32)
        return cls(-nothing, nothing, np.empty(0, np.intp))

    @property
    def is_empty(self) -> bool:
        return not self.constants and not self.by_band.any()

    @property
    def by_band(self) -> Bools:
        """Which bands have values that are fill, whatever the pixel's others are."""
        return cast(Bools, np.isfinite(self.low) | np.isfinite(self.high))

    def hide(self, bands: npt.NDArray[np.intp], values: Floats) -> None:
        """Make NaN of what is fill in values of these bands, (bands, ...)."""
        for place in np.flatnonzero(self.by_band[bands]):
            row, band = values[place], bands[place]
            row[(row <= self.low[band]) | (row >= self.high[band])] = np.nan

    def hidden_pixels(self, probed: Floats) -> Bools:
        """Which pixels are fill as a whole, by the values of their probes (probes, ...)."""
        hidden = np.zeros(probed.shape[1:], bool)
        if self.constants:
            hidden |= np.isin(probed[0], self.constants) & np.all(probed == probed[0], axis=0)
        if self.in_probes:
            self.hide(self.probes, probed)
            hidden |= np.all(np.isnan(probed), axis=0)
        return hidden


class FillReader:
    """A cube's values with fill as NaN."""

    def __init__(self, inner: Reader, fill: Fill) -> None:
        """Take the reader that knows nothing of fill."""
        self.inner, self._fill = inner, fill
        self._by_pixel = bool(fill.constants) or fill.in_probes

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        self.inner.read_lines(first, last, bands, out)
        self._fill.hide(bands, out)
        if self._by_pixel:
            probed = np.empty((len(self._fill.probes), *out.shape[1:]), np.float32)
            self.inner.read_lines(first, last, self._fill.probes, probed)
            out[:, self._fill.hidden_pixels(probed)] = np.nan

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        self.inner.read_pixels(line, samples, bands, out)
        self._fill.hide(bands, out)
        if self._by_pixel:
            probed = np.empty((len(self._fill.probes), len(samples)), np.float32)
            self.inner.read_pixels(line, samples, self._fill.probes, probed)
            out[:, self._fill.hidden_pixels(probed)] = np.nan

    def digest(self) -> bytes:
        """The stored values' alone: a scene is the same before and after it was searched for fill."""
        return self.inner.digest()
