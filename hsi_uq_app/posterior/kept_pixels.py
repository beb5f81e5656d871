"""The pixels a training sample keeps: their labels, the rates they were kept at, and their components."""

import hashlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.background import Background
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.posterior.region_survey import BoolArray, IndexArray, Survey
from hsi_uq_app.posterior.targets import Targets
from hsi_uq_app.posterior.whitening import Whitening
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.cube import Cube

_PIXELS_A_READ = 20_000


@dataclass(frozen=True, eq=False)
class Kept:
    """What is learnt from: pixels (p,) of the scene in file order, then implants (G, i).

    `labels` and `rates`, s(x), are (p + i,); `target_rate` is the rate t of targets.
    """

    pixels: IndexArray
    implants: FloatArray
    labels: BoolArray
    rates: npt.NDArray[np.float64]
    target_rate: float

    def offsets(self, odds: float) -> FloatArray:
        """o(x) = log t - log s(x) + log(base odds), (p + i,)."""
        return (np.log(self.target_rate) - np.log(self.rates) + np.log(odds)).astype(np.float32)

    @property
    def weights(self) -> FloatArray:
        """How many pixels of the region each stands for, (p + i,)."""
        implanted = np.arange(len(self.labels)) >= len(self.pixels)
        return (1 / np.where(self.labels | implanted, self.target_rate, self.rates)).astype(np.float32)


def keep(targets: Targets, background: Background) -> Kept:
    """Targets and background together."""
    marked, rates = len(targets.pixels), background.rates_at_targets
    pixels = np.concatenate([targets.pixels, background.pixels])
    order = np.argsort(pixels, kind="stable")
    rates_of_pixels = np.concatenate([rates[:marked], background.rates])
    return Kept(
        pixels=pixels[order],
        implants=targets.implants,
        labels=np.append((np.arange(len(pixels)) < marked)[order], targets.labels[marked:]),
        rates=np.append(rates_of_pixels[order], rates[marked:]),
        target_rate=np.count_nonzero(targets.labels) / targets.in_region,
    )


def gather(
    cube: Cube, survey: Survey, whitening: Whitening, kept: Kept, progress: Progress
) -> tuple[FloatArray, str]:
    """Components (k, p + i) of what was kept, and the hash of all that was learnt from."""
    digest = hashlib.sha256(np.ascontiguousarray(survey.spectra).data)
    digest.update(b"none" if cube.wavelengths_nm is None else np.asarray(cube.wavelengths_nm, "<f8").data)
    digest.update(np.asarray(survey.bands, "<i8").data)
    digest.update(np.packbits(kept.labels).data)
    u = []
    for first in range(0, len(kept.pixels), _PIXELS_A_READ):
        progress(first / len(kept.pixels), "gathering the training pixels")
        x = cube.pixels(kept.pixels[first : first + _PIXELS_A_READ], survey.bands)
        digest.update(np.ascontiguousarray(x, "<f4").data)
        u.append(whitening(x))
    digest.update(np.ascontiguousarray(kept.implants, "<f4").data)
    u.append(whitening(kept.implants))
    return np.concatenate(u, axis=1), digest.hexdigest()
