"""A scene without the fill its header is silent about: found, said, left out, and taken back by the user.

At opening a small scene is searched pixel by pixel, a large one by a sample with its borders. Before values
count (training, prediction) `fully_searched` goes through every pixel, in a fraction of the time they take.
"""

from dataclasses import replace

import numpy as np

from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.scene.cube import Cube, judged
from hsi_uq_app.scene.envi_fields import NO_VALUE, plain_keys
from hsi_uq_app.scene.fill import Fill, FillReader, Floats
from hsi_uq_app.scene.fill_counts import AllPixels, Indices, Pixels, SampledPixels, hidden
from hsi_uq_app.scene.fill_rules import NEAR
from hsi_uq_app.scene.fill_search import Search
from hsi_uq_app.scene.good_bands import sample_pixels
from hsi_uq_app.scene.notes import Note

KEY = "undeclared fill"
KEPT = "kept"
MOST_VALUES_AT_OPENING = 1 << 25
BANDS_READ_FIRST = 10
MOST_NUMBERS = 4


def without_fill(cube: Cube, progress: Progress = silent) -> Cube:
    """The scene as it is opened: without the fill that a sample of it, or all of it if it is small, shows."""
    if is_kept(cube):
        return cube
    if _is_small(cube):
        return fully_searched(cube, progress)
    sample = sample_pixels(cube.reader, cube.lines, cube.samples, cube.bands, with_borders=True)
    return _without(cube, sample, SampledPixels(sample, np.flatnonzero(cube.good_bands)))


def fully_searched(cube: Cube, progress: Progress = silent) -> Cube:
    """The scene without all the fill there is; itself where that was done, or where the user keeps it.

    Fill stands in runs of bands, so of a large scene a few bands are read first, and all only where the
    sample or those few show fill.
    """
    if cube.is_searched or is_kept(cube):
        return cube
    raw = replace(cube, reader=cube.reader.inner) if isinstance(cube.reader, FillReader) else cube
    sample = sample_pixels(raw.reader, raw.lines, raw.samples, raw.bands, with_borders=True)
    good = np.flatnonzero(cube.good_bands)
    few = (
        good[np.unique(np.linspace(0, len(good) - 1, BANDS_READ_FIRST).astype(np.intp))]
        if len(good)
        else good
    )
    if cube.fill is None and len(few) < len(good) and not _is_small(cube):
        shows = Search(_all_pixels(raw, few, progress), sample, few, _largest(cube)).run()
        if shows.is_empty:
            return replace(cube, is_searched=True)
    return replace(_without(raw, sample, _all_pixels(raw, good, progress)), is_searched=True)


def _all_pixels(cube: Cube, bands: Indices, progress: Progress) -> AllPixels:
    return AllPixels(cube.reader, (cube.lines, cube.samples), bands, progress)


def _is_small(cube: Cube) -> bool:
    return cube.lines * cube.samples * cube.bands <= MOST_VALUES_AT_OPENING


def is_kept(cube: Cube) -> bool:
    """Whether the user wants every value as it is stored."""
    said = plain_keys(cube.overrides)
    return said.get(KEY, "").lower() == KEPT or said.get("data ignore value", "").lower() == NO_VALUE


def _without(cube: Cube, sample: Floats, pixels: Pixels) -> Cube:
    if not cube.good_bands.any():
        return cube
    search = Search(pixels, sample, np.flatnonzero(cube.good_bands), _largest(cube))
    fill = search.run()
    if fill.is_empty:
        return cube
    where = "pixels" if isinstance(pixels, AllPixels) else "pixels of a sample"
    looked_at = cube.lines * cube.samples if isinstance(pixels, AllPixels) else sample.shape[1]
    note = _note(fill, search.missing(fill), looked_at, where)
    return _judged_again(replace(cube, reader=FillReader(cube.reader, fill), fill=fill), sample, fill, note)


def _largest(cube: Cube) -> float | None:
    """The largest number of an integer type, as a value."""
    dtype = cube.header.dtype
    return float(np.float32(np.iinfo(dtype).max / cube.scale)) if dtype.kind in "iu" else None


def _judged_again(cube: Cube, sample: Floats, fill: Fill, note: Note) -> Cube:
    """Good bands and quantity, judged without the fill."""
    *_, stale = judged(cube.header, sample)
    good, quantity, notes = judged(cube.header, hidden(sample, fill))
    kept = tuple(said for said in cube.notes if said not in stale and said.key != KEY)
    return replace(cube, good_bands=cube.good_bands & good, quantity=quantity, notes=(*kept, note, *notes))


def _note(fill: Fill, count: int, of: int, where: str) -> Note:
    named = dict.fromkeys(_number(least, greatest) for least, greatest in fill.numbers)
    text = (
        f"{', '.join([*named][:MOST_NUMBERS])} in {count:,} of {of:,} {where} looks like no data, which the "
        f"header does not say; it is left out. If it was measured, give --set '{KEY}={KEPT}'"
    )
    return Note(KEY, None, text)


def _number(least: float, greatest: float) -> str:
    return f"{least:g}" if np.isclose(least, greatest, rtol=NEAR) else f"{least:g} to {greatest:g}"
