"""What follows from the state. Nothing here is stored."""

import math

import numpy as np

from hsi_uq_app.scene.regions import Region
from hsi_uq_app.session.calibration import Calibrated
from hsi_uq_app.session.state import AppState, GroupInputs, Model, ReliabilityInputs, RestInputs, Result


def chosen_model(state: AppState) -> Model | None:
    """The model that Run uses."""
    return next((one for one in state.models if one.path == state.model), None)


def shown_result(state: AppState) -> Result | None:
    """The result whose maps are shown."""
    return next((one for one in state.results if one.path == state.result), None)


def belongs(result: Result, state: AppState) -> bool:
    """Whether a result can lie over the open scene: made from it, or of its size if the file does not say."""
    if state.scene is None:
        return False
    cube, quantiles = state.scene.cube, result.quantiles
    if (quantiles.lines, quantiles.samples) != (cube.lines, cube.samples):
        return False
    return not result.fingerprint or result.fingerprint == state.scene.fingerprint


def model_of(result: Result, state: AppState) -> Model | None:
    """The loaded model a result came from, told by the hash in its passport."""
    wanted = result.quantiles.passport
    return next((one for one in state.models if one.posterior.passport == wanted), None)


def rest_inputs(state: AppState) -> RestInputs | None:
    """What figures at rest must have been made from to be shown now."""
    if state.result is None:
        return None
    truth = state.truth.path if state.truth else None
    return RestInputs(state.result, state.view.thresholds, truth, state.view.region)


def detail_step(state: AppState) -> int | None:
    """Every how many lines and samples a detail is due; None when the composite is fine enough."""
    if state.composite is None or state.sight is None or state.composite.scene is not state.scene:
        return None
    step = max(1, math.floor(1 / state.sight.scale))
    return step if step < state.composite.step else None


def reliability_inputs(state: AppState) -> ReliabilityInputs | None:
    """What a reliability curve must have been made from to be shown now; None without result or truth."""
    if state.result is None or state.truth is None:
        return None
    view, calibrated = state.view, shown_calibration(state)
    return ReliabilityInputs(
        state.result,
        state.truth.path,
        view.region,
        view.curve_kind,
        view.curve_spacing,
        view.isotonic,
        calibrated.made_from if calibrated else None,
    )


def shown_calibration(state: AppState) -> Calibrated | None:
    """The calibration on show: of the shown result and truth, while its report region is looked at."""
    made = state.calibrated
    if made is None or state.truth is None:
        return None
    asked = made.made_from
    now = (state.result, state.truth.path, state.view.region)
    return made if now == (asked.result, asked.truth, asked.plan.report_region) else None


def is_consistency(result: Result | None) -> bool:
    """Whether a result's probabilities are shares of perturbed neighbours: consistency calibration."""
    calibrator = result.quantiles.passport.calibrator if result else None
    return calibrator is not None and str(calibrator.get("name", "")).startswith("cc")


def pointed_bins(state: AppState) -> tuple[int, ...]:
    """The bins of the curve that hold the pixel clicked last, or else pixels of the framed region."""
    found, scene, view = state.reliability, state.scene, state.view
    if found is None or scene is None:
        return ()
    cube = scene.cube
    if view.framed:
        return found.bins_of(np.flatnonzero(view.framed.mask(cube.lines, cube.samples)))
    if view.clicked is None:
        return ()
    return found.bins_of(np.array([view.clicked[0] * cube.samples + view.clicked[1]]))


def can_run(state: AppState) -> bool:
    """Whether Run has what it needs, and does not run already."""
    return state.scene is not None and state.model is not None and "predict" not in state.running


def group_inputs(state: AppState) -> GroupInputs | None:
    """What a group spectrum must be made from to be shown now: the lit pixels, or else the framed region."""
    view, curve = state.view, state.reliability
    if curve and view.lit:
        return GroupInputs(_bins_text(view.lit), None, view.lit, curve.made_from)
    return GroupInputs(_region_text(view.framed), view.framed, (), None) if view.framed else None


def _bins_text(bins: tuple[int, ...]) -> str:
    return f"bin {bins[0] + 1}" if len(bins) == 1 else f"{len(bins)} bins"


def _region_text(region: Region) -> str:
    lines = f"lines {region.first_line}–{region.last_line - 1}"
    return f"{lines}, samples {region.first_sample}–{region.last_sample - 1}"
