"""Predict: a scene and a model become a quantile map on the disk."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hsi_uq_app.confidence.quantile_map import QuantileMapWriter
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.scene.cube import Cube

if TYPE_CHECKING:
    from hsi_uq_app.posterior.posterior import Posterior


@dataclass(frozen=True)
class Predicted:
    """Where the quantile map lies, and what it took."""

    result: Path
    draws: int
    pixels: int
    seconds: float
    device: str


def predict(
    cube: Cube,
    posterior: "Posterior",
    out: Path,
    *,
    device: str = "auto",
    threads: int | None = None,
    progress: Progress = silent,
) -> Predicted:
    """Run every draw on every pixel and keep the order statistics (design 5 and 6).

    The map is whole or absent: an earlier one of the same name stays until the new one is complete, also
    when the user cancels.

    Raises:
        UserError: bands that do not fit, no valid pixel, a full disk, an unknown device.
        Cancelled: the user gave up; nothing was written.
    """
    from hsi_uq_app.posterior.predict import predict as run

    with QuantileMapWriter(out, cube, posterior.passport) as writer:
        summary = run(posterior, cube, writer, device=device, threads=threads, progress=progress)
    return Predicted(out, summary.draws, summary.pixels, summary.seconds, summary.device)
