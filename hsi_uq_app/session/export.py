"""Write the set as a file, by the same verbs as the command line: the same bytes."""

from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.progress import Progress
from hsi_uq_app.session.results import Result
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.view import Thresholds


@dataclass(frozen=True)
class Wanted:
    """What to write: a name of `FORMATS`, the file, and what counts as a detection."""

    format: str
    out: Path
    connectivity: int = 8
    minimum_pixels: int = 1


@dataclass(frozen=True, eq=False)
class Export:
    """One format of the set of a result at (alpha, delta)."""

    result: Result
    thresholds: Thresholds
    wanted: Wanted
    scene: Scene | None

    def __call__(self, progress: Progress) -> list[Path]:
        from hsi_uq_app.workflow.export import export
        from hsi_uq_app.workflow.select import select

        wanted = self.wanted
        progress(0.0, f"Writing {wanted.out.name}")
        chosen = select(
            self.result.quantiles,
            self.thresholds.alpha_value,
            self.thresholds.delta_value,
            connectivity=wanted.connectivity,
            minimum_pixels=wanted.minimum_pixels,
        )
        progress(0.3, f"Writing {wanted.out.name}")
        return export(chosen, wanted.format, wanted.out, scene=self.scene.path if self.scene else None)
