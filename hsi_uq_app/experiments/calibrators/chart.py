"""The curves of `reproduce calibrators`: a row for each measure, a column for each level of noise."""

from collections.abc import Sequence

from hsi_uq_app.experiments.calibrators.curves import FEATURES, LOGITS
from hsi_uq_app.experiments.calibrators.findings import SuburbCurves
from hsi_uq_app.experiments.charts import Chart, ChartPanel, Level, Line
from hsi_uq_app.workflow.calibration_sources import PERTURBATIONS

MEASURES = (("top", "ECE, top label"), ("positive", "ECE, positive class"), ("accuracy", "accuracy"))
PLACES: dict[str, tuple[tuple[str, ...], str]] = {
    "noise on the inputs": (tuple(PERTURBATIONS), "strength (1 = the sensor's own)"),
    "noise on the last hidden layer": ((FEATURES,), "noise strength (features)"),
    "noise on the logits": ((LOGITS,), "noise strength (logits)"),
}


def calibrators_chart(found: Sequence[SuburbCurves], sentences: Sequence[str]) -> Chart:
    """Means over suburbs."""
    rows = tuple(
        tuple(_panel(found, place, i, field, label) for place in PLACES)
        for i, (field, label) in enumerate(MEASURES)
    )
    return Chart("Consistency as its noise grows: deep ensemble on simulated suburbs", rows, tuple(sentences))


def _panel(found: Sequence[SuburbCurves], place: str, measure: int, field: str, label: str) -> ChartPanel:
    levels, x_label = PLACES[place]
    lines = tuple(
        Line(level, found[0].of(level).strengths, _mean([getattr(c.of(level), field) for c in found]))
        for level in levels
    )
    marks = (
        Level("as predicted", _mean([(c.as_predicted[measure],) for c in found])[0]),
        Level("temperature scaling", _mean([(c.temperature[measure],) for c in found])[0]),
    )
    is_error = field != "accuracy"
    return ChartPanel(place, x_label, label, lines, marks, log_x=True, log_y=is_error)


def _mean(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Point by point over suburbs."""
    return tuple(sum(column) / len(column) for column in zip(*rows, strict=True))
