"""Does a file look like what its header says? Hints for a wrong data type or byte order.

A wrong type often has the right size, so the file opens, and shows noise. Neighbouring values of a real scene
are alike; what is read wrongly is not, and shows it in telling ways.
"""

from collections.abc import Iterator

import numpy as np

from hsi_uq_app.scene.envi_frames import NO_FRAME
from hsi_uq_app.scene.envi_header import EnviHeader
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.positional_file import PositionalFile

LOOKED_AT_BYTES = 2**16
FEWEST_VALUES = 64
FEWEST_IN_A_ROW = 5  # samples (BSQ, BIL) or bands (BIP) below which neighbours tell nothing
_IMPLAUSIBLE = (1e-20, 1e20)


def doubts(header: EnviHeader, file: PositionalFile) -> tuple[Note, ...]:
    """Hints from 64 KiB in the middle of the data; none where there is too little to judge by."""
    row = header.bands if header.interleave == "bip" else header.samples
    if (
        header.frame != NO_FRAME
        or row < FEWEST_IN_A_ROW
        or header.lines * header.samples * header.bands < FEWEST_VALUES
    ):
        return ()
    values = _middle(header, file)
    judge = _float_doubts if values.dtype.kind == "f" else _integer_doubts
    return tuple(Note("data type", None, text) for text in judge(values))


def _middle(header: EnviHeader, file: PositionalFile) -> np.ndarray:
    """Values from the middle on, in native order, beginning at a multiple of 8 bytes of the data."""
    size = header.dtype.itemsize
    total = header.data_bytes - header.header_offset
    count = min(total, LOOKED_AT_BYTES) // size
    values = np.empty(count, dtype=header.dtype)
    start = max(0, (total - count * size) // 2 // 8 * 8)
    file.read_into(values, header.header_offset + start)
    return values.astype(header.dtype.newbyteorder("="))


def _float_doubts(values: np.ndarray) -> Iterator[str]:
    """Measurements lie neither beyond 1e20 nor below 1e-20; fill values, which repeat, are passed over."""
    size = np.abs(np.unique(values[np.isfinite(values) & (values != 0)]).astype(np.float64))
    low, high = _IMPLAUSIBLE
    strange = np.count_nonzero((size < low) | (size > high))
    if len(size) >= FEWEST_VALUES // 2 and strange > len(size) // 10:
        yield f"implausible values for {values.dtype.name}: the data type or the byte order may be wrong"


def _integer_doubts(values: np.ndarray) -> Iterator[str]:
    kept = values.astype(np.float64)
    if values.dtype.itemsize > 1:
        swapped = values.byteswap().astype(np.float64)
        if _step(kept) > 0.02 * _range(values) and 8 * _step(swapped) < _step(kept):
            yield f"neighbouring {values.dtype.name} values look like noise: the byte order may be wrong"
            return
    if values.dtype.itemsize <= 2 and _alternates(kept, _range(values)):
        yield f"{values.dtype.name} values look like halves of wider numbers: the data type may be wrong"


def _alternates(values: np.ndarray, whole_range: float) -> bool:
    """Whether every second value is of another kind: noise beside smooth, or two levels far apart."""
    even, odd = values[0::2], values[1::2]
    calm, wild = sorted((_step(even), _step(odd)))
    apart = abs(float(np.median(even)) - float(np.median(odd)))
    noise_beside_smooth = wild > 0.1 * whole_range and 20 * calm < wild
    return noise_beside_smooth or (apart > 0.06 * whole_range and 50 * wild < apart)


def _step(values: np.ndarray) -> float:
    """The median step between neighbours."""
    return float(np.median(np.abs(np.diff(values))))


def _range(values: np.ndarray) -> float:
    limits = np.iinfo(values.dtype)
    return float(limits.max) - float(limits.min)
