"""Headless pictures of the set (matplotlib, Agg). With `figures_panel` the only importer of matplotlib."""

from io import BytesIO

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from hsi_uq_app.confidence.detections import Detection
from hsi_uq_app.export.figures_panel import draw_panel
from hsi_uq_app.export.ground import bar_length, metres_per_sample, north
from hsi_uq_app.export.provenance import headline
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.shown_set import ShownSet, shown_set

_DPI = 120
_MARGIN, _LEFT, _BELOW, _PANEL, _LEAST_HEIGHT = 24, 72, 120, 460, 600
_INK = "#202020"
_RINGED_BELOW, _RING, _MOST_COVERED = 10, 9, 0.15


def draw_set(selection: Selection) -> bytes:
    """PNG bytes: the set over the scene, legend, scale bar, north arrow, alpha, delta, method and hashes."""
    found = selection.detections(selection.labels())
    shown = shown_set(selection.classes, selection.backdrop)
    height, width = shown.picture.shape[:2]
    total = (_LEFT + width + _MARGIN + _PANEL, max(_MARGIN + height + _BELOW, _LEAST_HEIGHT))
    figure = Figure(figsize=(total[0] / _DPI, total[1] / _DPI), dpi=_DPI, facecolor="white")
    canvas = FigureCanvasAgg(figure)
    ringed = _ringed(shown, found)
    _draw_map(_area(figure, _LEFT, _MARGIN, width, height), shown, ringed)
    _draw_ground(_area(figure, _LEFT, _MARGIN + height + 56, width, 60), shown, selection)
    panel = _area(figure, _LEFT + width + _MARGIN, _MARGIN, _PANEL - _MARGIN, total[1] - 2 * _MARGIN)
    draw_panel(panel, selection, len(found), circled=bool(ringed))
    memory = BytesIO()
    canvas.print_png(memory, metadata={"Title": headline(selection), "Software": "HSI UQ"})
    return memory.getvalue()


def _area(figure: Figure, left: int, top: int, width: int, height: int) -> Axes:
    """Axes of exactly these pixels, counted from the upper left, so that the map is never resampled."""
    total_width, total_height = figure.get_size_inches() * _DPI
    axes = figure.add_axes(
        (left / total_width, 1 - (top + height) / total_height, width / total_width, height / total_height)
    )
    axes.set(xlim=(0, width), ylim=(height, 0))
    return axes


def _ringed(shown: ShownSet, found: tuple[Detection, ...]) -> list[Detection]:
    """The detections that are too small to be seen on paper, unless rings would hide the map."""
    small = [row for row in found if row.pixels**0.5 * shown.scale < _RINGED_BELOW]
    covered = len(small) * np.pi * _RING**2 / (shown.picture.shape[0] * shown.picture.shape[1])
    return small if covered < _MOST_COVERED else []


def _draw_map(axes: Axes, shown: ShownSet, ringed: list[Detection]) -> None:
    height, width = shown.picture.shape[:2]
    axes.imshow(shown.picture, extent=(0, width, height, 0), interpolation="nearest", aspect="auto")
    axes.set(xlabel="sample", ylabel="line")
    axes.tick_params(labelsize=8)
    for axis, side in ((axes.xaxis, width), (axes.yaxis, height)):
        pixels = side / shown.scale
        numbers = np.arange(0, pixels, max(1, bar_length(max(pixels / 3, 1))))
        axis.set_ticks((numbers + 0.5) * shown.scale, [f"{number:.0f}" for number in numbers])
    for row in ringed:
        center = ((row.sample + 0.5) * shown.scale, (row.line + 0.5) * shown.scale)
        for colour, thickness in (("white", 2.4), (_INK, 1.0)):
            axes.add_patch(Circle(center, _RING, fill=False, edgecolor=colour, linewidth=thickness))


def _draw_ground(axes: Axes, shown: ShownSet, selection: Selection) -> None:
    axes.axis("off")
    lines, samples = selection.classes.shape
    metres = metres_per_sample(selection.georeference, lines, samples)
    _draw_bar(axes, (metres or 1.0) / shown.scale, "pixels" if metres is None else "m")
    _draw_north(axes, north(selection.georeference))


def _draw_bar(axes: Axes, per_pixel: float, unit: str) -> None:
    """A bar of a round length, at most four tenths of the map's width; `per_pixel` in units of the bar."""
    width = axes.get_xlim()[1]
    length = bar_length(0.4 * width * per_pixel)
    end = length / per_pixel
    axes.plot([0, 0, end, end], [8, 16, 16, 8], color=_INK, linewidth=1.6, clip_on=False)
    text = f"{length / 1000:g} km" if unit == "m" and length >= 1000 else f"{length:g} {unit}"
    axes.text(end / 2, 36, text, ha="center", va="center", fontsize=9, color=_INK)


def _draw_north(axes: Axes, direction: tuple[float, float] | None) -> None:
    if direction is None:
        return
    right, up = direction
    x, y = axes.get_xlim()[1] - 32, 30
    tail, head = (x - 20 * right, y + 20 * up), (x + 20 * right, y - 20 * up)
    axes.annotate("", head, tail, arrowprops={"arrowstyle": "-|>", "color": _INK, "linewidth": 1.6})
    letter = (x + 30 * right, y - 30 * up)
    axes.text(*letter, "N", ha="center", va="center", fontsize=10, weight="bold", color=_INK)
