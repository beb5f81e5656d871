"""What lies beside a simulated scene: its materials, its discs, and what became of them."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.class_map import ClassMap, class_map_beside
from hsi_uq_app.scene.disc_truth import DiscTruth, disc_truth_beside
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.derived import Derivation, Key
from hsi_uq_app.session.layer import Layer, LayerLegend, LayerPicture, LegendRow, PictureBuffers
from hsi_uq_app.session.results import Result
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.state import AppState, with_view
from hsi_uq_app.session.view import LayerStyle, Thresholds

if TYPE_CHECKING:
    from hsi_uq_app.workflow.discs_found import DiscFate


@dataclass(frozen=True, eq=False)
class ReadMaterials:
    """The classification beside a scene, if there is one."""

    scene: Scene

    def __call__(self, progress: Progress) -> ClassMap | None:
        cube = self.scene.cube
        return class_map_beside(self.scene.path, cube.lines, cube.samples)


MATERIALS: Derivation[ClassMap | None] = Derivation(
    "materials", lambda state: (state.scene,) if state.scene else None, ReadMaterials
)


@dataclass(frozen=True, eq=False)
class ReadDiscs:
    """The discs beside a truth, if there are any."""

    truth: Truth

    def __call__(self, progress: Progress) -> DiscTruth | None:
        discs = disc_truth_beside(self.truth.path)
        if discs and discs.ids.shape != self.truth.abundance.shape:
            raise UserError(
                f"the discs beside {self.truth.path.name} are of another scene's size",
                "simulate the scene again, or move them away",
            )
        return discs


DISCS: Derivation[DiscTruth | None] = Derivation(
    "discs", lambda state: (state.truth,) if state.truth else None, ReadDiscs
)


@dataclass(frozen=True, eq=False)
class JudgeDiscs:
    """Which discs a result found, and which lie in its target part."""

    result: Result
    truth: Truth
    discs: DiscTruth
    region: str
    thresholds: Thresholds

    def __call__(self, progress: Progress) -> "tuple[DiscFate, ...]":
        from hsi_uq_app.workflow.discs_found import disc_fates

        alpha, delta = self.thresholds.alpha_value, self.thresholds.delta_value
        fates = disc_fates(self.result.quantiles, self.truth, self.discs, self.region, alpha, delta)
        return tuple(fates)


def _fates_key(state: AppState) -> Key | None:
    """None without discs or result, or while they are not marked."""
    discs = DISCS.of(state) if state.view.discs else None
    if discs is None or state.result is None:
        return None
    return state.result, state.truth, discs, state.view.region, state.view.thresholds


FATES: "Derivation[tuple[DiscFate, ...]]" = Derivation("fates", _fates_key, JudgeDiscs, debounced=True)


def discs_toggled(state: AppState) -> AppState:
    """Discs are marked, or no longer."""
    return with_view(state, discs=not state.view.discs)


@dataclass(frozen=True)
class DiscMark:
    """One disc: centre and radius in pixels, its fate, and both in words."""

    line: float
    sample: float
    radius: float
    found: bool
    hidden: bool
    words: str


@dataclass(frozen=True)
class DiscCounts:
    """How many discs were found and missed, and how many of both lie beneath leaves."""

    found: int
    missed: int
    hidden: int
    hidden_found: int


def disc_marks(state: AppState) -> tuple[DiscMark, ...]:
    """The marks to show: none while discs are not marked or not judged yet."""
    fates = FATES.of(state)
    if fates is None or state.scene is None:
        return ()
    place = state.scene.cube.georeference
    pixel_m = math.sqrt(place.pixel_area_m2) if place and place.pixel_area_m2 else 1.0
    return tuple(_mark(fate, pixel_m) for fate in fates)


def count_marks(marks: tuple[DiscMark, ...]) -> DiscCounts:
    """What the legend says."""
    found = sum(mark.found for mark in marks)
    hidden = [mark for mark in marks if mark.hidden]
    return DiscCounts(found, len(marks) - found, len(hidden), sum(mark.found for mark in hidden))


def _mark(fate: "DiscFate", pixel_m: float) -> DiscMark:
    disc = fate.disc
    place = f"{100 * disc.hidden_share:.0f} % beneath leaves" if disc.hidden else "in the open"
    found = "found" if fate.found else "missed"
    inside = ", in the target part of the set" if fate.in_set else ""
    words = f"Disc {disc.id}: radius {disc.radius_m:.2f} m, {place}; {found}{inside}"
    return DiscMark(disc.line, disc.sample, disc.radius_m / pixel_m, fate.found, disc.hidden, words)


def _picture(state: AppState, _buffers: PictureBuffers) -> LayerPicture | None:
    materials = MATERIALS.of(state)
    if materials is None:
        return None
    rows = tuple(
        LegendRow(materials.colours[number], materials.names[number], pixels, pixels / materials.codes.size)
        for number, pixels in materials.present()
    )
    colours = dict(enumerate(materials.colours))
    return LayerPicture(materials.codes, colours=colours, legend=LayerLegend("Largest part", rows, "share"))


LAYER: Final = Layer(
    name="materials",
    label="Materials",
    title="Materials of a simulated scene",
    hint="The material that takes the largest part of each pixel",
    key="M",
    style=LayerStyle(0.7, ""),
    missing=lambda state: "" if MATERIALS.of(state) else "no map of materials lies beside the scene",
    picture=_picture,
)
