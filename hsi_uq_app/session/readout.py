"""What is said about one pixel."""

import math
from dataclasses import dataclass

import numpy as np

from hsi_uq_app.confidence.high_confidence_set import CLASS_NAMES, high_confidence_set
from hsi_uq_app.confidence.quantile_map import NO_DATA
from hsi_uq_app.confidence.width import probability_of
from hsi_uq_app.session.results import Result
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.suburb import MATERIALS
from hsi_uq_app.session.view import Pixel, Thresholds


@dataclass(frozen=True)
class Belief:
    """What a result says of a pixel: probabilities, and its class in words."""

    probability: float
    lower: float
    upper: float
    ace: float
    verdict: str

    @property
    def width(self) -> float:
        return self.upper - self.lower


@dataclass(frozen=True)
class Readout:
    """Where a pixel is, and what is believed and known of it; None where nothing is said.

    Attributes:
        abundance: the truth's.
        material: that takes the largest part of a simulated pixel; "" where none is known.
    """

    pixel: Pixel
    map_xy: tuple[float, float] | None
    lon_lat: tuple[float, float] | None
    belief: Belief | None
    abundance: float | None = None
    material: str = ""


def readout(state: AppState, pixel: Pixel) -> Readout:
    """What is said about a pixel of the open scene."""
    georeference = state.scene.cube.georeference if state.scene else None
    materials = MATERIALS.of(state)
    return Readout(
        pixel=pixel,
        map_xy=georeference.map_xy(*pixel) if georeference else None,
        lon_lat=georeference.lon_lat(*pixel) if georeference else None,
        belief=belief_at(state.result, state.view.thresholds, pixel) if state.result else None,
        abundance=_abundance(state, pixel),
        material=materials.names[int(materials.codes[pixel])] if materials else "",
    )


def _abundance(state: AppState, pixel: Pixel) -> float | None:
    """The truth's, where it is known."""
    value = float(state.truth.abundance[pixel]) if state.truth else math.nan
    return None if math.isnan(value) else value


def belief_at(result: Result, thresholds: Thresholds, pixel: Pixel) -> Belief | None:
    """What a result says of a pixel; None where it was not evaluated."""
    levels = result.quantiles.pixel(*pixel, thresholds.alpha)
    if levels.upper == NO_DATA:
        return None
    lower, upper = (np.array([[level]], np.int16) for level in (levels.lower, levels.upper))
    verdict = high_confidence_set(lower, upper, thresholds.delta_value)
    return Belief(
        probability=float(np.exp(-np.logaddexp(0.0, -levels.mean_logit))),
        lower=float(probability_of(lower)[0, 0]),
        upper=float(probability_of(upper)[0, 0]),
        ace=levels.ace,
        verdict=CLASS_NAMES[int(verdict[0, 0])],
    )
