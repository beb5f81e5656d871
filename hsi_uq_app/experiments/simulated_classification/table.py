"""Scores over replicates as rows: means, standard errors, and differences on the same data."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.experiments.coverage import exact_coverage
from hsi_uq_app.experiments.simulated_classification.jobs import Outcome, Series
from hsi_uq_app.experiments.simulated_classification.scores import ALPHAS, METRICS
from hsi_uq_app.posterior.replicate_methods import REPLICATE_METHODS

Values = npt.NDArray[np.float64]

REFERENCE = "hmc"
FLAG_AT = 3.0
"""A gap of more standard errors than this is more than chance."""


@dataclass(frozen=True)
class Estimate:
    """A mean over replicates and its standard error."""

    mean: float
    error: float

    def gap(self, expected: float) -> float:
        """How many standard errors the mean lies above what is expected."""
        return (self.mean - expected) / self.error


@dataclass(frozen=True)
class SeriesRow:
    """One method on one series; coverage, and the coverage exchangeable draws would have, at ALPHAS.

    `difference` is the coverage at 80 % minus HMC's on the same data; None for HMC itself. `r_hat` is the
    largest of any replicate, None where there are no chains.
    """

    method: str
    label: str
    draws: int
    coverage: tuple[Estimate, ...]
    exact: tuple[float, ...]
    width: Estimate
    ece_truth: Estimate
    ece_labels: Estimate
    noise_floor: float
    rmse: Estimate
    difference: Estimate | None
    r_hat: float | None

    @property
    def nominal(self) -> bool:
        """Whether coverage at 80 % is what this many draws can give, as far as chance allows."""
        return abs(self.coverage[0].gap(self.exact[0])) <= FLAG_AT

    @property
    def flags(self) -> tuple[bool, ...]:
        """At which of ALPHAS coverage lies further from the exact value than chance allows."""
        return tuple(
            abs(found.gap(exact)) > FLAG_AT for found, exact in zip(self.coverage, self.exact, strict=True)
        )


@dataclass(frozen=True)
class SeriesTable:
    """All methods on one series."""

    series: Series
    rows: tuple[SeriesRow, ...]

    def row(self, method: str) -> SeriesRow:
        """The row of a method."""
        return next(row for row in self.rows if row.method == method)


def tables_of(series: Sequence[Series], outcomes: Sequence[Outcome]) -> tuple[SeriesTable, ...]:
    """A table for each series, methods in the order of REPLICATE_METHODS."""
    return tuple(_table(one, [o for o in outcomes if o.job.series == one]) for one in series)


def _table(series: Series, outcomes: Sequence[Outcome]) -> SeriesTable:
    scores = {method: _joined(outcomes, method) for method in REPLICATE_METHODS}
    draws = {outcome.job.method: outcome.draws for outcome in outcomes}
    reference = scores[REFERENCE]
    return SeriesTable(series, tuple(_row(m, scores[m], draws[m], reference) for m in REPLICATE_METHODS))


def _joined(outcomes: Sequence[Outcome], method: str) -> dict[str, Values]:
    """The scores (R,) of a method by metric, replicates in order."""
    mine = sorted((o for o in outcomes if o.job.method == method), key=lambda o: o.job.first)
    return dict(zip(METRICS, np.concatenate([o.scores for o in mine]).T, strict=True))


def _row(method: str, scores: dict[str, Values], draws: int, reference: dict[str, Values]) -> SeriesRow:
    entry = REPLICATE_METHODS[method]
    return SeriesRow(
        method=method,
        label=entry.label,
        draws=draws,
        coverage=tuple(_estimate(scores[name]) for name in METRICS[: len(ALPHAS)]),
        exact=tuple(exact_coverage(alpha, draws) for alpha in ALPHAS),
        width=_estimate(scores["width_80"]),
        ece_truth=_estimate(scores["ece_truth"]),
        ece_labels=_estimate(scores["ece_labels"]),
        noise_floor=float(scores["noise_floor"].mean()),
        rmse=_estimate(scores["rmse"]),
        difference=None
        if method == REFERENCE
        else _estimate(scores["coverage_80"] - reference["coverage_80"]),
        r_hat=float(scores["r_hat"].max()) if entry.chained else None,
    )


def _estimate(values: Values) -> Estimate:
    return Estimate(float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values))))
