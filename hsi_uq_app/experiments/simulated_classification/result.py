"""The outcome of the experiment as one value: tables, sentences, and how they were made."""

from dataclasses import dataclass

from hsi_uq_app.experiments.simulated_classification.table import SeriesTable
from hsi_uq_app.posterior.replicate_methods import Effort


@dataclass(frozen=True)
class SimulatedResult:
    """Everything the page, the picture and the JSON document are made of; no clock times."""

    seed: int
    quick: bool
    probes: int
    effort: Effort
    tables: tuple[SeriesTable, ...]
    sentences: tuple[str, ...]
