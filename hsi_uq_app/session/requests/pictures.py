"""Make pictures of three bands: of the whole scene, and of what is in sight."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.regions import Region
from hsi_uq_app.scene.stretch import ends, stretched
from hsi_uq_app.session.state import Composite, Detail, Scene

LONGEST_SIDE = 2048


@dataclass(frozen=True, eq=False)
class MakeComposite:
    """Read three bands, decimated to about the screen, and stretch each by percentiles."""

    scene: Scene
    bands: tuple[int, ...]

    def __call__(self, progress: Progress) -> Composite:
        progress(0.0, "Reading the composite")
        pictures, step = self.scene.cube.band_pictures(self.bands, LONGEST_SIDE)
        progress(0.8, "Reading the composite")
        between = tuple(ends(picture) for picture in pictures)
        channels = [stretched(picture, limits) for picture, limits in zip(pictures, between, strict=True)]
        picture = np.ascontiguousarray(np.stack(channels, axis=-1))
        return Composite(self.scene, self.bands, picture, step, between)


@dataclass(frozen=True, eq=False)
class MakeDetail:
    """Read what is in sight of a decimated composite again, finer, and stretch it alike."""

    composite: Composite
    sight: Region
    step: int

    def __call__(self, progress: Progress) -> Detail:
        sight, bands = self.sight, list(self.composite.bands)
        lines = range(sight.first_line, sight.last_line, self.step)
        rows = []
        for number, line in enumerate(lines):
            progress(number / len(lines), "Reading detail")
            whole = self.composite.scene.cube.read_lines(line, line + 1, bands)
            rows.append(whole[:, sight.first_sample : sight.last_sample : self.step])
        values = np.stack(rows, axis=1)
        channels = [stretched(band, limits) for band, limits in zip(values, self.composite.ends, strict=True)]
        picture = np.ascontiguousarray(np.stack(channels, axis=-1))
        return Detail(self.composite, sight, picture, self.step)
