"""The experiment as a picture: a row for each series; coverage, width and calibration error in columns."""

from hsi_uq_app.experiments.figures_dots import Dot, DotPanel
from hsi_uq_app.experiments.simulated_classification.result import SimulatedResult
from hsi_uq_app.experiments.simulated_classification.table import Estimate, SeriesRow, SeriesTable

TITLE = "Do 80 % intervals hold the true probability, and at what width?"
CAPTION = (
    "Whiskers: two standard errors. Orange: what as many draws cover if truth and draws are exchangeable."
)


def rows_of_dots(result: SimulatedResult) -> tuple[str, str, tuple[tuple[DotPanel, ...], ...]]:
    """Title, caption and panels."""
    return TITLE, CAPTION, tuple(_row(table) for table in result.tables)


def _row(table: SeriesTable) -> tuple[DotPanel, ...]:
    series, rows = table.series, table.rows
    where = f"{series.process}, n = {series.n:,}, {series.replicates} replicates"
    covered = tuple(_dot(row, row.coverage[0], row.exact[0]) for row in rows)
    return (
        DotPanel(where, "coverage of 80 % intervals", covered),
        DotPanel("", "mean width of 80 % intervals", tuple(_dot(row, row.width) for row in rows)),
        DotPanel("", "ECE against the true probability", tuple(_dot(row, row.ece_truth) for row in rows)),
    )


def _dot(row: SeriesRow, value: Estimate, expected: float | None = None) -> Dot:
    return Dot(row.label, value.mean, 2 * value.error, expected)
