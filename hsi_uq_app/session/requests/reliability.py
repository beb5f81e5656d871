"""Compare what a result said with what is true."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.quantile_map import NO_DATA
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.labels import Truth, parse_region
from hsi_uq_app.session.state import Reliability, ReliabilityInputs, Result
from hsi_uq_app.workflow.evaluated_pixels import evaluated_pixels


@dataclass(frozen=True, eq=False)
class CompareWithTruth:
    """The reliability curve of a result in a region, with the figures that must stand beside it."""

    result: Result
    truth: Truth
    made_from: ReliabilityInputs

    def __call__(self, progress: Progress) -> Reliability:
        from hsi_uq_app.calibration.metrics import metrics_of
        from hsi_uq_app.calibration.reliability import bin_of, reliability_curve

        asked = self.made_from
        pixels = evaluated_pixels(self.result.quantiles, self.truth, asked.region, 0.2, 0.2)
        progress(0.3, "Comparing with the truth")
        curve = reliability_curve(pixels.probability, pixels.labels, kind=asked.kind, spacing=asked.spacing)
        progress(0.6, "Comparing with the truth")
        scores = metrics_of(pixels.probability, pixels.labels, pixels.mean_logit)
        return Reliability(
            made_from=asked,
            curve=curve,
            pixels=self._places(),
            bins=bin_of(curve, pixels.probability),
            scores=scores,
        )

    def _places(self) -> npt.NDArray[np.intp]:
        """Flat indices (n,) of the evaluated pixels, in the order of `evaluated_pixels`."""
        quantiles = self.result.quantiles
        place = parse_region(self.made_from.region, quantiles.lines, quantiles.samples)
        _, upper = quantiles.interval(20)
        return np.flatnonzero(
            place.mask(quantiles.lines, quantiles.samples) & self.truth.known & (upper != NO_DATA)
        )
