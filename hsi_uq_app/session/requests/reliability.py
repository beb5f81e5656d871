"""Compare what a result said with what is true."""

from dataclasses import dataclass

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.labels import Truth
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
            pixels=pixels.places,
            bins=bin_of(curve, pixels.probability),
            scores=scores,
        )
