"""`reproduce real-scenes`: train on one half of a real cube, score on the other, export and open again."""

import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.experiments.document import markdown_table, spread, write_section
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.workflow.evaluate import Evaluation, evaluate
from hsi_uq_app.workflow.export import export
from hsi_uq_app.workflow.predict import predict
from hsi_uq_app.workflow.select import select
from hsi_uq_app.workflow.train import train

HALVES: dict[str, tuple[str, str]] = {"hydice": ("top", "bottom"), "sandiego": ("top", "bottom")}
"""The half that trains and the half that reports: both hold targets."""

QUICK = ("deep-ensemble",)
COLUMNS = (
    "method",
    "targets",
    "T px",
    "false in T",
    "lost in B",
    "undecided px",
    "NLL skill",
    "AUC",
    "AP",
    "Pd 1e-3",
    "ACE AUC",
    "ACE Pd 1e-3",
    "mean pi / base",
    "ECE pos. (floor)",
    "fit, s",
)


@dataclass(frozen=True)
class RealSceneRow:
    """One method on one scene; mean and spread are over seeds."""

    scene: str
    method: str
    seed: int
    seconds: float
    evaluation: Evaluation


def run(setting: Setting, progress: Progress) -> tuple[list[Path], object]:
    """Three seeds of each method; `--quick`: the deep ensemble, one seed.

    Raises:
        UserError: no folder of real data was named.
    """
    if setting.data is None:
        raise UserError("this experiment needs real cubes", "name their folder with --data")
    methods = QUICK if setting.quick else tuple(METHODS)
    seeds = range(setting.seed, setting.seed + (1 if setting.quick else 3))
    jobs = [(scene, method, seed) for scene in HALVES for method in methods for seed in seeds]
    rows = []
    for i, job in enumerate(jobs):
        rows.append(_row(setting.data / "cubes", *job, part(progress, i / len(jobs), (i + 1) / len(jobs))))
    page = write_section(setting.out / "real-scenes.md", "real-scenes", _text(rows, setting))
    return [page], [asdict(row) for row in rows]


def _row(folder: Path, scene: str, method: str, seed: int, progress: Progress) -> RealSceneRow:
    cube = open_scene(folder / f"{scene}.hdr")
    truth = read_truth(folder / f"{scene}_mask.hdr", cube.lines, cube.samples)
    learn, report = HALVES[scene]
    fitted = train(cube, truth, method=method, region=learn, seed=seed, progress=part(progress, 0.0, 0.8))
    with tempfile.TemporaryDirectory() as place:
        out = Path(place, "result.hdr")
        predict(cube, fitted.posterior, out, progress=part(progress, 0.8, 1.0))
        result = open_quantile_map(out)
        _export_all(cube, out)
        return RealSceneRow(scene, method, seed, fitted.seconds, evaluate(result, truth, report))


def _export_all(cube: Cube, result: Path) -> None:
    """The formats that need no CRS; each raises when it cannot be written."""
    selection = select(open_quantile_map(result), 0.2, 0.2)
    for name in ("envi", "geotiff", "envi-maps", "csv", "png"):
        export(selection, name, result.with_name(f"set-{name}"), scene=cube.data_path)


def _text(rows: list[RealSceneRow], setting: Setting) -> str:
    seeds = sorted({row.seed for row in rows})
    tables = [_table(scene, [row for row in rows if row.scene == scene]) for scene in HALVES]
    return (
        f"Made by `{setting.command('real-scenes')}`: alpha = delta = .2, mean (standard deviation) over "
        f"the training seeds {', '.join(map(str, seeds))}. False-alarm rates below one pixel of the "
        "reporting half are not resolved. A handful of targets decides every figure: look at counts before "
        "shares.\n\n" + "\n\n".join(tables)
    )


def _table(scene: str, rows: list[RealSceneRow]) -> str:
    learn, report = HALVES[scene]
    n = rows[0].evaluation
    head = f"### {scene}: trained on {learn}, scored on {report} ({n.n:,} pixels, {n.n_positive} targets)"
    methods = dict.fromkeys(row.method for row in rows)
    lines = [_line(method, [row for row in rows if row.method == method]) for method in methods]
    return f"{head}\n\n{markdown_table(COLUMNS, lines)}"


def _line(method: str, rows: list[RealSceneRow]) -> list[str]:
    found = [row.evaluation for row in rows]
    return [
        method,
        str(found[0].n_positive),
        spread([float(e.hcs.counts["target"]) for e in found], 0),
        spread([float(e.hcs.counts["false_in_target"]) for e in found], 0),
        spread([float(e.hcs.counts["lost_in_background"]) for e in found], 0),
        spread([float(e.hcs.counts["undecided"]) for e in found], 0),
        spread([e.nll_skill for e in found]),
        spread([e.auc for e in found], 3),
        spread([e.ap for e in found]),
        spread([e.pd_at_far["1e-3"] for e in found]),
        spread([e.ace_auc for e in found], 3),
        spread([e.ace_pd_at_far["1e-3"] for e in found]),
        spread([e.mean_over_base_rate for e in found]),
        f"{spread([e.ece_positive for e in found], 4)} ({found[0].ece_positive_floor:.4f})",
        spread([row.seconds for row in rows], 1),
    ]
