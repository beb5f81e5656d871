"""How a model's bands come out of a cube's: as they are, reordered, interpolated, or refused."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hsi_uq_app.errors import UserError

TAKEN_AS_SAME = "bands are taken to be the same"
SAME_BAND_NM = 0.5  # wavelengths that differ by less are the same band
MOST_SHOWN = 8
WIDEST_GAP_NM = 50.0  # no interpolation across more, unless the model's own bands lie that far apart


@dataclass(frozen=True, eq=False)
class BandPlan:
    """How a model's bands come out of a cube's: model band b = (1 - weight) cube[lower] + weight cube[upper].

    `lower`, `upper`: int (bands,); `weight`: float64 (bands,); `note`: what to tell the user, "" when the
    bands are simply the same.
    """

    lower: np.ndarray
    upper: np.ndarray
    weight: np.ndarray
    note: str = ""


def match_bands(
    cube_wavelengths: Sequence[float] | np.ndarray | None,
    model_wavelengths: Sequence[float] | np.ndarray | None,
    *,
    cube_bands: int,
    model_bands: int,
    cube_good: np.ndarray | None = None,
    model_good: Sequence[int] | np.ndarray | None = None,
) -> BandPlan:
    """Plan how to see a cube with a model's bands.

    Args:
        cube_wavelengths, model_wavelengths: nm (cube_bands,), (model_bands,), None = not known.
        cube_good: bool (cube_bands,); only good bands are used, a bad one is bridged by its neighbours.
        model_good: indices of the bands the model uses; only they must be covered.

    Raises:
        UserError: band numbers differ where wavelengths are missing, or the cube does not cover the model's
            range, or it calls a band bad that cannot be bridged; the message sums up both band lists.
    """
    used = np.arange(model_bands) if model_good is None else np.asarray(model_good, dtype=int)
    bad = np.zeros(cube_bands, bool) if cube_good is None else ~np.asarray(cube_good, bool)
    if cube_wavelengths is None or model_wavelengths is None:
        plan = _by_count(cube_bands, model_bands, cube_wavelengths is None)
        _check_none_bad(bad, used)
        return plan
    cube, model = np.asarray(cube_wavelengths, float), np.asarray(model_wavelengths, float)
    for order, note in ((slice(None), ""), (slice(None, None, -1), "the cube's bands are in reversed order")):
        if len(cube) == len(model) and np.all(np.abs(cube[order] - model)[used] <= SAME_BAND_NM):
            indices = np.arange(len(model))[order]
            same = BandPlan(indices, indices, np.zeros(len(model)), note=note)
            return _with_bridges(same, cube, bad, model, used)
    return _interpolated(cube, np.flatnonzero(~bad & (cube > 0)), model, used)


def _by_count(cube_bands: int, model_bands: int, cube_has_none: bool) -> BandPlan:
    missing = "the scene" if cube_has_none else "the model"
    if cube_bands != model_bands:
        raise UserError(
            f"the model has {model_bands} bands, the scene {cube_bands}, and {missing} has no wavelengths",
            "give the wavelengths, so that the scene can be resampled, or use a model for this sensor",
        )
    indices = np.arange(model_bands)
    note = f"{missing} has no wavelengths; the {model_bands} {TAKEN_AS_SAME}"
    return BandPlan(indices, indices, np.zeros(model_bands), note=note)


def _check_none_bad(bad: np.ndarray, used: np.ndarray) -> None:
    """Without wavelengths no neighbours are known that could stand in for a bad band."""
    wanted = used[bad[used]]
    if len(wanted):
        raise UserError(
            f"{_bands(wanted)} of the scene, which the model uses, {_are(wanted)} bad, and without "
            "wavelengths no other band can stand in",
            "correct `bbl` in the scene's header, or train a model on this scene",
        )


def _with_bridges(
    plan: BandPlan, cube: np.ndarray, bad: np.ndarray, model: np.ndarray, used: np.ndarray
) -> BandPlan:
    """The plan, with the bands that the scene calls bad interpolated from good neighbours."""
    wanted = used[bad[plan.lower[used]]]
    if not len(wanted):
        return plan
    bridged = _interpolated(cube, np.flatnonzero(~bad & (cube > 0)), model, wanted)
    lower, upper, weight = plan.lower.copy(), plan.upper.copy(), plan.weight.copy()
    for own, other in ((lower, bridged.lower), (upper, bridged.upper), (weight, bridged.weight)):
        own[wanted] = other[wanted]
    gap = float(np.abs(cube[upper[wanted]] - cube[lower[wanted]]).max())
    said = (
        f"{_bands(plan.lower[wanted])}, which the model uses, {_are(wanted)} bad in the scene and bridged by "
    )
    note = f"{said}good neighbours; the widest gap is {gap:.1f} nm"
    return BandPlan(lower, upper, weight, "; ".join(filter(None, (plan.note, note))))


def _bands(places: np.ndarray) -> str:
    """Which bands, counted from 1."""
    numbers = ", ".join(str(place + 1) for place in np.sort(places)[:MOST_SHOWN])
    more = " ..." if len(places) > MOST_SHOWN else ""
    return f"{len(places)} bands ({numbers}{more})" if len(places) > 1 else f"band {numbers}"


def _are(places: np.ndarray) -> str:
    return "are" if len(places) > 1 else "is"


def _interpolated(cube: np.ndarray, good: np.ndarray, model: np.ndarray, used: np.ndarray) -> BandPlan:
    """Linear interpolation between the neighbouring good bands."""
    order = good[np.argsort(cube[good], kind="stable")]
    wavelengths = cube[order]
    if not len(order):
        raise UserError("the scene has no good band with a wavelength", "correct its header")
    place = np.clip(np.searchsorted(wavelengths, model, side="right") - 1, 0, max(len(order) - 2, 0))
    following = np.minimum(place + 1, len(order) - 1)
    gap = wavelengths[following] - wavelengths[place]
    weight = np.divide(model - wavelengths[place], gap, out=np.zeros(len(model)), where=gap > 0)
    weight = np.clip(weight, 0.0, 1.0)
    bridged = np.where((weight > 0) & (weight < 1), gap, 0.0)
    _check_covered(wavelengths, model, used, bridged, len(cube))
    largest = float(bridged[used].max(initial=0.0))
    note = (
        f"the scene's {len(cube)} bands are resampled to the model's {len(model)} by wavelength; "
        f"the largest gap bridged is {largest:.1f} nm"
    )
    return BandPlan(order[place], order[following], weight, note)


def _check_covered(
    wavelengths: np.ndarray, model: np.ndarray, used: np.ndarray, bridged: np.ndarray, cube_bands: int
) -> None:
    wanted = model[used]
    own_steps = np.diff(np.unique(wanted))
    widest = max(WIDEST_GAP_NM, float(own_steps.max(initial=0.0)))
    margin = max(SAME_BAND_NM, float(np.median(own_steps)) / 2 if len(own_steps) else 0.0)
    outside = (wanted < wavelengths[0] - margin) | (wanted > wavelengths[-1] + margin)
    too_wide = bridged[used] > widest
    if not outside.any() and not too_wide.any():
        return
    worst = wanted[outside | too_wide][0]
    has = f"{cube_bands} bands, {len(wavelengths)} good, {wavelengths[0]:.0f}-{wavelengths[-1]:.0f} nm"
    uses = f"{len(used)} of {len(model)} bands, {wanted.min():.0f}-{wanted.max():.0f} nm"
    raise UserError(
        f"the scene does not cover the model: the model uses {uses}, the scene has {has}; "
        f"it has nothing near {worst:.0f} nm",
        "use a model trained for this sensor, or train one on this scene",
    )
