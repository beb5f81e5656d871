"""The targets of a training sample, and where they come from when a mask marks them in the scene."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hsi_uq_app.posterior.background import some
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.posterior.region_survey import BoolArray, IndexArray, Survey, survey_region
from hsi_uq_app.posterior.sample_sizes import MOST_TARGETS
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.matched_filter import AceDetector, fit_ace
from hsi_uq_app.scene.regions import Region


@dataclass(frozen=True, eq=False)
class Targets:
    """What is learnt as target: marked pixels of the scene, or implants, which lie nowhere in it.

    Shapes: spectra (G, n), labels (n,), pixels (n,) line-major and rising, or (0,) for implants. `in_region`:
    how many target pixels of the region they stand for. `ace` looks for them. `recipe`: how implants were
    made, for the passport's configuration.
    """

    spectra: FloatArray
    labels: BoolArray
    pixels: IndexArray
    in_region: float
    ace: AceDetector
    recipe: Mapping[str, Any] = field(default_factory=dict)

    @property
    def implants(self) -> FloatArray:
        """Those of the spectra that lie nowhere in the scene: (G, i)."""
        return self.spectra[:, len(self.pixels) :]


def marked_targets(
    cube: Cube, truth: Truth, region: Region, rng: np.random.Generator, progress: Progress
) -> tuple[Survey, Targets]:
    """Survey the region and keep all its targets, or 5,000 of more at random.

    Raises:
        UserError: nothing valid in the region, too few targets, one class only, pixels all equal.
    """
    survey = survey_region(cube, truth, region, rng, progress)
    pixels = some(survey.targets, MOST_TARGETS, rng)
    spectra = cube.pixels(pixels, survey.bands)
    ace = _fit_ace(survey, spectra, truth.abundance.reshape(-1)[pixels])
    return survey, Targets(spectra, np.ones(len(pixels), bool), pixels, len(survey.targets), ace)


def _fit_ace(survey: Survey, targets: FloatArray, abundance: FloatArray) -> AceDetector:
    """ACE for the purer half of the targets: a faint one's spectrum is mostly background."""
    pure = abundance >= abundance.max() / 2
    return fit_ace(survey.spectra[:, ~survey.spectra_are_targets], targets[:, pure])
