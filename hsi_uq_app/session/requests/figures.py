"""Count what is too slow for a frame: exact counts, detections and errors, when the sliders rest."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.confidence.high_confidence_set import count, high_confidence_set
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.set_picture import step_for
from hsi_uq_app.session.state import RestFigures, RestInputs, Result
from hsi_uq_app.session.thresholds import Thresholds
from hsi_uq_app.workflow.evaluated_pixels import evaluated_pixels
from hsi_uq_app.workflow.set_errors import SetErrors, set_errors


@dataclass(frozen=True, eq=False)
class CountAtRest:
    """The set over every pixel of a result, its detections, and its errors in a region with truth."""

    result: Result
    thresholds: Thresholds
    truth: Truth | None
    region: str

    def __call__(self, progress: Progress) -> RestFigures:
        from hsi_uq_app.confidence.detections import count_detections

        lower, upper = self.result.quantiles.interval(self.thresholds.alpha)
        classes = high_confidence_set(lower, upper, self.thresholds.delta_value)
        progress(0.3)
        found = count_detections(classes)
        progress(0.6)
        made_from = RestInputs(
            self.result.path, self.thresholds, self.truth.path if self.truth else None, self.region
        )
        fine = classes if step_for(self.result.quantiles) > 1 else None
        return RestFigures(made_from, count(classes), found, self._errors(), fine)

    def _errors(self) -> SetErrors | None:
        if self.truth is None:
            return None
        alpha, delta = self.thresholds.alpha_value, self.thresholds.delta_value
        pixels = evaluated_pixels(self.result.quantiles, self.truth, self.region, alpha, delta)
        return set_errors(pixels, np.ones(pixels.labels.size, bool))
