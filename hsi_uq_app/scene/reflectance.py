"""From radiance to reflectance, where the analyst asks for it: empirical line and flat field."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.derived_reader import GainReader
from hsi_uq_app.scene.notes import Note


@dataclass(frozen=True, eq=False)
class Pair:
    """A spectrum measured in the scene and its known reflectance, both float (bands,), NaN = not known."""

    measured: np.ndarray
    reflectance: np.ndarray


def empirical_line(cube: Cube, pairs: Sequence[Pair]) -> Cube:
    """Fit reflectance = gain * value + offset in every band by least squares over the pairs.

    One pair fixes the gain alone (offset 0); a dark and a bright one fix both (Smith & Milton 1999). Bands
    that no pair tells anything about become bad.

    Raises:
        UserError: no pair, spectra of another number of bands, or no band that can be fitted.
    """
    if not pairs:
        raise UserError("the empirical line needs a pinned spectrum and its library partner", "add a pair")
    other = [side.shape for pair in pairs for side in (pair.measured, pair.reflectance)]
    if any(shape != (cube.bands,) for shape in other):
        raise UserError(f"a pair has another number of bands than the scene's {cube.bands}", "choose others")
    measured = np.array([pair.measured for pair in pairs], dtype=np.float64)
    known = np.array([pair.reflectance for pair in pairs], dtype=np.float64)
    gain, offset = _lines(measured, known)
    return _corrected(cube, gain, offset, f"reflectance by an empirical line through {len(pairs)} pairs")


def flat_field(cube: Cube, flat: np.ndarray, brightness: float = 1.0) -> Cube:
    """Divide by the mean spectrum of a bright, spectrally flat area, float (bands,), of known reflectance.

    Raises:
        UserError: a spectrum of another number of bands, or without signal.
    """
    if flat.shape != (cube.bands,):
        raise UserError(
            f"the flat field has {flat.size} bands, the scene {cube.bands}", "choose another area"
        )
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = np.where(flat > 0, brightness / flat.astype(np.float64), np.nan)
    return _corrected(cube, gain, np.zeros(cube.bands), "relative reflectance by a flat field")


def _lines(measured: np.ndarray, known: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Least squares of (pairs, bands) over the pairs: gain, offset (bands,), NaN where nothing is known."""
    both = np.isfinite(measured) & np.isfinite(known)
    count = both.sum(axis=0)
    x, y = np.where(both, measured, 0.0), np.where(both, known, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean_x, mean_y = x.sum(axis=0) / count, y.sum(axis=0) / count
        spread = np.where(both, (x - mean_x) ** 2, 0.0).sum(axis=0)
        together = np.where(both, (x - mean_x) * (y - mean_y), 0.0).sum(axis=0)
        through_origin = (x * y).sum(axis=0) / (x * x).sum(axis=0)
        slope = together / spread
    line = (count > 1) & (spread > 0)
    gain = np.where(line, slope, np.where(count > 0, through_origin, np.nan))
    return gain, np.where(line, mean_y - gain * mean_x, 0.0)


def _corrected(cube: Cube, gain: np.ndarray, offset: np.ndarray, how: str) -> Cube:
    usable = np.isfinite(gain) & np.isfinite(offset)
    good = cube.good_bands & usable
    if not good.any():
        raise UserError("no band can be turned into reflectance from these spectra", "choose brighter areas")
    good.flags.writeable = False
    reader = GainReader(cube.reader, np.where(usable, gain, np.nan), np.where(usable, offset, np.nan))
    notes = (*cube.notes, Note("quantity", None, how))
    return replace(cube, reader=reader, good_bands=good, quantity="reflectance", notes=notes)
