"""Headless picture of estimates with their errors: dots with whiskers, a line each (matplotlib)."""

from dataclasses import dataclass
from io import BytesIO

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

_DPI = 120
_WIDTH, _LINE, _AROUND = 11.0, 0.27, 0.75
_INK, _DOT, _EXPECTED, _GRID = "#202020", "#0072b2", "#d55e00", "#dddddd"


@dataclass(frozen=True)
class Dot:
    """A value under a name, the length of its whiskers, and where it should lie, if that is known."""

    label: str
    value: float
    whisker: float
    expected: float | None = None


@dataclass(frozen=True)
class DotPanel:
    """One pair of axes: a line for each dot, from the top."""

    title: str
    x_label: str
    dots: tuple[Dot, ...]


def draw_dots(
    title: str, caption: str, rows: tuple[tuple[DotPanel, ...], ...], *, one_axis: bool = True
) -> bytes:
    """PNG bytes of rows of panels; those of a row share their names, those of a column one axis or none."""
    lines = max(len(panel.dots) for row in rows for panel in row)
    height = 0.7 + len(rows) * (_AROUND + _LINE * lines)
    figure = Figure(figsize=(_WIDTH, height), dpi=_DPI, facecolor="white", layout="constrained")
    grid = figure.subplots(
        len(rows), len(rows[0]), squeeze=False, sharex="col" if one_axis else False, sharey="row"
    )
    for axes_row, row in zip(grid, rows, strict=True):
        for axes, panel in zip(axes_row, row, strict=True):
            _draw(axes, panel)
    figure.suptitle(title, fontsize=11, color=_INK)
    figure.supxlabel(caption, fontsize=8, color=_INK)
    memory = BytesIO()
    FigureCanvasAgg(figure).print_png(memory, metadata={"Title": title, "Software": "HSI UQ"})
    return memory.getvalue()


def _draw(axes: Axes, panel: DotPanel) -> None:
    places = range(len(panel.dots))
    axes.errorbar(
        [dot.value for dot in panel.dots],
        places,
        xerr=[dot.whisker for dot in panel.dots],
        fmt="o",
        color=_DOT,
        markersize=5,
        capsize=3,
        linewidth=1.2,
    )
    for place, dot in zip(places, panel.dots, strict=True):
        if dot.expected is not None:
            axes.plot([dot.expected] * 2, [place - 0.35, place + 0.35], color=_EXPECTED, linewidth=2)
    axes.set_yticks(places, [dot.label for dot in panel.dots])
    axes.set_ylim(len(panel.dots) - 0.5, -0.5)
    axes.set_title(panel.title, fontsize=9, loc="left", color=_INK)
    axes.set_xlabel(panel.x_label, fontsize=8, color=_INK)
    axes.tick_params(labelsize=8, colors=_INK, labelbottom=True)
    axes.grid(axis="x", color=_GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
