"""Run a model on a scene, once: what was predicted before is opened from the disk."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from hsi_uq_app import __version__
from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.session.models import Model
from hsi_uq_app.session.results import Result, result_of
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.state import AppState
from hsi_uq_app.workflow.predict import predict

_OWN_FOLDER = Guard(overwrite=True)
"""What lies there is the program's own; a damaged map is made again."""


def results_folder() -> Path:
    """Where the window keeps what it predicted."""
    return Path(platformdirs.user_cache_dir("hsi-uq")) / "results"


def can_run(state: AppState) -> bool:
    """Whether Run has what it needs, and does not run already."""
    return state.scene is not None and state.model is not None and "predict" not in state.running


@dataclass(frozen=True, eq=False)
class Predict:
    """Run every draw on every pixel; the map's name is made of the content of both."""

    scene: Scene
    model: Model
    folder: Path

    @property
    def out(self) -> Path:
        content = f"{self.scene.fingerprint} {self.model.digest} {__version__}"
        mark = hashlib.sha256(content.encode()).hexdigest()[:12]
        return self.folder / f"{self.scene.cube.name}-{self.model.path.stem}-{mark}.hdr"

    def __call__(self, progress: Progress) -> Result:
        earlier = self._earlier(progress)
        if earlier:
            return earlier
        progress(0.0, "Starting the prediction")
        self.folder.mkdir(parents=True, exist_ok=True)
        predict(
            self.scene.cube,
            self.model.posterior,
            self.out,
            guard=_OWN_FOLDER,
            progress=part(progress, 0.0, 0.98),
        )
        return result_of(open_quantile_map(self.out), part(progress, 0.98, 1.0))

    def _earlier(self, progress: Progress) -> Result | None:
        """The same prediction made before; a damaged one is made again."""
        if not self.out.exists():
            return None
        try:
            return result_of(open_quantile_map(self.out), progress)
        except UserError:
            return None
