"""The work cut into jobs that do not depend on each other.

A job's figures follow from the job alone: neither the number of processes nor their order changes a digit.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.experiments.simulated_classification.scores import ALPHAS, score
from hsi_uq_app.experiments.simulated_classification.truth import (
    HIDDEN,
    INPUTS,
    PRIOR_BIAS,
    PRIOR_SCALE,
    PROCESSES,
    draw_replicates,
)
from hsi_uq_app.posterior.network import Network
from hsi_uq_app.posterior.replicate_methods import REPLICATE_METHODS, Effort


@dataclass(frozen=True)
class Series:
    """One process at one size of data set, repeated: it becomes one table."""

    process: str
    n: int
    replicates: int


@dataclass(frozen=True)
class Job:
    """One method on some replicates of a series."""

    series: Series
    method: str
    first: int
    count: int
    probes: int
    effort: Effort
    seed: int


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a job found: a row of METRICS for each replicate, (count, metrics), and the draws S."""

    job: Job
    scores: npt.NDArray[np.float64]
    draws: int


def jobs_of(series: Sequence[Series], probes: int, effort: Effort, seed: int) -> list[Job]:
    """All jobs, the largest data sets first, so that no process is left alone with them at the end."""
    return [
        Job(one, method, first, min(at_once, one.replicates - first), probes, effort, seed)
        for one in sorted(series, key=lambda one: -one.n)
        for method, entry in REPLICATE_METHODS.items()
        for at_once in [min(_MOST, entry.at_once(effort, one.n))]
        for first in range(0, one.replicates, at_once)
    ]


_MOST = 20  # replicates in a job, so that progress is heard often


def run_job(job: Job) -> Outcome:
    """Draw the data, fit, and score at the probes."""
    numbers = range(job.first, job.first + job.count)
    process = PROCESSES[job.series.process]
    data, logits, labels = draw_replicates(process, job.series.n, job.probes, numbers, job.seed)
    found = REPLICATE_METHODS[job.method].intervals(
        data,
        Network(INPUTS, HIDDEN),
        (PRIOR_SCALE, PRIOR_BIAS),
        effort=job.effort,
        alphas=ALPHAS,
        seed=job.seed,
    )
    rows = [astuple(score(found, i, logits[i], labels[i])) for i in range(job.count)]
    return Outcome(job, np.array(rows), found.draws)
