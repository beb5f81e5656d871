"""Files of any kind: what a dropped one is, and what becomes of the state when it is open."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hsi_uq_app.confidence.map_description import map_files
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.composites import choose_bands, first_preset
from hsi_uq_app.scene.envi_header import read_header
from hsi_uq_app.scene.envi_pair import find_pair
from hsi_uq_app.scene.envi_text import read_text
from hsi_uq_app.scene.labels import GIS_READERS, Truth
from hsi_uq_app.scene.open_scene import OPENERS
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.scene.truth_points import has_points
from hsi_uq_app.session.layers import LAYERS
from hsi_uq_app.session.library import LoadLibrary
from hsi_uq_app.session.models import LoadModel, Model
from hsi_uq_app.session.results import LoadResult, Result
from hsi_uq_app.session.scene import OpenScene, Scene
from hsi_uq_app.session.state import AppState, Transition
from hsi_uq_app.session.truth import LoadTruth
from hsi_uq_app.session.view import View

Opened = Scene | Model | Result | Truth | Library
FEWEST_SCENE_BANDS: Final = 3
LIBRARIES: Final = (".sli", ".csv", ".txt", ".asc")


def scene_opened(scene: Scene) -> Transition:
    """Another scene: what belongs to the one before is put away; models and the library stay."""

    def transition(state: AppState) -> AppState:
        preset = first_preset(scene.cube)
        view = View(
            thresholds=state.view.thresholds,
            preset=preset,
            bands=choose_bands(scene.cube, preset),
            layer=state.view.layer if LAYERS[state.view.layer].of_one_result else "hcs",
            styles=state.view.styles,
        )
        return AppState(
            scene=scene,
            models=state.models,
            model=state.model,
            library=state.library,
            running=state.running,
            view=view,
        )

    return transition


@dataclass(frozen=True)
class OpenAny:
    """Open a file that was dropped, whatever it is."""

    path: Path
    scene: Scene | None

    def __call__(self, progress: Progress) -> Opened:
        return self._request()(progress)

    def _request(self) -> OpenScene | LoadModel | LoadResult | LoadTruth | LoadLibrary:
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
