"""Open what lies on the disk: a scene, a model, a result, truth."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.confidence.map_description import map_files
from hsi_uq_app.confidence.quantile_map import QuantileMap, open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.model_file import load_model
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.envi_header import read_header
from hsi_uq_app.scene.envi_pair import find_pair
from hsi_uq_app.scene.labels import Truth, read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.session.maps import codes, finite_range, probability_codes
from hsi_uq_app.session.state import Model, Result, Scene

Opened = Scene | Model | Result | Truth
FEWEST_SCENE_BANDS = 3


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


@dataclass(frozen=True)
class OpenAny:
    """Open a file that was dropped, whatever it is."""

    path: Path
    scene: Scene | None

    def __call__(self, progress: Progress) -> Opened:
        return self._request()(progress)

    def _request(self) -> "OpenScene | LoadModel | LoadResult | LoadTruth":
        if self.path.suffix.lower() == ".safetensors":
            return LoadModel(self.path)
        if map_files(self.path).description.exists():
            return LoadResult(self.path)
        return LoadTruth(self.path, self.scene) if self._covers_the_scene() else OpenScene(self.path)

    def _covers_the_scene(self) -> bool:
        """A file of few bands and the open scene's size is truth, not another scene."""
        if self.scene is None:
            return False
        header, cube = read_header(find_pair(self.path)[0]), self.scene.cube
        return header.bands < FEWEST_SCENE_BANDS and (header.lines, header.samples) == (
            cube.lines,
            cube.samples,
        )
