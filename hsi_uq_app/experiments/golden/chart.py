"""The golden experiment as a picture: a row of panels for each file of logits."""

from hsi_uq_app.experiments.charts import Bar, Box, Chart, ChartPanel, Level, Line
from hsi_uq_app.experiments.golden.findings import SENTENCES, Golden, rivals_sentence
from hsi_uq_app.experiments.golden.views import StrengthCurves, SureLogits, WrongSample


def golden_chart(golden: Golden) -> Chart:
    """A row of panels for each file: figures 3b, 3c and 4a."""
    rows = tuple(
        (
            _strength_panel(name, golden.strengths[name]),
            _wrong_panel(golden.most_confident[name], golden.like_the_papers[name]),
            _sure_panel(golden.sure[name]),
        )
        for name in golden.strengths
    )
    return Chart(
        "Consistency calibration on ResNet-50 / CIFAR-10 logits",
        rows,
        (rivals_sentence(golden.fitted), *SENTENCES),
    )


def _strength_panel(name: str, curves: StrengthCurves) -> ChartPanel:
    lines = (
        Line("consistency, Gaussian, exact", curves.strengths, curves.exact_gaussian),
        Line("consistency, uniform, exact", curves.strengths, curves.exact_uniform),
        Line("consistency, Gaussian, drawn", curves.strengths, curves.drawn_gaussian),
    )
    levels = (Level("as trained", curves.uncalibrated), Level("temperature scaling", curves.temperature))
    title, x, y = f"{name}: ECE and noise strength", "noise strength (logits)", "ECE, top label"
    return ChartPanel(title, x, y, lines, levels, log_y=True)


def _wrong_panel(most: WrongSample, papers: WrongSample) -> ChartPanel:
    bars = tuple(
        Bar(f"{who}\n{method}", value)
        for who, sample in (("most confident", most), ("as published", papers))
        for method, value in sample.confidences.items()
    )
    return ChartPanel("two wrong samples", "confidence in the wrong class", "", bars=bars)


def _sure_panel(sure: SureLogits) -> ChartPanel:
    boxes = (
        Box("right,\nlargest", sure.right_largest, sure.right),
        Box("right,\nsecond", sure.right_second, sure.right),
        Box("wrong,\nlargest", sure.wrong_largest, sure.wrong),
        Box("wrong,\nsecond", sure.wrong_second, sure.wrong),
    )
    return ChartPanel("logits where confidence exceeds 99 %", "", "logit (5 to 95 %)", boxes=boxes)
