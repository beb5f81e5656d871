"""The panel beside a picture: what was asked, what was found, and where it comes from."""

import math
import textwrap
from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from hsi_uq_app.confidence.high_confidence_set import CLASS_NAMES, NOT_EVALUATED, effective_draws
from hsi_uq_app.export.provenance import coordinates
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.shown_set import PAPER, PRIORITY, Picture, blend

_INK, _FAINT = "#202020", "#606060"
_LETTERS_A_LINE = 54
_COLUMNS = (252, 324, 424)
_CAUTION = "The set promises no precision: how often it errs is known only where truth is (hsi-uq evaluate)."


def draw_panel(axes: Axes, selection: Selection, detections: int, circled: bool) -> None:
    """Fill axes whose coordinates are pixels from their upper left corner; `circled`: the map has rings."""
    axes.axis("off")
    y = _say(axes, 12, "High-Confidence Set", size=14, weight="bold") + 8
    y = _say(axes, y, f"alpha {selection.alpha / 100:.2f}     delta {selection.delta:.3f}", size=11) + 4
    for line in _about_the_model(selection):
        y = _say(axes, y, line)
    y = _draw_legend(axes, y + 16, selection)
    y = _say(axes, y + 34, _count_text(selection, detections, circled)) + 16
    for line in _about_the_files(selection):
        y = _say(axes, y, line, colour=_FAINT, size=8)


def _say(
    axes: Axes, y: float, text: str, *, size: float = 9.5, colour: str = _INK, weight: str = "normal"
) -> float:
    """Write a paragraph below y; give the y below it."""
    lines = textwrap.wrap(text, _LETTERS_A_LINE)
    for line in lines:
        axes.text(0, y, line, fontsize=size, color=colour, weight=weight, va="center")
        y += 2.4 * size
    return y


def _about_the_model(selection: Selection) -> Iterator[str]:
    draws = selection.provenance.get("draws")
    yield f"{selection.provenance.get('method', 'unknown method')}, {draws or 'unknown'} draws"
    if draws:
        number = effective_draws(selection.alpha, draws)
        yield f"the interval's thinner end rests on {number} draw{'s' if number != 1 else ''}"


def _draw_legend(axes: Axes, y: float, selection: Selection) -> float:
    for place, title in zip(_COLUMNS, ("pixels", "share", "area"), strict=True):
        axes.text(place, y, title, fontsize=8, color=_FAINT, va="center", ha="right")
    counts = selection.counts
    pixels = (counts.undecided, counts.target, counts.background, counts.not_evaluated)
    for value in PRIORITY:
        y += 28
        colour = _patch_colour(value, selection.backdrop)
        axes.add_patch(Rectangle((0, y - 9), 26, 18, facecolor=colour, edgecolor=_INK, linewidth=0.6))
        axes.text(38, y, CLASS_NAMES[value], fontsize=10, color=_INK, va="center")
        for place, amount in zip(_COLUMNS, _amounts(selection, value, pixels[value]), strict=True):
            axes.text(place, y, amount, fontsize=9, color=_INK, va="center", ha="right")
    return y


def _patch_colour(value: int, backdrop: Picture | None) -> tuple[float, ...]:
    """The class's colour over the backdrop's mean, as it looks in the map."""
    beneath = np.full(3, PAPER) if backdrop is None else backdrop.reshape(-1, 3).mean(axis=0)
    colour = blend(np.full((1, 1), value, np.uint8), beneath.reshape(1, 1, 3).astype(np.uint8))[0, 0]
    return tuple(float(level) / 255 for level in colour)


def _amounts(selection: Selection, value: int, pixels: int) -> tuple[str, str, str]:
    """Pixels, share of those evaluated and area, empty where they mean nothing."""
    share = selection.counts.share(pixels)
    percent = "" if value == NOT_EVALUATED or math.isnan(share) else f"{100 * share:.3g} %"
    metres = selection.georeference.pixel_area_m2 if selection.georeference else None
    return f"{pixels:,}", percent, "" if metres is None else _area(pixels * metres)


def _area(metres: float) -> str:
    """Square metres, hectares or square kilometres, whichever reads best."""
    for unit, size in (("km\u00b2", 1e6), ("ha", 1e4)):
        if metres >= 10 * size:
            return f"{metres / size:,.0f} {unit}"
    return f"{metres:,.0f} m\u00b2"


def _count_text(selection: Selection, detections: int, circled: bool) -> str:
    plural = "" if detections == 1 else "s"
    least = f", at least {selection.minimum_pixels} px" if selection.minimum_pixels > 1 else ""
    rings = "; small ones circled" if circled else ""
    return f"{detections:,} detection{plural} ({selection.connectivity}-connected{least}){rings}"


def _about_the_files(selection: Selection) -> Iterator[str]:
    yield _place_text(selection)
    hashes = selection.provenance.get("hashes", {})
    known = [f"{name} {str(value)[:8]}" for name, value in hashes.items() if value]
    if known:
        yield "   ".join(known)
    if "version" in selection.provenance:
        yield f"HSI UQ {selection.provenance['version']}"
    yield _CAUTION


def _place_text(selection: Selection) -> str:
    if selection.crs_wkt is None:
        return coordinates(selection)
    from pyproj import CRS

    return CRS.from_wkt(selection.crs_wkt).name
