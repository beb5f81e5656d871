"""Count what is too slow for a frame: exact counts and detections, when the sliders rest."""

from dataclasses import dataclass

from hsi_uq_app.confidence.detections import count_detections
from hsi_uq_app.confidence.high_confidence_set import count, high_confidence_set
from hsi_uq_app.progress import Progress
from hsi_uq_app.session.state import RestFigures, RestInputs, Result
from hsi_uq_app.session.thresholds import Thresholds


@dataclass(frozen=True, eq=False)
class CountAtRest:
    """The set over every pixel of a result, and its detections."""

    result: Result
    thresholds: Thresholds

    def __call__(self, progress: Progress) -> RestFigures:
        lower, upper = self.result.quantiles.interval(self.thresholds.alpha)
        classes = high_confidence_set(lower, upper, self.thresholds.delta_value)
        progress(0.5)
        made_from = RestInputs(self.result.path, self.thresholds)
        return RestFigures(made_from, count(classes), count_detections(classes))
