"""`reproduce scene-ingredients`: what each ingredient of the suburb does to detection."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from hsi_uq_app.experiments.document import markdown_table, spread, write_section
from hsi_uq_app.experiments.suburb_trial import (
    SuburbFit,
    fit_and_predict,
    half_suburb,
    score,
    suburb,
    targets_held,
)
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.workflow.evaluate import Evaluation

Change = Callable[[SuburbConfig], SuburbConfig]

AS_IT_IS = "as it is"

INGREDIENTS: dict[str, Change] = {
    AS_IT_IS: lambda c: c,
    "no decoys": lambda c: replace(c, decoys=False),
    "SNR / 4": lambda c: replace(c, snr_factor=0.25),
    "SNR x 4": lambda c: replace(c, snr_factor=4.0),
    "no variability": lambda c: replace(c, variability=False),
    "nothing hidden": lambda c: replace(c, hidden_share=0.0),
    "70 % hidden": lambda c: replace(c, hidden_share=0.7),
    "point spread 1.2 px": lambda c: replace(c, psf_fwhm=1.2),
    "path radiance .05": lambda c: replace(c, path_radiance=0.05),
}

COLUMNS = (
    "changed",
    "Pd 1e-3",
    "Pd 1e-4",
    "T of targets",
    "false in T",
    "undecided px",
    "NLL skill",
    "ACE Pd 1e-3",
    "ACE Pd 1e-4",
)


@dataclass(frozen=True)
class Trial:
    """One ingredient changed in one suburb, scored on its right half."""

    changed: str
    seed: int
    evaluation: Evaluation


def run(setting: Setting, progress: Progress) -> tuple[list[Path], object]:
    """Three seeds of the `half` preset, five of it as it is; `--quick`: a smaller scene, 20 networks."""
    base = half_suburb(setting.quick)
    fit = SuburbFit(options={"draws": 20} if setting.quick else {})
    jobs = jobs_of(setting)
    trials = [
        _trial(name, replace(base, seed=seed), fit, part(progress, i / len(jobs), (i + 1) / len(jobs)))
        for i, (name, seed) in enumerate(jobs)
    ]
    page = write_section(setting.out / "suburb.md", "scene-ingredients", _text(trials, setting))
    return [page], [{"changed": t.changed, "seed": t.seed, **asdict(t.evaluation)} for t in trials]


def jobs_of(setting: Setting) -> list[tuple[str, int]]:
    """Which ingredient is changed in which suburb."""
    first, (few, many) = setting.seed, (1, 1) if setting.quick else (3, 5)
    changed = [(name, seed) for seed in range(first, first + few) for name in INGREDIENTS]
    return changed + [(AS_IT_IS, seed) for seed in range(first + few, first + many)]


def _trial(name: str, config: SuburbConfig, fit: SuburbFit, progress: Progress) -> Trial:
    with suburb(INGREDIENTS[name](config), part(progress, 0.0, 0.3)) as place:
        result, _ = fit_and_predict(place, fit, part(progress, 0.3, 1.0))
        return Trial(name, config.seed, score(place, result))


def _text(trials: list[Trial], setting: Setting) -> str:
    seeds = sorted({trial.seed for trial in trials if trial.changed != AS_IT_IS})
    compared = [trial for trial in trials if trial.seed in seeds]
    rows = [_row(name, [t.evaluation for t in compared if t.changed == name]) for name in INGREDIENTS]
    return (
        f"Made by `{setting.command('scene-ingredients')}`: deep ensemble, stratified sample, trained on the "
        "left half, scored on the right; mean (standard deviation) over the scene seeds "
        f"{', '.join(map(str, seeds))}. Only the named ingredient differs between rows of one seed: every "
        "layer of the scene has a seed of its own.\n\n"
        + markdown_table(COLUMNS, rows)
        + "\n\nThe suburb as it is, seed by seed, and the mean over them:\n\n"
        + _seed_table([trial for trial in trials if trial.changed == AS_IT_IS])
    )


def _seed_table(trials: list[Trial]) -> str:
    rows = [[str(trial.seed), *_row("", [trial.evaluation])[1:]] for trial in trials]
    rows.append(["mean", *_row("", [trial.evaluation for trial in trials])[1:]])
    return markdown_table(("seed", *COLUMNS[1:]), rows)


def _row(name: str, found: list[Evaluation]) -> list[str]:
    return [
        name,
        spread([e.pd_at_far["1e-3"] for e in found]),
        spread([e.pd_at_far["1e-4"] for e in found]),
        spread([targets_held(e) for e in found]),
        spread([e.hcs.target_error for e in found]),
        spread([float(e.hcs.counts["undecided"]) for e in found], 0),
        spread([e.nll_skill for e in found]),
        spread([e.ace_pd_at_far["1e-3"] for e in found]),
        spread([e.ace_pd_at_far["1e-4"] for e in found]),
    ]
