"""From stored numbers to physical values: divide by the scale, no-data and non-finite become NaN."""

from dataclasses import dataclass

import numpy as np

_FEW_DIGITS = 1e-5


@dataclass(frozen=True, eq=False)
class Conversion:
    """value = raw / scale as float32; NaN where raw is the no-data value or not finite."""

    scale: float
    no_data: np.generic | None

    def __call__(self, raw: np.ndarray, out: np.ndarray) -> None:
        """Convert an array in native byte order into float32 `out` of the same shape.

        An integer `out` takes stored codes as they are; it has no place for NaN, so no-data stays.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            if self.scale == 1.0:
                np.copyto(out, raw, casting="unsafe")
            else:
                np.divide(raw, np.float32(self.scale), out=out, casting="unsafe")
            if raw.dtype.kind == "f" and not np.isfinite(out.sum()):
                out[~np.isfinite(out)] = np.nan
        if self.no_data is not None and out.dtype.kind == "f":
            missing = raw == self.no_data
            if missing.any():
                out[missing] = np.nan


def conversion(dtype: np.dtype, scale: float, no_data: float | None) -> Conversion:
    """The conversion for a stored type; a no-data value the type cannot hold never matches."""
    return Conversion(scale, stored_value(dtype, no_data))


def stored_value(dtype: np.dtype, value: float | None) -> np.generic | None:
    """A header's number as it stands in the file (-1.23e34 as the nearest float32), or None if it cannot.

    A type's largest number is often printed with few digits: -3.40282e+38 is the least float32.
    """
    if value is None or np.isnan(value):
        return None
    native = dtype.newbyteorder("=")
    if native.kind == "f":
        largest = np.finfo(native).max
        if abs(abs(value) / float(largest) - 1) < _FEW_DIGITS:
            return native.type(np.copysign(largest, value))
        with np.errstate(over="ignore"):
            return native.type(value)
    limits = np.iinfo(native)
    return native.type(int(value)) if value == int(value) and limits.min <= value <= limits.max else None
