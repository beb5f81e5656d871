"""The open scene, its picture, and which part of it is on the screen."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.composites import CUSTOM, choose_bands
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.scene.regions import Region
from hsi_uq_app.scene.stretch import ends, stretched
from hsi_uq_app.session.derived import Derivation, Key
from hsi_uq_app.session.questions import HeaderInQuestion, QuestionError, can_be_corrected
from hsi_uq_app.session.state import AppState, Transition, with_view

Bytes = npt.NDArray[np.uint8]
LONGEST_SIDE = 2048


@dataclass(frozen=True, eq=False)
class Scene:
    """An opened cube and the hash of its content, by which results are told apart."""

    path: Path
    cube: Cube
    fingerprint: str


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


def size_words(scene: Scene) -> str:
    """Lines, samples and bands."""
    cube = scene.cube
    return f"{cube.lines} lines × {cube.samples} samples × {cube.bands} bands"


def preset_chosen(preset: str) -> Transition:
    """A composite by name; its bands follow from the scene's wavelengths."""

    def transition(state: AppState) -> AppState:
        is_named = state.scene is not None and preset != CUSTOM
        bands = choose_bands(state.scene.cube, preset) if state.scene and is_named else state.view.bands
        return with_view(state, preset=preset, bands=bands)

    return transition


def bands_chosen(bands: tuple[int, int, int]) -> Transition:
    """Three bands of the analyst's own."""
    return lambda state: with_view(state, preset=CUSTOM, bands=bands)


@dataclass(frozen=True)
class Viewport:
    """The part of the scene on the screen, and how many screen pixels show one of the scene."""

    region: Region
    scale: float


def viewport_settled(viewport: Viewport) -> Transition:
    """The view has come to rest on a part of the scene."""
    return lambda state: state if state.viewport == viewport else replace(state, viewport=viewport)


@dataclass(frozen=True, eq=False)
class Composite:
    """A picture (lines / step, samples / step, 3) uint8 of three bands of a scene.

    `ends`: the values of each band that became black and white.
    """

    scene: Scene
    bands: tuple[int, ...]
    picture: Bytes
    step: int
    ends: tuple[tuple[float, float], ...]


@dataclass(frozen=True, eq=False)
class MakeComposite:
    """Read three bands, decimated to about the screen, and stretch each by percentiles."""

    scene: Scene
    bands: tuple[int, ...]

    def __call__(self, progress: Progress) -> Composite:
        progress(0.0, "Reading the composite")
        pictures, step = self.scene.cube.band_pictures(self.bands, LONGEST_SIDE)
        progress(0.8, "Reading the composite")
        between = tuple(ends(picture) for picture in pictures)
        channels = [stretched(picture, limits) for picture, limits in zip(pictures, between, strict=True)]
        picture = np.ascontiguousarray(np.stack(channels, axis=-1))
        return Composite(self.scene, self.bands, picture, step, between)


def _composite_key(state: AppState) -> Key | None:
    return (state.scene, state.view.bands) if state.scene and state.view.bands else None


COMPOSITE: Derivation[Composite] = Derivation("composite", _composite_key, MakeComposite, quiet=False)


def shown_composite(state: AppState) -> Composite | None:
    """The scene's composite; while other bands are read, the one before stays."""
    made = COMPOSITE.latest(state)
    return made.value if made and made.value.scene is state.scene else None


@dataclass(frozen=True, eq=False)
class Detail:
    """What is on the screen of a decimated composite, finer."""

    region: Region
    picture: Bytes
    step: int


@dataclass(frozen=True, eq=False)
class MakeDetail:
    """Read what is on the screen of a decimated composite again, finer, and stretch it alike."""

    composite: Composite
    region: Region
    step: int

    def __call__(self, progress: Progress) -> Detail:
        region, bands = self.region, list(self.composite.bands)
        lines = range(region.first_line, region.last_line, self.step)
        rows = []
        for number, line in enumerate(lines):
            progress(number / len(lines), "Reading detail")
            whole = self.composite.scene.cube.read_lines(line, line + 1, bands)
            rows.append(whole[:, region.first_sample : region.last_sample : self.step])
        values = np.stack(rows, axis=1)
        channels = [stretched(band, limits) for band, limits in zip(values, self.composite.ends, strict=True)]
        return Detail(region, np.ascontiguousarray(np.stack(channels, axis=-1)), self.step)


def _detail_key(state: AppState) -> Key | None:
    """None when the composite is fine enough for what is on the screen."""
    composite = COMPOSITE.of(state)
    if composite is None or state.viewport is None:
        return None
    step = max(1, math.floor(1 / state.viewport.scale))
    return (composite, state.viewport.region, step) if step < composite.step else None


DETAIL: Derivation[Detail] = Derivation("detail", _detail_key, MakeDetail)


def shown_detail(state: AppState) -> Detail | None:
    """The finer picture; while another part is read, the one before stays where the composite does."""
    made, asked = DETAIL.latest(state), _detail_key(state)
    return made.value if made and asked and made.key[0] is asked[0] else None
