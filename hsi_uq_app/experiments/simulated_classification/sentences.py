"""What the tables show and what they do not, in words that the figures choose."""

from collections.abc import Sequence

from hsi_uq_app.experiments.papers import RIES
from hsi_uq_app.experiments.simulated_classification.table import FLAG_AT, REFERENCE, SeriesTable
from hsi_uq_app.experiments.simulated_classification.truth import PROCESSES

_LEVELS = ("80 %", "90 %", "95 %")


def sentences(tables: Sequence[SeriesTable]) -> tuple[str, ...]:
    """What the experiment shows; figures and orderings are taken from the tables."""
    matched = [table for table in tables if PROCESSES[table.series.process].matches_prior]
    others = [table for table in tables if not PROCESSES[table.series.process].matches_prior]
    return (
        "Simulated data: the true probability is known. In `teacher` the truth is drawn from the same prior "
        "the networks use, which favours HMC by construction: its coverage must then be the exact one, "
        f"(k2 - k1)/(S + 1). {_nominal(matched)}",
        f"The process and tables of {RIES} are not available to us. They say that MCMC was best and the "
        f"bootstrap a close second: orderings can be compared, figures cannot. {_orderings(matched)}",
        f"With another truth the ordering may change. {_orderings(others)}",
        "Converged is not calibrated: coverage follows from prior, regularisation and truth together. A deep "
        "ensemble with weight decay sits at the posterior's modes, one without does not; both are shown.",
        f"ECE with labels has a noise floor of {_floor(tables)} here; what lies near it says nothing. "
        f"ECE against the true probability has none. {_ece_and_coverage(matched[0])}",
    )


def _nominal(matched: Sequence[SeriesTable]) -> str:
    """Whether HMC's coverage is the exact one, and how far off it lies."""
    gaps, flagged = [], []
    for table in matched:
        row = table.row(REFERENCE)
        for level, found, exact, flag in zip(_LEVELS, row.coverage, row.exact, row.flags, strict=True):
            gaps.append(abs(found.gap(exact)))
            if flag:
                flagged.append(f"{level} at n = {table.series.n:,}")
    if flagged:
        return (
            f"It is not, beyond {FLAG_AT:g} standard errors, for {', '.join(flagged)}: distrust the sampler."
        )
    return f"It is: the largest gap is {max(gaps):.1f} standard errors."


def _orderings(tables: Sequence[SeriesTable]) -> str:
    return " ".join(map(_ordering, tables))


def _ordering(table: SeriesTable) -> str:
    """Which methods cover what they promise, the narrowest first, and the others by their coverage."""
    nominal = sorted((row for row in table.rows if row.nominal), key=lambda row: row.width.mean)
    rest = sorted((row for row in table.rows if not row.nominal), key=lambda row: -row.coverage[0].mean)
    where = f"`{table.series.process}` at n = {table.series.n:,}"
    kept = ", ".join(f"{row.label} (width {row.width.mean:.2f})" for row in nominal) or "no method"
    missed = ", ".join(f"{row.label} {row.coverage[0].mean:.2f}" for row in rest) or "none"
    return f"In {where}, 80 % intervals hold what they promise for {kept}; coverage of the others: {missed}."


def _floor(tables: Sequence[SeriesTable]) -> str:
    floors = [row.noise_floor for table in tables for row in table.rows]
    return f"{min(floors):.3f}-{max(floors):.3f}"


def _ece_and_coverage(table: SeriesTable) -> str:
    """Whether a method that covers too little or too much has a lower ECE than one that keeps its promise."""
    nominal = max((r for r in table.rows if r.nominal), key=lambda r: r.ece_truth.mean, default=None)
    missed = min((r for r in table.rows if not r.nominal), key=lambda r: r.ece_truth.mean, default=None)
    if nominal is None or missed is None or missed.ece_truth.mean >= nominal.ece_truth.mean:
        return "It orders the methods as coverage does."
    figures = [
        f"{row.label} has {row.ece_truth.mean:.3f} at coverage {row.coverage[0].mean:.2f}"
        for row in (missed, nominal)
    ]
    return f"It does not order the methods as coverage does: {figures[0]}, {figures[1]}."
