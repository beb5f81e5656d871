"""Select: a quantile map, alpha and delta become the High-Confidence Set, ready to count or export."""

from dataclasses import replace

from hsi_uq_app.confidence.high_confidence_set import high_confidence_set
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.errors import UserError
from hsi_uq_app.export.selection import Selection

FEWEST_DRAWS = 20
MAXIMUM_ALPHA = 50


def alpha_in_hundredths(alpha: float) -> int:
    """The slider stop of an alpha such as 0.2.

    Raises:
        UserError: alpha is not one of .01, .02, ... .50.
    """
    hundredths = round(alpha * 100)
    if abs(alpha * 100 - hundredths) > 1e-6 or not 1 <= hundredths <= MAXIMUM_ALPHA:
        raise UserError(f"alpha {alpha:g} has no quantiles in the map", "use .01, .02, ... .50")
    return hundredths


def check_delta(delta: float) -> float:
    """Delta itself.

    Raises:
        UserError: delta is not a stop of the slider inside 0 < delta < 0.5.
    """
    thousandths = round(delta * 1000)
    if abs(delta * 1000 - thousandths) > 1e-6 or not 1 <= thousandths <= 499:
        raise UserError(f"delta {delta:g} is no stop of the slider", "use .001, .002, ... .499")
    return delta


def select(
    result: QuantileMap, alpha: float, delta: float, *, connectivity: int = 8, minimum_pixels: int = 1
) -> Selection:
    """The High-Confidence Set of a map at (alpha, delta), with all an export says about it.

    Args:
        connectivity: pixels join a detection over 4 or 8 neighbours.
        minimum_pixels: smaller detections are left out of tables and polygons; the mask is never sieved.

    Raises:
        UserError: alpha, delta or one of the others out of range; too few draws for an interval.
    """
    if connectivity not in (4, 8):
        raise UserError(f"connectivity {connectivity} is unknown", "use 4 or 8")
    if minimum_pixels < 1:
        raise UserError(f"detections of {minimum_pixels} pixels are none", "use 1 or more")
    stop = alpha_in_hundredths(alpha)
    if result.draws < FEWEST_DRAWS:
        raise UserError(
            f"{result.path} rests on {result.draws} draws: too few for credible intervals",
            f"train with at least {FEWEST_DRAWS} draws",
        )
    lower, upper = result.interval(stop)
    classes = high_confidence_set(lower, upper, check_delta(delta))
    found = Selection.of(result, classes, lower, upper, stop, delta)
    return replace(found, connectivity=connectivity, minimum_pixels=minimum_pixels)
