"""Charts drawn from plain values: every kind of panel, and a value that changes changes the picture."""

from dataclasses import replace

from hsi_uq_app.experiments.charts import Bar, Box, Chart, ChartPanel, Level, Line
from hsi_uq_app.experiments.figures_panels import draw_chart

LINES = ChartPanel(
    "lines", "x", "y", lines=(Line("a", (1, 10, 100), (0.1, 0.3, 0.2)),), levels=(Level("b", 0.15),)
)
BOXES = ChartPanel("boxes", "", "logit", boxes=(Box("right", (1, 2, 3, 4, 5), 1_234),))
BARS = ChartPanel("bars", "confidence", "", bars=(Bar("as trained", 0.997), Bar("mended", 0.8)))


def test_that_every_kind_of_panel_is_drawn() -> None:
    chart = Chart("all", ((LINES, BOXES), (BARS,)), ("One sentence.",))
    assert draw_chart(chart).startswith(b"\x89PNG")


def test_that_the_same_chart_gives_the_same_bytes_and_another_value_others() -> None:
    chart = Chart("one", ((BARS,),))
    other = Chart("one", ((replace(BARS, bars=(Bar("as trained", 0.5), Bar("mended", 0.8))),),))
    assert draw_chart(chart) == draw_chart(chart)
    assert draw_chart(chart) != draw_chart(other)


def test_that_logarithmic_axes_are_drawn_where_asked_for() -> None:
    assert draw_chart(Chart("one", ((replace(LINES, log_x=True, log_y=True),),))) != draw_chart(
        Chart("one", ((LINES,),))
    )
