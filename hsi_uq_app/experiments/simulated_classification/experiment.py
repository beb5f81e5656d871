"""`reproduce simulated-classification`: section 4 of Ries et al. 2023 (arXiv 2308.05903)."""

from dataclasses import asdict, dataclass
from pathlib import Path

from hsi_uq_app.experiments.document import write_picture, write_section
from hsi_uq_app.experiments.processes import in_processes
from hsi_uq_app.experiments.simulated_classification.chart import rows_of_dots
from hsi_uq_app.experiments.simulated_classification.jobs import Series, jobs_of, run_job
from hsi_uq_app.experiments.simulated_classification.page import PICTURE, page_text
from hsi_uq_app.experiments.simulated_classification.result import SimulatedResult
from hsi_uq_app.experiments.simulated_classification.sentences import sentences
from hsi_uq_app.experiments.simulated_classification.table import tables_of
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.posterior.replicate_methods import Effort
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.publishing.guard import Guard

PAGE = "simulated-classification.md"


@dataclass(frozen=True)
class Repetitions:
    """What is repeated how often, at how many probe points, with how much effort."""

    series: tuple[Series, ...]
    effort: Effort
    probes: int = 1000


FULL = Repetitions(
    (
        Series("teacher", 200, 100),
        Series("teacher", 1000, 24),
        Series("nonlin", 200, 40),
        Series("nonlin", 1000, 24),
    ),
    Effort(),
)
QUICK = Repetitions(
    (Series("teacher", 200, 20), Series("nonlin", 200, 10)),
    Effort(warmup=60, kept=50, mode_steps=300),
)


def run(setting: Setting, progress: Progress) -> tuple[list[Path], object]:
    """Compute, write page and picture into the setting's folder, give the figures."""
    result = compute(setting.quick, setting.seed, progress)
    return write(result, setting.out, setting.guard), asdict(result)


def compute(quick: bool = False, seed: int = 0, progress: Progress = silent) -> SimulatedResult:
    """All series on all cores; the figures do not depend on how many there are."""
    size = QUICK if quick else FULL
    outcomes = list(in_processes(run_job, jobs_of(size.series, size.probes, size.effort, seed), progress))
    tables = tables_of(size.series, outcomes)
    return SimulatedResult(seed, quick, size.probes, size.effort, tables, sentences(tables))


def write(result: SimulatedResult, folder: Path, guard: Guard) -> list[Path]:
    """Write `simulated-classification.md` and its picture."""
    from hsi_uq_app.experiments.figures_dots import draw_dots

    page = write_section(folder / PAGE, "simulated-classification", page_text(result))
    return [page, write_picture(folder / PICTURE, draw_dots(*rows_of_dots(result)), guard)]
