"""What the numbers of a cube are: radiance, reflectance, or unknown."""

from typing import Literal

import numpy as np

from hsi_uq_app.scene.envi_header import EnviHeader
from hsi_uq_app.scene.notes import Note

Quantity = Literal["reflectance", "radiance", "unknown"]
_KEYS = ("quantity", "data units", "z plot titles", "description", "radiance scale factor")
_HIGHEST_REFLECTANCE = 2.0


def guess_quantity(header: EnviHeader, sample: np.ndarray) -> tuple[Quantity, tuple[Note, ...]]:
    """Judge by what the header says, then by the scale factor's name, then by magnitude (0..1: reflectance).

    Args:
        sample: float32 (bands, n) physical values, NaN = no data.
    """
    said = " ".join(str(header.fields.get(key, "")).lower() for key in _KEYS)
    if "radiance" in said and "reflectance" not in said:
        return "radiance", ()
    if "reflectance" in said and "radiance" not in said:
        return "reflectance", ()
    values = sample[np.isfinite(sample) & (sample != 0)]
    low_enough = bool(len(values)) and float(np.percentile(values, 99)) <= _HIGHEST_REFLECTANCE
    if header.scale_factor != 1.0:
        if not len(values) or low_enough:
            return "reflectance", ()
        note = Note("reflectance scale factor", None, "the scaled values exceed reflectance's 0..1")
        return "unknown", (note,)
    if low_enough and header.dtype.kind == "f":
        return "reflectance", (Note("quantity", None, "taken for reflectance, as the values lie in 0..1"),)
    return "unknown", ()
