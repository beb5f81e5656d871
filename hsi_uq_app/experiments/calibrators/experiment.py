"""`reproduce calibrators`: tables 1 and 2, figures 1a and 3a of Tao et al. 2024 (arXiv 2410.12295)."""

from dataclasses import asdict
from pathlib import Path

from hsi_uq_app.experiments.calibrators.chart import calibrators_chart
from hsi_uq_app.experiments.calibrators.claims import claims_of
from hsi_uq_app.experiments.calibrators.findings import Findings, Record, SuburbCurves
from hsi_uq_app.experiments.calibrators.page import PICTURE, calibrators_page, sentences
from hsi_uq_app.experiments.calibrators.trial import jobs_of, run_job
from hsi_uq_app.experiments.calibrators.ways import FULL, QUICK, RunSize
from hsi_uq_app.experiments.document import write_picture, write_section
from hsi_uq_app.experiments.processes import in_processes
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.progress import Progress


def run(setting: Setting, progress: Progress) -> tuple[list[Path], object]:
    """Five suburbs, all methods, calibrators and losses; `--quick`: one smaller suburb, 20 draws."""
    found = compute(QUICK if setting.quick else FULL, setting.seed, progress)
    page = write_section(setting.out / "calibration.md", "calibrators", calibrators_page(found, setting))
    from hsi_uq_app.experiments.figures_panels import draw_chart

    chart = calibrators_chart(found.curves, sentences(found, claims_of(found)))
    picture = write_picture(setting.out / PICTURE, draw_chart(chart), setting.guard)
    return [page, picture], asdict(found)


def compute(size: RunSize, seed: int, progress: Progress) -> Findings:
    """All models of all suburbs, on all cores; the figures do not depend on how many there are."""
    records: list[Record] = []
    curves: list[SuburbCurves] = []
    for found, curve in in_processes(run_job, jobs_of(size, seed), progress):
        records += found
        curves += [curve] if curve else []
    return Findings(tuple(records), tuple(curves))
