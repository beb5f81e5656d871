"""Open what lies on the disk: a scene, a model, a result, truth, a spectral library."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hsi_uq_app.confidence.map_description import map_files
from hsi_uq_app.confidence.quantile_map import QuantileMap, open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.model_file import load_model
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.class_codes import ClassChoice, SeveralClassesError
from hsi_uq_app.scene.envi_header import read_header
from hsi_uq_app.scene.envi_pair import find_pair
from hsi_uq_app.scene.envi_text import read_text
from hsi_uq_app.scene.labels import GIS_READERS, Truth, read_truth
from hsi_uq_app.scene.open_scene import OPENERS, open_scene
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.scene.truth_points import has_points
from hsi_uq_app.session.maps import codes, finite_range, probability_codes
from hsi_uq_app.session.questions import ClassInQuestion, HeaderInQuestion, QuestionError
from hsi_uq_app.session.requests.headers import can_be_corrected
from hsi_uq_app.session.requests.library import LoadLibrary
from hsi_uq_app.session.state import Model, Result, Scene

Opened = Scene | Model | Result | Truth | Library
FEWEST_SCENE_BANDS = 3
LIBRARIES = (".sli", ".csv", ".txt", ".asc")


@dataclass(frozen=True)
class OpenScene:
    """Open a cube; no pixel is read but those its fingerprint needs.

    Raises:
        QuestionError: it does not open as its header says, but the header's fields may be corrected.
    """

    path: Path
    overrides: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, progress: Progress) -> Scene:
        progress(0.0, f"Opening {self.path.name}")
        try:
            cube = open_scene(self.path, self.overrides)
        except UserError as error:
            if not can_be_corrected(self.path):
                raise
            raise QuestionError(error, HeaderInQuestion(self.path, self.overrides)) from error
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
    """Read a mask or abundance of the scene's size, or shapes and points that lie on it.

    Raises:
        QuestionError: it holds several classes, and one must be chosen.
    """

    path: Path
    scene: Scene | None
    class_: ClassChoice = None

    def __call__(self, progress: Progress) -> Truth:
        if self.scene is None:
            raise UserError(f"{self.path.name} needs a scene to lie on", "open the scene first")
        progress(0.0, f"Reading {self.path.name}")
        cube = self.scene.cube
        try:
            return read_truth(
                self.path, cube.lines, cube.samples, class_=self.class_, georeference=cube.georeference
            )
        except SeveralClassesError as error:
            raise QuestionError(error, ClassInQuestion(self.path, error.choices)) from error


@dataclass(frozen=True)
class OpenAny:
    """Open a file that was dropped, whatever it is."""

    path: Path
    scene: Scene | None

    def __call__(self, progress: Progress) -> Opened:
        return self._request()(progress)

    def _request(self) -> "OpenScene | LoadModel | LoadResult | LoadTruth | LoadLibrary":
        suffix = self.path.suffix.lower()
        if suffix == ".safetensors":
            return LoadModel(self.path)
        if _is_result(self.path):
            return LoadResult(self.path)
        if _is_library(self.path):
            return LoadLibrary(self.path)
        if suffix in GIS_READERS or self._covers_the_scene():
            return LoadTruth(self.path, self.scene)
        return OpenScene(self.path)

    def _covers_the_scene(self) -> bool:
        """A file of few bands and the open scene's size is truth, not another scene."""
        if self.scene is None or self.path.suffix.lower() in OPENERS:
            return False
        try:
            header = read_header(find_pair(self.path)[0])
        except UserError:
            return False  # opening it says why, and what may be corrected
        size = self.scene.cube.lines, self.scene.cube.samples
        return header.bands < FEWEST_SCENE_BANDS and (header.lines, header.samples) == size


def _is_result(path: Path) -> bool:
    """Whether the JSON beside a file (or the file itself) describes a quantile map; others write JSON too."""
    description = map_files(path).description
    if not description.is_file():
        return False
    with open(description, "rb") as handle:
        return b"hsi-uq quantile map" in handle.read(256)


def _is_library(path: Path) -> bool:
    """A library by its suffix, or by what its header says; a table of points is none."""
    suffix = path.suffix.lower()
    if suffix == ".hdr":
        try:
            return "library" in read_text(path).fields.get("file type", "").lower()
        except UserError:
            return False
    return suffix in LIBRARIES and not (suffix == ".csv" and has_points(path))
