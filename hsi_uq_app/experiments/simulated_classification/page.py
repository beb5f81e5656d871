"""The experiment as a page: how it was made, a table for each series, and the sentences beside them."""

from dataclasses import fields

from hsi_uq_app.experiments.document import markdown_table
from hsi_uq_app.experiments.papers import RIES_IN_FULL
from hsi_uq_app.experiments.simulated_classification.jobs import Series
from hsi_uq_app.experiments.simulated_classification.result import SimulatedResult
from hsi_uq_app.experiments.simulated_classification.table import FLAG_AT, Estimate, SeriesRow, SeriesTable
from hsi_uq_app.experiments.simulated_classification.truth import (
    HIDDEN,
    INPUTS,
    PRIOR_BIAS,
    PRIOR_SCALE,
    PROCESSES,
)

PICTURE = "simulated-classification.png"
COLUMNS = (
    "method",
    "S",
    "coverage 80 %",
    "exact",
    "90 %",
    "95 %",
    "width 80 %",
    "ECE (truth)",
    "ECE (labels)",
    "rmse",
    "coverage 80 % minus HMC's",
)


def page_text(result: SimulatedResult) -> str:
    """Means over replicates, standard errors in brackets."""
    command = "hsi-uq reproduce simulated-classification" + (" --quick" if result.quick else "")
    command += f" --seed {result.seed}" if result.seed else ""
    return "\n\n".join(
        [
            "# Simulated classification",
            f"Made by `{command}`: coverage, width and calibration of the methods of {RIES_IN_FULL} where "
            "the true probability is known (their section 4). Means over replicates, standard errors in "
            f"brackets; each replicate has data and {result.probes:,} probe points of its own, the same for "
            "all methods.",
            f"![Coverage, width and calibration error of each method]({PICTURE})",
            *(
                part
                for table in result.tables
                for part in (_title(table.series), _table(table), _notes(table))
            ),
            "## What this shows, and what it does not",
            *result.sentences,
            "## How it was made",
            _making(result),
        ]
    )


def _title(series: Series) -> str:
    process = PROCESSES[series.process]
    return (
        f"## {process.name}, n = {series.n:,}, {series.replicates} replicates\n\n"
        f"logit(x) = {process.formula}; x ~ N(0, I)."
    )


def _table(table: SeriesTable) -> str:
    return markdown_table(COLUMNS, [_cells(row) for row in table.rows])


def _cells(row: SeriesRow) -> list[str]:
    marked = [
        f"{_both(found)}{' !' if flag else ''}" for found, flag in zip(row.coverage, row.flags, strict=True)
    ]
    return [
        row.label,
        str(row.draws),
        marked[0],
        f"{row.exact[0]:.3f}",
        *marked[1:],
        *(_both(value) for value in (row.width, row.ece_truth, row.ece_labels, row.rmse)),
        "" if row.difference is None else f"{row.difference.mean:+.3f} ({row.difference.error:.3f})",
    ]


def _both(value: Estimate) -> str:
    return f"{value.mean:.3f} ({value.error:.3f})"


def _notes(table: SeriesTable) -> str:
    chained = [row for row in table.rows if row.r_hat is not None]
    r_hats = ", ".join(f"{row.label} {row.r_hat:.3f}" for row in chained)
    exact = ", ".join(f"{row.label} {' / '.join(f'{value:.4f}' for value in row.exact)}" for row in chained)
    return (
        f"Exact coverage of exchangeable draws at 80 / 90 / 95 %: {exact}; `!` marks what lies more than "
        f"{FLAG_AT:g} standard errors from it. Largest split R-hat of any replicate: {r_hats}. "
        f"Noise floor of ECE with labels: {table.rows[0].noise_floor:.3f} for {table.rows[0].label}."
    )


def _making(result: SimulatedResult) -> str:
    effort = ", ".join(
        f"{field.name} {getattr(result.effort, field.name)}" for field in fields(result.effort)
    )
    return (
        f"Seed {result.seed}. Networks {INPUTS}-{HIDDEN}-{HIDDEN}-1, tanh; prior: weights "
        f"N(0, {PRIOR_SCALE:g}²/fan in), biases N(0, {PRIOR_BIAS:g}²). HMC, VI, bootstrap, MC dropout and "
        "the deep ensemble with weight decay use this prior as their penalty; the other ensemble has none. "
        f"Intervals are order statistics of the draws' logits, ends included. Effort: {effort}."
    )
