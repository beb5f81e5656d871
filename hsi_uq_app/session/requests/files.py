"""Open what lies on the disk: a scene, a model, a result, truth."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.confidence.quantile_map import QuantileMap, open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.model_file import load_model
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.labels import Truth, read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.session.maps import codes, finite_range, probability_codes
from hsi_uq_app.session.state import Model, Result, Scene


@dataclass(frozen=True)
class OpenScene:
    """Open a cube; no pixel is read but those its fingerprint needs."""

    path: Path

    def __call__(self, progress: Progress) -> Scene:
        progress(0.0, f"Opening {self.path.name}")
        cube = open_scene(self.path)
        return Scene(self.path.resolve(), cube, cube.fingerprint())


@dataclass(frozen=True)
class LoadModel:
    """Read a model file."""

    path: Path

    def __call__(self, progress: Progress) -> Model:
        progress(0.0, f"Loading {self.path.name}")
        posterior = load_model(self.path)
        return Model(self.path.resolve(), posterior, hashlib.sha256(self.path.read_bytes()).hexdigest())


@dataclass(frozen=True)
class LoadResult:
    """Open a quantile map and code the maps that do not change with alpha or delta."""

    path: Path

    def __call__(self, progress: Progress) -> Result:
        progress(0.0, f"Opening {self.path.name}")
        return result_of(open_quantile_map(self.path), progress)


def result_of(quantiles: QuantileMap, progress: Progress) -> Result:
    """The result as the window holds it."""
    probability = probability_codes(quantiles.mean_logit)
    progress(0.5)
    ace = quantiles.ace
    low, high = finite_range(ace)
    return Result(quantiles.path.resolve(), quantiles, probability, codes(ace, low, high), (low, high))


@dataclass(frozen=True)
class LoadTruth:
    """Read a mask or abundance of the scene's size."""

    path: Path
    scene: Scene | None

    def __call__(self, progress: Progress) -> Truth:
        if self.scene is None:
            raise UserError(f"{self.path.name} needs a scene to lie on", "open the scene first")
        progress(0.0, f"Reading {self.path.name}")
        return read_truth(self.path, self.scene.cube.lines, self.scene.cube.samples)
