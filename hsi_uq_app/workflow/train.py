"""Train: a scene and its truth in one region become a posterior."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast, get_args

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.passport import SampleKind
from hsi_uq_app.progress import Progress, part, silent
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import Truth, parse_region

if TYPE_CHECKING:
    from hsi_uq_app.posterior.posterior import Posterior


@dataclass(frozen=True, eq=False)
class Trained:
    """A posterior and the wall time its fit took; the time stays out of the model file."""

    posterior: "Posterior"
    seconds: float


def train(
    cube: Cube,
    truth: Truth,
    *,
    method: str,
    region: str = "left",
    sample: str = "stratified",
    seed: int = 0,
    options: dict[str, Any] | None = None,
    progress: Progress = silent,
) -> Trained:
    """Fit one method on one region (design 3, "Training sample").

    Args:
        cube: the scene.
        truth: abundance of the same size; only its part inside the region is read.
        method: a name of `posterior.methods.METHODS`.
        region: grammar of `parse_region`.
        sample: "stratified", "random", "paper" or "all".
        seed: seeds the sample and the method.
        options: fields of the method's Config, for example {"draws": 50}.
        progress: told the fraction done; raises Cancelled to stop.

    Raises:
        UserError: unknown method, option or region; too few targets in the region.
    """
    from hsi_uq_app.posterior.methods import method_named
    from hsi_uq_app.posterior.training_sample import draw_sample

    chosen = method_named(method)
    config = _configure(chosen.config, {"seed": seed} | (options or {}))
    if sample not in get_args(SampleKind):
        raise UserError(f"there is no sample {sample}", f"use one of {', '.join(get_args(SampleKind))}")
    start = time.perf_counter()
    place = parse_region(region, cube.lines, cube.samples)
    pixels = draw_sample(
        cube, truth, place, kind=cast(SampleKind, sample), seed=seed, progress=part(progress, 0.0, 0.2)
    )
    posterior = chosen.fit(pixels, config, part(progress, 0.2, 1.0))
    return Trained(posterior, time.perf_counter() - start)


def _configure(config: type[Any], options: dict[str, Any]) -> Any:
    try:
        return config(**options)
    except (TypeError, ValueError) as error:
        raise UserError(f"an option does not fit: {error}", "see `hsi-uq train --help`") from error
