"""Quantile maps of the open scene, which one is shown, and its layers of values."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.quantile_map import QuantileMap, open_quantile_map
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.quantity import quantity_warning
from hsi_uq_app.session.byte_codes import codes, finite_range, probability_codes, width_codes
from hsi_uq_app.session.layer import Layer, LayerPicture, LayerScale, PictureBuffers, needs_result, step_for
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.state import AppState, Transition, with_view
from hsi_uq_app.session.view import LayerStyle

Bytes = npt.NDArray[np.uint8]
_BRIGHT: Final = (129, 255)
"""Codes in the upper half of a map's scale: where few, they stay visible when zoomed out."""


@dataclass(frozen=True, eq=False)
class Result:
    """A quantile map on the disk, and the maps that do not change with alpha or delta.

    Attributes:
        probability, ace: (lines, samples) uint8 as `byte_codes` codes them, 0 = no data.
        ace_range: the scores that codes 1 and 255 stand for.
    """

    path: Path
    quantiles: QuantileMap
    probability: Bytes
    ace: Bytes
    ace_range: tuple[float, float]

    @property
    def fingerprint(self) -> str:
        """The scene it was made from, or "" when the file does not say."""
        return str(self.quantiles.provenance.get("cube", ""))

    @property
    def label(self) -> str:
        passport = self.quantiles.passport
        calibrator = f", {passport.calibrator.get('name')}" if passport.calibrator else ""
        return f"{passport.method}, {self.quantiles.draws} draws{calibrator} · {self.path.stem}"

    @property
    def pixel_area_m2(self) -> float | None:
        place = self.quantiles.georeference
        return place.pixel_area_m2 if place else None


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


def belongs(result: Result, state: AppState) -> bool:
    """Whether a result can lie over the open scene: made from it, or of its size if the file does not say."""
    if state.scene is None:
        return False
    cube, quantiles = state.scene.cube, result.quantiles
    if (quantiles.lines, quantiles.samples) != (cube.lines, cube.samples):
        return False
    return not result.fingerprint or result.fingerprint == state.scene.fingerprint


def result_ready(result: Result) -> Transition:
    """A result joins the list and is chosen; refused when it is of another scene than the one open now."""

    def transition(state: AppState) -> AppState:
        if not belongs(result, state):
            return state
        others = tuple(one for one in state.results if one.path != result.path)
        return result_chosen(result)(replace(state, results=(*others, result)))

    return transition


def result_chosen(result: Result | None) -> Transition:
    """This result is shown; the lit bins were of a curve of the one before."""

    def transition(state: AppState) -> AppState:
        if state.result is result:
            return state
        return with_view(replace(state, result=result), lit=())

    return transition


def result_dropped(result: Result) -> Transition:
    """A result leaves the list; its file stays."""

    def transition(state: AppState) -> AppState:
        left = tuple(one for one in state.results if one is not result)
        shown = state.result if state.result is not result else (left[-1] if left else None)
        return result_chosen(shown)(replace(state, results=left))

    return transition


def stepped_result(state: AppState, by: int) -> Result | None:
    """The result so many places on in the list, which comes round."""
    if state.result not in state.results:
        return None
    return state.results[(state.results.index(state.result) + by) % len(state.results)]


@dataclass(frozen=True)
class Cautions:
    """`warning`: why not to trust the result, "" if nothing is known against it. `notes`: what was odd."""

    warning: str = ""
    notes: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The warning, then the notes."""
        return (self.warning, *self.notes) if self.warning else self.notes


def cautions(result: Result, scene: Scene | None) -> Cautions:
    """The quantity as the scene is understood now, and what the prediction noted."""
    noted = result.quantiles.provenance.get("notes")
    notes = [str(note) for note in noted] if isinstance(noted, list | tuple) else []
    warning = quantity_warning(result.quantiles.passport.quantity, scene.cube.quantity) if scene else ""
    return Cautions(warning, tuple(note for note in notes if note != warning))


def _probability(state: AppState, _buffers: PictureBuffers) -> LayerPicture | None:
    if state.result is None:
        return None
    return LayerPicture(state.result.probability, marked=_BRIGHT, scale=LayerScale("probability", 0.0, 1.0))


def _ace(state: AppState, _buffers: PictureBuffers) -> LayerPicture | None:
    if state.result is None:
        return None
    return LayerPicture(
        state.result.ace, marked=_BRIGHT, scale=LayerScale("ACE score", *state.result.ace_range)
    )


def _width(state: AppState, buffers: PictureBuffers) -> LayerPicture | None:
    """UB - LB at the alpha of the slider, thinned as the set is on large maps."""
    if state.result is None:
        return None
    step = step_for(state.result.quantiles)
    lower, upper = state.result.quantiles.interval(state.view.thresholds.alpha, step)
    coded = width_codes(lower, upper, out=buffers.array("width", lower.shape))
    return LayerPicture(coded, step, marked=_BRIGHT, scale=LayerScale("width of the interval", 0.0, 1.0))


PROBABILITY: Final = Layer(
    name="probability",
    label="Probability",
    title="Probability",
    hint="Mean over the draws, 0 to 1",
    key="P",
    style=LayerStyle(0.75, "viridis"),
    missing=needs_result,
    picture=_probability,
    of_one_result=True,
)
WIDTH: Final = Layer(
    name="width",
    label="Width",
    title="Width",
    hint="Width of the credible interval, 0 to 1",
    key="W",
    style=LayerStyle(0.75, "magma"),
    missing=needs_result,
    picture=_width,
    of_one_result=True,
)
ACE: Final = Layer(
    name="ace",
    label="ACE",
    title="ACE baseline",
    hint="Score of the matched filter, a baseline without a network",
    key="A",
    style=LayerStyle(0.75, "cividis"),
    missing=needs_result,
    picture=_ace,
    of_one_result=True,
)
