"""What lights a patch of ground: the sun, the sky alone, or what leaves let through."""

from enum import IntEnum

import numpy as np


class Illumination(IntEnum):
    """Kinds of illumination; the truth map stores the number plus one."""

    SUN = 0
    CAST_SHADOW = 1
    LEAF_SHADE = 2


LIGHT_NAMES: dict[str, tuple[int, int, int]] = {
    "sun": (255, 240, 170),
    "cast shadow": (60, 60, 110),
    "leaf shade": (60, 120, 70),
}
"""Names and colours in the order of `Illumination`."""


def light_spectra(wavelengths_nm: np.ndarray) -> np.ndarray:
    """Illumination relative to the open sun, float32 (kinds, bands).

    In a cast shadow only the blue sky lights the ground: .06 + .27 (lambda / 450 nm)^-1.6. Leaves let through
    little of what they absorb and much of the near infrared: .22, and beyond 700 nm .25 more at its peak,
    exp(-((lambda - 900 nm) / 900 nm)^2). Plausible sizes, not measurements.
    """
    sky = 0.06 + 0.27 * (wavelengths_nm / 450) ** -1.6
    leaves = 0.22 + 0.25 * np.exp(-(((wavelengths_nm - 900) / 900) ** 2)) * (wavelengths_nm > 700)
    return np.stack([np.ones_like(sky), sky, leaves]).astype(np.float32)
