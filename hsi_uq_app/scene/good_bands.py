"""Which bands are worth using, judged on a sparse sample when a cube is opened."""

import numpy as np

from hsi_uq_app.scene.envi_header import EnviHeader
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.readers import Reader

SAMPLED_LINES, SAMPLED_SAMPLES = 12, 256


def sample_pixels(
    reader: Reader, lines: int, samples: int, bands: int, with_borders: bool = False
) -> np.ndarray:
    """Pixels spread evenly over a cube: float32 (bands, n), n at most 12 x 256, 14 x 258 with the borders."""
    rows, columns = spread(lines, SAMPLED_LINES), spread(samples, SAMPLED_SAMPLES)
    if with_borders:
        rows, columns = np.unique([0, *rows, lines - 1]), np.unique([0, *columns, samples - 1])
    found = np.empty((bands, len(rows), len(columns)), dtype=np.float32)
    for place, line in enumerate(rows):
        reader.read_pixels(int(line), columns, np.arange(bands), found[:, place])
    return found.reshape(bands, -1)


def spread(count: int, most: int) -> np.ndarray:
    """At most `most` positions of 0..count-1, in the middle of equal stretches."""
    stretches = min(count, most)
    return (np.arange(stretches) * 2 + 1) * count // (2 * stretches)


def judge_bands(header: EnviHeader, sample: np.ndarray) -> tuple[np.ndarray, tuple[Note, ...]]:
    """Good = not in the bad band list, not without wavelength where others have one, not empty, not all zero.

    Args:
        sample: float32 (bands, n), NaN = no data.

    Returns:
        bool (bands,) and notes. A sample without any signal leaves the header's list as it is.
    """
    good = np.ones(header.bands, dtype=bool) if header.bad_band_list is None else ~header.bad_band_list
    if header.wavelengths_nm is not None:
        good &= header.wavelengths_nm > 0
    valid = np.isfinite(sample)
    if not valid.any():
        return good, (
            Note("data", None, f"no valid value in {sample.shape[1]} sampled pixels: all are no-data or NaN"),
        )
    empty = ~valid.any(axis=1)
    zero = ~empty & ~np.any(valid & (sample != 0), axis=1)
    if not np.any(good & ~empty & ~zero):
        return good, (
            Note("data", None, f"every value in {sample.shape[1]} sampled pixels is zero or no-data"),
        )
    notes = [*_note(good & empty, "hold no data anywhere"), *_note(good & zero, "are zero everywhere")]
    return good & ~empty & ~zero, tuple(notes)


def _note(bands: np.ndarray, what: str) -> list[Note]:
    count = int(np.count_nonzero(bands))
    if not count:
        return []
    numbers = ", ".join(str(i + 1) for i in np.flatnonzero(bands)[:8]) + (" ..." if count > 8 else "")
    return [Note("bands", None, f"{count} bands {what} in a sample and are left out: {numbers}")]
