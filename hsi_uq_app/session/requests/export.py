"""Write the set as a file, by the same verbs as the command line: the same bytes."""

from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.progress import Progress
from hsi_uq_app.session.state import Result, Scene
from hsi_uq_app.session.thresholds import Thresholds


@dataclass(frozen=True, eq=False)
class Export:
    """One format of the set of a result at (alpha, delta)."""

    result: Result
    thresholds: Thresholds
    format: str
    out: Path
    scene: Scene | None

    def __call__(self, progress: Progress) -> list[Path]:
        from hsi_uq_app.workflow.export import export
        from hsi_uq_app.workflow.select import select

        progress(0.0, f"Writing {self.out.name}")
        chosen = select(self.result.quantiles, self.thresholds.alpha_value, self.thresholds.delta_value)
        progress(0.3, f"Writing {self.out.name}")
        return export(chosen, self.format, self.out, scene=self.scene.path if self.scene else None)
