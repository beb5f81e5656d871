"""Make the picture of three bands."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.progress import Progress
from hsi_uq_app.session.maps import Bytes, Floats
from hsi_uq_app.session.state import Composite, Scene

LONGEST_SIDE = 2048
CUT = (2.0, 98.0)
"""Percentiles that become black and white."""


@dataclass(frozen=True, eq=False)
class MakeComposite:
    """Read three bands, decimated to about the screen, and stretch each by percentiles."""

    scene: Scene
    bands: tuple[int, ...]

    def __call__(self, progress: Progress) -> Composite:
        channels, step = [], 1
        for number, band in enumerate(self.bands):
            progress(number / 3, "Reading the composite")
            picture, step = self.scene.cube.band_picture(band, LONGEST_SIDE)
            channels.append(stretched(picture))
        return Composite(self.scene, self.bands, np.ascontiguousarray(np.stack(channels, axis=-1)), step)


def stretched(picture: Floats) -> Bytes:
    """A band as 0..255 between its percentiles; NaN and infinities take no part and become black."""
    finite = np.isfinite(picture)
    if not finite.any():
        return np.zeros(picture.shape, np.uint8)
    low, high = np.percentile(picture[finite], CUT)
    if not high > low:
        low, high = low - 0.5, low + 0.5
    scaled = (np.where(finite, picture, low) - low) * (255.0 / (high - low))
    return np.clip(scaled, 0, 255).astype(np.uint8)
