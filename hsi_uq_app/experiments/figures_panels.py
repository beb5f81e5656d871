"""Headless pictures of the calibration experiments (matplotlib, Agg)."""

import textwrap
from io import BytesIO

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import LogLocator, NullFormatter

from hsi_uq_app.experiments.charts import Chart, ChartPanel

_DPI = 120
_PANEL_WIDTH, _PANEL_HEIGHT = 4.4, 3.6
_LINE_HEIGHT = 0.19
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")  # Okabe and Ito
_LEVEL_COLOURS = ("#202020", "#808080", "#b04a00", "#00664d")
_INK = "#202020"


def draw_chart(chart: Chart) -> bytes:
    """PNG bytes of a chart: its rows of panels, its sentences below."""
    columns = max(len(row) for row in chart.rows)
    width = columns * _PANEL_WIDTH
    words = [line for text in chart.sentences for line in textwrap.wrap(text, int(width * 15))]
    below = 0.2 + _LINE_HEIGHT * len(words)
    height = 0.5 + len(chart.rows) * _PANEL_HEIGHT + below
    figure = Figure(figsize=(width, height), dpi=_DPI, facecolor="white")
    panels = figure.subplots(len(chart.rows), columns, squeeze=False)
    for axes_row, row in zip(panels, chart.rows, strict=True):
        for axes, panel in zip(axes_row, [*row, *[None] * (columns - len(row))], strict=True):
            _draw_panel(axes, panel)
    figure.set_layout_engine(ConstrainedLayoutEngine(rect=(0, below / height, 1, 1 - below / height)))
    figure.suptitle(chart.title, fontsize=11, color=_INK)
    figure.text(0.02, (below - 0.1) / height, "\n".join(words), va="top", fontsize=8, color=_INK)
    return _png(figure, chart.title)


def _draw_panel(axes: Axes, panel: ChartPanel | None) -> None:
    if panel is None:
        axes.axis("off")
        return
    _draw_lines(axes, panel)
    _draw_boxes(axes, panel)
    _draw_bars(axes, panel)
    axes.set_title(panel.title, fontsize=9)
    axes.set_xlabel(panel.x_label, fontsize=8)
    axes.set_ylabel(panel.y_label, fontsize=8)
    axes.tick_params(labelsize=7)
    if panel.lines:
        axes.ticklabel_format(useOffset=False)
    if panel.log_x:
        axes.set_xscale("log")
        _write_plainly(axes.xaxis)
    if panel.log_y:
        axes.set_yscale("log")
        _write_plainly(axes.yaxis)
    if panel.lines or panel.levels:
        # Below the axes, where it hides no curve.
        axes.legend(fontsize=6.5, frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=2)


def _write_plainly(axis: Axis) -> None:
    """Plain numbers at 1, 2 and 5 of each decade, or at its start alone where two decades are spanned."""
    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 100 * low else (1,)))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_formatter(NullFormatter())


def _draw_lines(axes: Axes, panel: ChartPanel) -> None:
    for line, colour in zip(panel.lines, _COLOURS, strict=False):
        axes.plot(line.x, line.y, color=colour, linewidth=1.4, marker=".", markersize=4, label=line.label)
    for level, colour in zip(panel.levels, _LEVEL_COLOURS, strict=False):
        axes.axhline(
            level.y, color=colour, linewidth=1.0, linestyle="--", label=f"{level.label}: {level.y:.3g}"
        )


def _draw_boxes(axes: Axes, panel: ChartPanel) -> None:
    if not panel.boxes:
        return
    keys = ("whislo", "q1", "med", "q3", "whishi")
    stats = [dict(zip(keys, box.points, strict=True)) for box in panel.boxes]
    axes.bxp(stats, showfliers=False, medianprops={"color": _COLOURS[1]})
    axes.set_xticks(range(1, len(panel.boxes) + 1), [f"{box.label}\nn = {box.n:,}" for box in panel.boxes])


def _draw_bars(axes: Axes, panel: ChartPanel) -> None:
    if not panel.bars:
        return
    places = range(len(panel.bars))
    axes.barh(places, [bar.value for bar in panel.bars], color=_COLOURS[0], height=0.6)
    axes.set_yticks(places, [bar.label for bar in panel.bars])
    axes.invert_yaxis()
    for place, bar in zip(places, panel.bars, strict=True):
        axes.text(bar.value, place, f" {bar.value:.3f}", va="center", fontsize=7, color=_INK)
    axes.set_xlim(0, 1.15 * max(bar.value for bar in panel.bars))


def _png(figure: Figure, title: str) -> bytes:
    memory = BytesIO()
    FigureCanvasAgg(figure).print_png(memory, metadata={"Title": title, "Software": "HSI UQ"})
    return memory.getvalue()
