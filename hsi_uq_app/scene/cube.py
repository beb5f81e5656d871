"""The measured scene: bands-first tiles in physical units, scattered pixels, spectra, decimated pictures."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.scene.conversion import conversion, stored_value
from hsi_uq_app.scene.derived_reader import GainReader
from hsi_uq_app.scene.envi_data import header_and_data, open_data
from hsi_uq_app.scene.envi_frames import NO_FRAME, FramedReader
from hsi_uq_app.scene.envi_header import EnviHeader
from hsi_uq_app.scene.envi_reader import READERS
from hsi_uq_app.scene.fill import Fill
from hsi_uq_app.scene.georeference import Georeference, georeference_from
from hsi_uq_app.scene.good_bands import judge_bands, sample_pixels
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.plausibility import doubts
from hsi_uq_app.scene.quantity import Quantity, guess_quantity
from hsi_uq_app.scene.readers import Reader

LARGEST_LINE = 2**28  # values; a line of all bands is the least that is held in memory


@dataclass(frozen=True, eq=False)
class Cube:
    """A scene of (bands, lines, samples). Values are physical (stored / scale), float32, NaN = no data.

    A pixel is *valid* when all bands in use are finite. Reading is by position and safe from several threads.
    `good_bands`: bool (bands,), not in the bad band list, not without data.
    `overrides`: the fields the user corrected. `derivation`: how its values were made of the file's.
    `fill`: what looked like no data and is left out, though no header says so; `is_searched`: by every pixel.
    """

    header: EnviHeader
    data_path: Path
    reader: Reader
    good_bands: np.ndarray
    georeference: Georeference | None = None
    quantity: Quantity = "unknown"
    notes: tuple[Note, ...] = ()
    overrides: Mapping[str, str] = field(default_factory=dict)
    derivation: tuple[str, ...] = ()
    fill: Fill | None = None
    is_searched: bool = False

    @property
    def name(self) -> str:
        return self.data_path.stem

    @property
    def lines(self) -> int:
        return self.header.lines

    @property
    def samples(self) -> int:
        return self.header.samples

    @property
    def bands(self) -> int:
        return self.header.bands

    @property
    def wavelengths_nm(self) -> np.ndarray | None:
        return self.header.wavelengths_nm

    @property
    def fwhm_nm(self) -> np.ndarray | None:
        return self.header.fwhm_nm

    @property
    def no_data(self) -> float | None:
        return self.header.no_data

    @property
    def scale(self) -> float:
        return self.header.scale_factor

    @property
    def is_derived(self) -> bool:
        """Whether its values are made of the file's by more than one scale."""
        return isinstance(self.reader, GainReader)

    def read_lines(
        self,
        first: int,
        last: int,
        bands: Sequence[int] | np.ndarray | None = None,
        out: np.ndarray | None = None,
    ) -> np.ndarray:
        """Whole lines first..last-1: float32 (len(bands), (last - first) * samples), `out` if given."""
        chosen = self._chosen(bands)
        count = (last - first) * self.samples
        if out is None:
            out = np.empty((len(chosen), count), dtype=np.float32)
        self.reader.read_lines(first, last, chosen, out.reshape(len(chosen), last - first, self.samples))
        return out

    def spectrum(self, line: int, sample: int) -> np.ndarray:
        """One pixel, all bands: float32 (bands,)."""
        return self.pixels(np.array([line * self.samples + sample]))[:, 0]

    def pixels(self, flat_indices: np.ndarray, bands: Sequence[int] | np.ndarray | None = None) -> np.ndarray:
        """Scattered pixels, by line * samples + sample, in the order given: float32 (len(bands), n).

        Raises:
            IndexError: a pixel beyond the scene.
        """
        chosen = self._chosen(bands)
        flat = np.asarray(flat_indices, dtype=np.int64)
        if flat.size and not 0 <= flat.min() <= flat.max() < self.lines * self.samples:
            raise IndexError(f"{self.name} has no pixel {flat.min()} or {flat.max()}")
        order = np.argsort(flat, kind="stable")
        line_of, sample_of = np.divmod(flat[order], self.samples)
        found = np.empty((len(chosen), len(flat)), dtype=np.float32)
        starts = np.flatnonzero(np.diff(line_of, prepend=-1))
        for start, stop in zip(starts, np.append(starts[1:], len(flat)), strict=True):
            part = np.empty((len(chosen), stop - start), dtype=np.float32)
            self.reader.read_pixels(int(line_of[start]), sample_of[start:stop], chosen, part)
            found[:, order[start:stop]] = part
        return found

    def band_picture(self, band: int, max_side: int = 2048) -> tuple[np.ndarray, int]:
        """One band, every step-th line and sample so that no side exceeds `max_side`: float32 2-D, step."""
        picture, step = self.band_pictures([band], max_side)
        return picture[0], step

    def band_pictures(self, bands: Sequence[int], max_side: int = 2048) -> tuple[np.ndarray, int]:
        """Several bands in one pass: float32 (len(bands), height, width), and the step."""
        step = max(1, -(-max(self.lines, self.samples) // max_side))
        rows, columns = np.arange(0, self.lines, step), np.arange(0, self.samples, step)
        chosen = self._chosen(bands)
        picture = np.empty((len(chosen), len(rows), len(columns)), dtype=np.float32)
        if step == 1:
            self.reader.read_lines(0, self.lines, chosen, picture)
            return picture, step
        for place, line in enumerate(rows):
            self.reader.read_pixels(int(line), columns, chosen, picture[:, place])
        return picture, step

    def fingerprint(self) -> str:
        """sha256 of what decides the values: shape, type, layout, scale, no-data, wavelengths, bytes."""
        header = self.header
        facts = (
            header.lines,
            header.samples,
            header.bands,
            header.dtype.str,
            header.interleave,
            header.header_offset,
            header.scale_factor,
            header.no_data,
            None if self.wavelengths_nm is None else self.wavelengths_nm.tolist(),
        )
        return hashlib.sha256(repr(facts).encode() + self.reader.digest()).hexdigest()

    def _chosen(self, bands: Sequence[int] | np.ndarray | None) -> np.ndarray:
        return np.arange(self.bands) if bands is None else np.asarray(bands, dtype=np.int64)


def open_cube(
    path: Path | str, overrides: Mapping[str, str] | None = None, progress: Progress = silent
) -> Cube:
    """Open an ENVI cube by its header or its data file; nothing but the header and a sparse sample is read.

    Args:
        overrides: header fields the user corrects, and `data file` for a data file of another name.

    Raises:
        UserError: a file is missing, the header cannot be understood, or the data file is too short.
    """
    header, data_path = header_and_data(Path(path), overrides)
    file, size_notes = open_data(header, data_path, progress)
    shape = (header.lines, header.samples, header.bands)
    convert = conversion(header.dtype, header.scale_factor, header.no_data)
    layout = header.dtype, header.header_offset, convert
    reader: Reader = READERS[header.interleave](file, shape, *layout)
    if header.frame != NO_FRAME:
        reader = FramedReader(file, shape, *layout, header.interleave, header.frame)
    notes = (*size_notes, *doubts(header, file))
    return cube_of(header, data_path, reader, notes, overrides)


def cube_of(
    header: EnviHeader,
    data_path: Path,
    reader: Reader,
    notes: tuple[Note, ...] = (),
    overrides: Mapping[str, str] | None = None,
    place: Georeference | None = None,
) -> Cube:
    """Put a cube together from header and reader: bands judged, quantity guessed, placed on the ground."""
    if header.samples * header.bands > LARGEST_LINE:
        raise UserError(
            f"{data_path.name}: a line of {header.samples:,} samples x {header.bands:,} bands cannot be read",
            "check the header's numbers",
        )
    sample = sample_pixels(reader, header.lines, header.samples, header.bands)
    good, quantity, judgements = judged(header, sample)
    georeference, place_notes = georeference_from(header.fields)
    georeference = georeference or place
    all_notes = (*header.notes, *notes, *_no_data_note(header), *judgements, *place_notes)
    return Cube(header, data_path, reader, good, georeference, quantity, all_notes, dict(overrides or {}))


def judged(header: EnviHeader, sample: np.ndarray) -> tuple[np.ndarray, Quantity, tuple[Note, ...]]:
    """What a sample float32 (bands, n) tells: good bands bool (bands,), the quantity, and notes on both."""
    good, band_notes = judge_bands(header, sample)
    quantity, quantity_notes = guess_quantity(header, sample)
    return _read_only(good), quantity, (*band_notes, *quantity_notes)


def _no_data_note(header: EnviHeader) -> tuple[Note, ...]:
    value = header.no_data
    if value is None or np.isnan(value) or stored_value(header.dtype, value) is not None:
        return ()
    return (Note("data ignore value", None, f"{value:g} cannot occur in {header.dtype.name} data"),)


def _read_only(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array
