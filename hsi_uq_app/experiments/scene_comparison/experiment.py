"""`reproduce scene-comparison`: table I of Ries et al. 2023 (arXiv 2308.05903) on simulated suburbs."""

from dataclasses import asdict, replace
from pathlib import Path

from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.experiments.document import write_picture, write_section
from hsi_uq_app.experiments.scene_comparison.chart import PICTURE, rows_of_dots
from hsi_uq_app.experiments.scene_comparison.row import FITS, MODES, SceneComparisonRow
from hsi_uq_app.experiments.scene_comparison.text import page_text
from hsi_uq_app.experiments.suburb_trial import (
    REPORT_REGION,
    Suburb,
    SuburbFit,
    fit_and_predict,
    half_suburb,
    suburb,
)
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.scene.disc_truth import disc_truth_beside
from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.workflow.compare import compare
from hsi_uq_app.workflow.discs_found import disc_fates, disc_groups

_PLAIN = Guard()


def run(setting: Setting, progress: Progress) -> tuple[list[Path], object]:
    """Five suburbs, all methods, both modes; `--quick`: one smaller suburb, 20 draws."""
    base = half_suburb(setting.quick)
    seeds = range(setting.seed, setting.seed + (1 if setting.quick else 5))
    rows: list[SceneComparisonRow] = []
    for i, seed in enumerate(seeds):
        stretch = part(progress, i / len(seeds), (i + 1) / len(seeds))
        rows += _suburb_rows(replace(base, seed=seed), setting.quick, stretch)
    page = write_section(setting.out / "methods.md", "scene-comparison", page_text(rows, setting))
    return [page, draw(rows, setting.out / PICTURE, setting.guard)], [asdict(row) for row in rows]


def draw(rows: list[SceneComparisonRow], picture: Path, guard: Guard = _PLAIN) -> Path:
    """The rows as a picture file."""
    from hsi_uq_app.experiments.figures_dots import draw_dots

    return write_picture(picture, draw_dots(*rows_of_dots(rows), one_axis=False), guard)


def _suburb_rows(config: SuburbConfig, quick: bool, progress: Progress) -> list[SceneComparisonRow]:
    jobs = [(mode, name) for mode in MODES for name in FITS]
    with suburb(config, part(progress, 0.0, 0.1)) as place:
        rows: list[SceneComparisonRow] = []
        for mode in MODES:
            results, seconds = [], []
            for name, fit in FITS.items():
                i = jobs.index((mode, name))
                stretch = part(progress, 0.1 + 0.9 * i / len(jobs), 0.1 + 0.9 * (i + 1) / len(jobs))
                result, took = _fit(place, name, replace(fit, sample=mode), quick, stretch)
                results.append(result)
                seconds.append(took)
            rows += _compared(place, mode, config.seed, results, seconds)
        return rows


def _fit(place: Suburb, name: str, fit: SuburbFit, quick: bool, progress: Progress) -> tuple[Path, float]:
    options = fit.options | ({"draws": 20} if quick else {})
    result, seconds = fit_and_predict(place, replace(fit, options=options), progress, name=name)
    return result, seconds


def _compared(
    place: Suburb, mode: str, seed: int, results: list[Path], seconds: list[float]
) -> list[SceneComparisonRow]:
    opened = [open_quantile_map(result) for result in results]
    evaluations = compare(opened, place.truth, REPORT_REGION)
    truth = disc_truth_beside(place.truth.path)
    assert truth is not None
    discs = [disc_groups(disc_fates(result, place.truth, truth, REPORT_REGION)) for result in opened]
    names = [*FITS, "all background"]
    return [
        SceneComparisonRow(mode, name, seed, took, evaluation, found)
        for name, took, evaluation, found in zip(
            names, [*seconds, 0.0], evaluations, [*discs, []], strict=True
        )
    ]
