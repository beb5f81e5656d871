"""Compare what a result said with what is true, as predicted or calibrated."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.calibration import Calibrated
from hsi_uq_app.session.state import Reliability, ReliabilityInputs, Result
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels, evaluated_pixels

if TYPE_CHECKING:
    from hsi_uq_app.calibration.isotonic_curve import IsotonicCurve
    from hsi_uq_app.calibration.reliability import ReliabilityCurve

_SAYING = "Comparing with the truth"


@dataclass(frozen=True, eq=False)
class CompareWithTruth:
    """The reliability curve of a result in a region, with the figures that must stand beside it.

    With a calibration: the curve of its probabilities, and the one as predicted.
    """

    result: Result
    truth: Truth
    made_from: ReliabilityInputs
    calibrated: Calibrated | None = None

    def __call__(self, progress: Progress) -> Reliability:
        from hsi_uq_app.calibration.metrics import metrics_of
        from hsi_uq_app.calibration.reliability import bin_of

        pixels, made = self._pixels(), self.calibrated
        p = made.probability if made else pixels.probability
        progress(0.3, _SAYING)
        curve = self._curve(p, pixels)
        progress(0.5, _SAYING)
        as_predicted = metrics_of(pixels.probability, pixels.labels, pixels.mean_logit)
        progress(0.7, _SAYING)
        return Reliability(
            made_from=self.made_from,
            curve=curve,
            pixels=pixels.places,
            bins=bin_of(curve, p),
            scores=metrics_of(p, pixels.labels) if made else as_predicted,
            before=self._curve(pixels.probability, pixels) if made else None,
            scores_before=as_predicted if made else None,
            isotonic=self._isotonic(p, pixels) if self.made_from.isotonic else None,
        )

    def _pixels(self) -> EvaluatedPixels:
        if self.calibrated:
            return self.calibrated.found.pixels
        return evaluated_pixels(self.result.quantiles, self.truth, self.made_from.region, 0.2, 0.2)

    def _curve(self, p: npt.NDArray[Any], pixels: EvaluatedPixels) -> "ReliabilityCurve":
        from hsi_uq_app.calibration.reliability import reliability_curve

        asked = self.made_from
        return reliability_curve(p, pixels.labels, kind=asked.kind, spacing=asked.spacing)

    def _isotonic(self, p: npt.NDArray[Any], pixels: EvaluatedPixels) -> "IsotonicCurve":
        from hsi_uq_app.calibration.isotonic_curve import isotonic_with_band

        return isotonic_with_band(p, pixels.labels, self.made_from.kind)
