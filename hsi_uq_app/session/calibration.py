"""A calibration of the shown result: what may be asked for, how it is made, kept and shown."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.quantile_map import QuantileMap, open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.regions import Region, parse_region
from hsi_uq_app.session.byte_codes import codes
from hsi_uq_app.session.derived import Derivation, Key
from hsi_uq_app.session.layer import NO_RESULT, Layer, LayerPicture, LayerScale, PictureBuffers
from hsi_uq_app.session.models import Model, model_of
from hsi_uq_app.session.results import Result, result_of
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.state import AppState, Transition, with_view
from hsi_uq_app.session.view import LayerStyle
from hsi_uq_app.workflow.calibration_plan import Plan, check_apart, check_unseen
from hsi_uq_app.workflow.seen_region import training_region

if TYPE_CHECKING:
    from hsi_uq_app.workflow.calibrate import Calibration
    from hsi_uq_app.workflow.calibration_row import Row
    from hsi_uq_app.workflow.own_network import ResultNetwork

Floats = npt.NDArray[np.float64]
_HALVES: Final = ("right", "left", "bottom", "top")
_SURE: Final = 250
"""Codes of consistency from .99 on: clear, so that what is left is what noise would change."""


@dataclass(frozen=True, eq=False)
class OwnNetwork:
    """The result's own model and scene, where both are loaded."""

    model: Model | None = None
    scene: Scene | None = None

    def of(self, result: Result) -> "ResultNetwork | None":
        from hsi_uq_app.workflow.own_network import own_network

        if self.model is None or self.scene is None:
            return None
        return own_network(result.quantiles, self.model.posterior, self.scene.cube)


@dataclass(frozen=True, eq=False)
class Calibrated:
    """One calibrator, fitted to a result by a plan and judged on the plan's report region."""

    result: Result
    truth: Truth
    plan: Plan
    calibration: "Calibration"

    @property
    def row(self) -> "Row":
        """The calibrator's figures beside those as predicted."""
        return self.calibration.rows[0]

    @property
    def probability(self) -> Floats:
        """Calibrated probabilities (n,) of the report region's pixels."""
        probability = self.row.probability
        assert probability is not None
        return probability


@dataclass(frozen=True, eq=False)
class Calibrate:
    """Fit one calibrator on a region and judge it on another."""

    result: Result
    truth: Truth
    calibrator: str
    plan: Plan
    own: OwnNetwork = field(default_factory=OwnNetwork)

    def __call__(self, progress: Progress) -> Calibrated:
        from hsi_uq_app.workflow.calibrate import calibrate, names_of

        progress(0.0, "Calibrating")
        calibration = calibrate(
            self.result.quantiles,
            self.truth,
            names_of(self.calibrator),
            self.plan,
            network=self.own.of(self.result),
            progress=progress,
        )
        return Calibrated(self.result, self.truth, self.plan, calibration)


@dataclass(frozen=True, eq=False)
class KeepCalibrated:
    """Write the calibrated map and open it."""

    calibrated: Calibrated
    out: Path
    own: OwnNetwork = field(default_factory=OwnNetwork)

    def __call__(self, progress: Progress) -> Result:
        from hsi_uq_app.workflow.calibrated_map import write_calibrated

        progress(0.0, f"Writing {self.out.name}")
        made = self.calibrated
        write_calibrated(
            made.result.quantiles,
            made.row,
            made.plan,
            self.out,
            network=self.own.of(made.result),
            progress=part(progress, 0.0, 0.95),
        )
        return result_of(open_quantile_map(self.out), part(progress, 0.95, 1.0))


def calibration_ready(made: Calibrated) -> Transition:
    """A calibration, and its report region is looked at; refused when result or truth have moved on."""

    def transition(state: AppState) -> AppState:
        if state.truth is not made.truth or state.result is not made.result:
            return state
        return with_view(replace(state, calibrated=made), region=made.plan.report_region, lit=())

    return transition


def calibration_closed(state: AppState) -> AppState:
    """The result as predicted again, in the same region."""
    return with_view(replace(state, calibrated=None), lit=()) if state.calibrated else state


def shown_calibration(state: AppState) -> Calibrated | None:
    """The calibration on show: of the shown result and truth, while its report region is looked at."""
    made = state.calibrated
    if made is None or made.result is not state.result or made.truth is not state.truth:
        return None
    return made if made.plan.report_region == state.view.region else None


def own_network_of(result: Result, state: AppState) -> OwnNetwork:
    """The result's model and scene, as far as they are loaded."""
    return OwnNetwork(model_of(result, state), state.scene)


def suggested_regions(result: QuantileMap) -> tuple[str, str]:
    """The first third of a half the model was not trained on, and its last three fifths: a strip between."""
    trained = training_region(result)
    halves = [parse_region(name, result.lines, result.samples) for name in _HALVES]
    free = [half for half in halves if trained is None or not half.overlaps(trained)]
    return _split(free[0] if free else parse_region("all", result.lines, result.samples))


def problem_of(state: AppState, plan: Plan) -> UserError | None:
    """Why a plan cannot be carried out. With its model loaded, the task finds out where that was trained."""
    result = state.result
    if result is None or state.truth is None:
        return UserError("there is nothing to calibrate", "run a model and load truth")
    try:
        _check_calibrated(result)
        check_apart(result.quantiles, plan)
        if own_network_of(result, state).model is None:
            check_unseen(result.quantiles, plan)
    except UserError as error:
        return error
    return None


def _check_calibrated(result: Result) -> None:
    if result.quantiles.passport.calibrator is not None:
        raise UserError("this result is calibrated already", "choose the one it was made from")


def _split(region: Region) -> tuple[str, str]:
    """First third and last three fifths along the longer side."""
    height, width = region.last_line - region.first_line, region.last_sample - region.first_sample
    lines, samples = (region.first_line, region.last_line), (region.first_sample, region.last_sample)
    if height >= width:
        first, last = (lines[0], lines[0] + height // 3), (lines[1] - 3 * height // 5, lines[1])
        return _text(first, samples), _text(last, samples)
    first, last = (samples[0], samples[0] + width // 3), (samples[1] - 3 * width // 5, samples[1])
    return _text(lines, first), _text(lines, last)


def _text(lines: tuple[int, int], samples: tuple[int, int]) -> str:
    return f"lines={lines[0]}:{lines[1]},samples={samples[0]}:{samples[1]}"


def is_consistency(result: Result | None) -> bool:
    """Whether a result's probabilities are shares of perturbed neighbours: consistency calibration."""
    calibrator = result.quantiles.passport.calibrator if result else None
    return calibrator is not None and str(calibrator.get("name", "")).startswith("cc")


@dataclass(frozen=True, eq=False)
class CodeConsistency:
    """Confidence of consistency calibration in the predicted class: the calibrated probability, folded."""

    result: Result

    def __call__(self, progress: Progress) -> npt.NDArray[np.uint8]:
        confidence = 1 / (1 + np.exp(-np.abs(self.result.quantiles.mean_logit)))
        return codes(confidence.astype(np.float32), 0.5, 1.0)


def _codes_key(state: AppState) -> Key | None:
    is_asked = state.view.layer == "consistency" and is_consistency(state.result)
    return (state.result,) if is_asked else None


CONSISTENCY_CODES: Derivation[npt.NDArray[np.uint8]] = Derivation(
    "consistency codes", _codes_key, CodeConsistency
)


def _picture(state: AppState, _buffers: PictureBuffers) -> LayerPicture | None:
    coded = CONSISTENCY_CODES.of(state)
    if coded is None:
        return None
    scale = LayerScale("consistency of the class, clear above .99", 0.5, 1.0)
    return LayerPicture(coded, clear=range(_SURE, 256), marked=(1, _SURE // 2), scale=scale)


def _missing(state: AppState) -> str:
    if state.result is None:
        return NO_RESULT
    return "" if is_consistency(state.result) else "choose a result of consistency calibration"


LAYER: Final = Layer(
    name="consistency",
    label="Consistency",
    title="Consistency of a calibrated result",
    hint="How consistent the predicted class is under noise, .5 to 1",
    key="Y",
    style=LayerStyle(0.75, "magma"),
    missing=_missing,
    picture=_picture,
    derivation=CONSISTENCY_CODES,
)
