"""One trial on a simulated suburb: make it, train on the left half, predict, score on the right half."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.progress import Progress, part, silent
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import Truth, read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.suburb.config import PRESETS, SuburbConfig
from hsi_uq_app.suburb.simulate import simulate
from hsi_uq_app.workflow.evaluate import Evaluation, evaluate
from hsi_uq_app.workflow.predict import predict
from hsi_uq_app.workflow.train import Trained, train

TRAIN_REGION, REPORT_REGION = "left", "right"


@dataclass(frozen=True)
class SuburbFit:
    """What is trained: a method of `METHODS`, its options, the kind of sample, the seed of both."""

    method: str = "deep-ensemble"
    sample: str = "stratified"
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Suburb:
    """A suburb on the disk, with its truth; `folder` holds it and what is made of it."""

    folder: Path
    cube: Cube
    truth: Truth


QUICK: dict[str, Any] = {"lines": 300, "samples": 500, "discs": 60}
"""What a quick run makes smaller."""


def half_suburb(quick: bool) -> SuburbConfig:
    """The preset `half`, made smaller for a quick run."""
    return replace(PRESETS["half"], **(QUICK if quick else {}))


@contextmanager
def suburb(config: SuburbConfig, progress: Progress = silent) -> Iterator[Suburb]:
    """Simulate into a folder that is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="hsi-uq-suburb-"))
    try:
        simulate(folder / "suburb.hdr", config, progress)
        cube = open_scene(folder / "suburb.hdr")
        yield Suburb(folder, cube, read_truth(folder / "suburb_abundance.hdr", cube.lines, cube.samples))
    finally:
        shutil.rmtree(folder)


def fit_left(place: Suburb, fit: SuburbFit, progress: Progress = silent) -> Trained:
    """Train on the left half."""
    return train(
        place.cube,
        place.truth,
        method=fit.method,
        region=TRAIN_REGION,
        sample=fit.sample,
        seed=fit.seed,
        options=fit.options,
        progress=progress,
    )


def fit_and_predict(
    place: Suburb, fit: SuburbFit, progress: Progress = silent, name: str | None = None
) -> tuple[Path, float]:
    """Train on the left half and predict all of the suburb; the result's path and the seconds of the fit."""
    trained = fit_left(place, fit, part(progress, 0.0, 0.8))
    out = place.folder / f"{name or fit.method}-{fit.sample}.hdr"
    predict(place.cube, trained.posterior, out, progress=part(progress, 0.8, 1.0))
    return out, trained.seconds


def score(place: Suburb, result: Path) -> Evaluation:
    """The evaluation on the right half at alpha = delta = .2."""
    return evaluate(open_quantile_map(result), place.truth, REPORT_REGION)


def targets_held(found: Evaluation) -> float:
    """Share of the region's targets inside the target part."""
    counts = found.hcs.counts
    return (counts["target"] - counts["false_in_target"]) / counts["targets"]
