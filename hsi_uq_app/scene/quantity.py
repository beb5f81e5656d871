"""What the numbers of a cube are: radiance, reflectance, or unknown."""

from typing import Literal

import numpy as np

from hsi_uq_app.scene.envi_header import EnviHeader
from hsi_uq_app.scene.notes import Note

Quantity = Literal["reflectance", "radiance", "unknown"]
QUANTITIES: tuple[Quantity, ...] = ("reflectance", "radiance", "unknown")
_KEYS = ("data units", "z plot titles", "description")
HIGHEST_REFLECTANCE = 2.0


def guess_quantity(header: EnviHeader, sample: np.ndarray) -> tuple[Quantity, tuple[Note, ...]]:
    """Judge by what the header says, then by the scale factor's name, then by magnitude (0..1: reflectance).

    Args:
        sample: float32 (bands, n) physical values, NaN = no data.
    """
    chosen = header.fields.get("quantity", "").strip().lower()
    if chosen in QUANTITIES:
        return QUANTITIES[QUANTITIES.index(chosen)], ()
    named = [quantity for quantity in QUANTITIES[:2] if quantity in _said(header)]
    if len(named) == 1:
        return named[0], ()
    values = sample[np.isfinite(sample) & (sample != 0)]
    low_enough = bool(len(values)) and float(np.percentile(values, 99)) <= HIGHEST_REFLECTANCE
    if header.scale_factor != 1.0:
        if not len(values) or low_enough:
            return "reflectance", ()
        note = Note("reflectance scale factor", None, "the scaled values exceed reflectance's 0..1")
        return "unknown", (note,)
    if low_enough and header.dtype.kind == "f":
        return "reflectance", (Note("quantity", None, "taken for reflectance, as the values lie in 0..1"),)
    return "unknown", ()


def _said(header: EnviHeader) -> str:
    words = [header.fields.get(key, "").lower() for key in _KEYS]
    return " ".join((*words, *(key for key in header.fields if key == "radiance scale factor")))


def quantity_warning(model: str, scene: str) -> str:
    """What to tell when a model trained on one quantity is run on another; "" if there is nothing to say."""
    if model == scene or "unknown" in (model, scene):
        return ""
    return f"the model was trained on {model}, the scene is {scene}: do not trust its probabilities"
