"""The comparison as a picture: a row for each mode; what separates the methods in columns."""

from collections.abc import Callable, Sequence
from statistics import mean, stdev

from hsi_uq_app.experiments.figures_dots import Dot, DotPanel
from hsi_uq_app.experiments.scene_comparison.row import FITS, MODES, SceneComparisonRow

PICTURE = "scene-comparison.png"
TITLE = "The High-Confidence Set on simulated suburbs: how large, how wrong, at what width"
CAPTION = "Candidates are the top 1 % by ACE. Whiskers: standard deviation over suburbs. Axes differ by mode."

_COLUMNS: dict[str, Callable[[SceneComparisonRow], float | None]] = {
    "share of candidates decided": lambda row: (
        row.evaluation.candidates.target + row.evaluation.candidates.background
    ),
    "wrong, of those": lambda row: row.evaluation.candidates.error,
    "mean width on candidates": lambda row: row.evaluation.candidates.mean_width,
    "mean pi / base rate": lambda row: row.evaluation.mean_over_base_rate,
}


def rows_of_dots(rows: Sequence[SceneComparisonRow]) -> tuple[str, str, tuple[tuple[DotPanel, ...], ...]]:
    """Title, caption and panels."""
    return TITLE, CAPTION, tuple(_panels(mode, title, rows) for mode, title in MODES.items())


def _panels(mode: str, title: str, rows: Sequence[SceneComparisonRow]) -> tuple[DotPanel, ...]:
    of_mode = [row for row in rows if row.mode == mode]
    return tuple(
        DotPanel("" if i else title, words, tuple(_dot(name, of_mode, figure) for name in FITS))
        for i, (words, figure) in enumerate(_COLUMNS.items())
    )


def _dot(
    name: str, rows: Sequence[SceneComparisonRow], figure: Callable[[SceneComparisonRow], float | None]
) -> Dot:
    """Mean and standard deviation over suburbs; NaN, which is not drawn, where the figure is undefined."""
    found = [value for row in rows if row.name == name and (value := figure(row)) is not None]
    return Dot(name, mean(found) if found else float("nan"), stdev(found) if len(found) > 1 else 0.0)
