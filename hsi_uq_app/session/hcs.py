"""The High-Confidence Set of the shown result: sliders, layer, and its figures when the sliders rest."""

from dataclasses import asdict, dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.high_confidence_set import (
    BACKGROUND,
    CLASS_COLOURS,
    TARGET,
    UNDECIDED,
    SetCounts,
    count,
    high_confidence_set,
)
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.derived import Derivation, Key
from hsi_uq_app.session.layer import Layer, LayerPicture, PictureBuffers, needs_result, step_for
from hsi_uq_app.session.results import Result
from hsi_uq_app.session.state import AppState, Transition, with_view
from hsi_uq_app.session.view import LayerStyle, Thresholds
from hsi_uq_app.workflow.evaluated_pixels import evaluated_pixels
from hsi_uq_app.workflow.set_errors import SetErrors, set_errors

Bytes = npt.NDArray[np.uint8]
LARGEST_ALPHA: Final = 50
LARGEST_DELTA: Final = 499
_OPACITY: Final = {UNDECIDED: 225, TARGET: 255, BACKGROUND: 64}
"""The background covers most of a scene, so it is a tint; what needs eyes is not. No data is clear."""
_COLOURS: Final = {part: (*CLASS_COLOURS[part], opacity) for part, opacity in _OPACITY.items()}


def clamped(alpha: int, delta: int) -> Thresholds:
    """The nearest pair within the sliders' range."""
    return Thresholds(min(max(alpha, 1), LARGEST_ALPHA), min(max(delta, 1), LARGEST_DELTA))


def alpha_set(alpha: int) -> Transition:
    """Alpha in hundredths, held to 1..50."""
    return lambda state: with_view(state, thresholds=clamped(alpha, state.view.thresholds.delta))


def delta_set(delta: int) -> Transition:
    """Delta in thousandths, held to 1..499."""
    return lambda state: with_view(state, thresholds=clamped(state.view.thresholds.alpha, delta))


@dataclass(frozen=True, eq=False)
class SetFigures:
    """What is too slow for each frame; errors where truth is known.

    `classes`: the set of every pixel, where the sliders work on a thinned map; else None.
    """

    counts: SetCounts
    detections: int
    errors: SetErrors | None
    classes: Bytes | None = None


@dataclass(frozen=True, eq=False)
class CountSet:
    """The set over every pixel of a result, its detections, and its errors in a region with truth."""

    result: Result
    thresholds: Thresholds
    truth: Truth | None
    region: str

    def __call__(self, progress: Progress) -> SetFigures:
        from hsi_uq_app.confidence.detections import count_detections

        lower, upper = self.result.quantiles.interval(self.thresholds.alpha)
        classes = high_confidence_set(lower, upper, self.thresholds.delta_value)
        progress(0.3)
        detections = count_detections(classes)
        progress(0.6)
        fine = classes if step_for(self.result.quantiles) > 1 else None
        return SetFigures(count(classes), detections, self._errors(), fine)

    def _errors(self) -> SetErrors | None:
        if self.truth is None:
            return None
        alpha, delta = self.thresholds.alpha_value, self.thresholds.delta_value
        pixels = evaluated_pixels(self.result.quantiles, self.truth, self.region, alpha, delta)
        return set_errors(pixels, np.ones(pixels.labels.size, bool))


def figures_key(state: AppState) -> Key | None:
    """What the set's figures are made from."""
    if state.result is None:
        return None
    return state.result, state.view.thresholds, state.truth, state.view.region


SET_FIGURES: Derivation[SetFigures] = Derivation("set figures", figures_key, CountSet, debounced=True)


@dataclass(frozen=True, eq=False)
class SetPicture:
    """Classes (lines / step, samples / step) uint8, and counts of the whole scene's pixels, exact at step 1.

    While a slider moves the array is a buffer: the next set overwrites it.
    """

    classes: Bytes
    counts: SetCounts
    step: int


def painted_set(state: AppState, buffers: PictureBuffers) -> SetPicture | None:
    """The set as it is drawn and counted while a slider moves; exact once its figures are there."""
    if state.result is None:
        return None
    quantiles, thresholds = state.result.quantiles, state.view.thresholds
    figures = SET_FIGURES.of(state) if step_for(quantiles) > 1 else None
    if figures and figures.classes is not None:
        return SetPicture(figures.classes, figures.counts, 1)
    return buffers.once("set", (quantiles, thresholds), lambda: paint(quantiles, thresholds, buffers))


def paint(quantiles: QuantileMap, thresholds: Thresholds, buffers: PictureBuffers) -> SetPicture:
    """Two planes compared with a threshold, and counted."""
    step = step_for(quantiles)
    lower, upper = quantiles.interval(thresholds.alpha, step)
    classes = buffers.array("set", lower.shape)
    high_confidence_set(lower, upper, thresholds.delta_value, out=classes)
    return SetPicture(classes, _scaled(count(classes), step * step), step)


def _scaled(counts: SetCounts, times: int) -> SetCounts:
    """The counts of a thinned map as those of the whole."""
    return replace(counts, **{name: times * pixels for name, pixels in asdict(counts).items()})


def _picture(state: AppState, buffers: PictureBuffers) -> LayerPicture | None:
    painted = painted_set(state, buffers)
    if painted is None:
        return None
    marked = (TARGET, TARGET) if painted.counts.target else None
    return LayerPicture(painted.classes, painted.step, colours=_COLOURS, marked=marked)


LAYER: Final = Layer(
    name="hcs",
    label="HCS",
    title="High-Confidence Set",
    hint="High-Confidence Set: target, undecided, background",
    key="H",
    style=LayerStyle(0.70, ""),
    missing=needs_result,
    picture=_picture,
    of_one_result=True,
)
