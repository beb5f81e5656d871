"""What a calibration may be asked for: regions the model never saw, and what stands in a plan's way."""

from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.regions import Region, parse_region
from hsi_uq_app.session.derived import model_of, shown_result
from hsi_uq_app.session.requests.calibration import OwnNetwork
from hsi_uq_app.session.state import AppState, Result
from hsi_uq_app.workflow.calibration_plan import Plan, check_apart, check_unseen
from hsi_uq_app.workflow.seen_region import training_region

_HALVES = ("right", "left", "bottom", "top")


def suggested_regions(result: QuantileMap) -> tuple[str, str]:
    """The first third of a half the model was not trained on, and its last three fifths: a strip between."""
    trained = training_region(result)
    halves = [parse_region(name, result.lines, result.samples) for name in _HALVES]
    free = [half for half in halves if trained is None or not half.overlaps(trained)]
    return _split(free[0] if free else parse_region("all", result.lines, result.samples))


def own_network_of(result: Result, state: AppState) -> OwnNetwork:
    """The result's model and scene, as far as they are loaded."""
    return OwnNetwork(model_of(result, state), state.scene)


def problem_of(state: AppState, plan: Plan) -> UserError | None:
    """Why a plan cannot be carried out. With its model loaded, the task finds out where that was trained."""
    result = shown_result(state)
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
