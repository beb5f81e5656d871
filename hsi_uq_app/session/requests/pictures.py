"""Make the picture of three bands."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.stretch import stretched
from hsi_uq_app.session.state import Composite, Scene

LONGEST_SIDE = 2048


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
