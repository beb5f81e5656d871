"""Detections: connected components of the target part of the set, as a label image and as table rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import ndimage
from scipy.special import expit

from hsi_uq_app.confidence.high_confidence_set import TARGET
from hsi_uq_app.confidence.width import probability_of
from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.coordinate_systems import lon_lat_of
from hsi_uq_app.scene.georeference import Georeference

Labels = npt.NDArray[np.int32]
Column = npt.NDArray[np.float64]

_NEIGHBOURS = {4: ndimage.generate_binary_structure(2, 1), 8: ndimage.generate_binary_structure(2, 2)}


@dataclass(frozen=True, slots=True)
class Detection:
    """One row of the table.

    Lines and samples count from 0 at pixel centres; x and y are map coordinates of the centroid; what the
    scene does not tell is None. The probabilities and bounds are means over the detection's pixels, except
    `probability_max`; the mean bounds are not the interval of the mean probability, which is narrower.
    """

    id: int
    pixels: int
    line: float
    sample: float
    x: float | None
    y: float | None
    lon: float | None
    lat: float | None
    area_m2: float | None
    probability_mean: float
    probability_max: float
    lower: float
    upper: float
    width: float


def count_detections(classes: npt.NDArray[np.uint8], connectivity: int = 8, minimum_pixels: int = 1) -> int:
    """How many detections a set holds; a few milliseconds for 1.5 million pixels."""
    labels, found = ndimage.label(classes == TARGET, _structure(connectivity))
    if minimum_pixels <= 1:
        return int(found)
    return int(np.count_nonzero(_sizes(labels)[1:] >= minimum_pixels))


def label_detections(
    classes: npt.NDArray[np.uint8], connectivity: int = 8, minimum_pixels: int = 1
) -> Labels:
    """Label image: 0 outside, 1..n in the order of the detections' first pixels; smaller ones are left out.

    Args:
        classes: the set, (lines, samples).
        connectivity: 8 joins pixels over corners, 4 does not.
        minimum_pixels: the sieve; 1 keeps all.
    """
    labels, _ = ndimage.label(classes == TARGET, _structure(connectivity))
    kept = _sizes(labels) >= minimum_pixels
    kept[0] = False
    renumbered = np.where(kept, np.cumsum(kept), 0).astype(np.int32)
    return renumbered[labels]


def detections(
    labels: Labels,
    lower: npt.NDArray[np.int16],
    upper: npt.NDArray[np.int16],
    mean_logit: npt.NDArray[np.float32],
    georeference: Georeference | None = None,
) -> tuple[Detection, ...]:
    """The table of a label image, in the order of its numbers; planes have its shape."""
    inside = np.flatnonzero(labels)
    number = labels.reshape(-1)[inside] - 1
    pixels = np.bincount(number)
    line, sample = np.divmod(inside, labels.shape[1])
    probability = expit(mean_logit.reshape(-1)[inside].astype(np.float64))
    greatest = np.zeros(pixels.size)
    np.maximum.at(greatest, number, probability)
    low, high = (probability_of(plane.reshape(-1)[inside]) for plane in (lower, upper))

    def mean(values: npt.NDArray[Any]) -> Column:
        return np.bincount(number, weights=values) / pixels

    lines, samples = mean(line), mean(sample)
    bounds = mean(low), mean(high)
    columns = (mean(probability), greatest, *bounds, bounds[1] - bounds[0])
    places = _places(lines, samples, pixels, georeference)
    table = zip(pixels, lines, samples, *places, *columns, strict=True)
    return tuple(_row(number, values) for number, values in enumerate(table, start=1))


def _row(number: int, values: Sequence[Any]) -> Detection:
    plain: list[Any] = [None if value is None or np.isnan(value) else value.item() for value in values]
    return Detection(number, *plain)


def _places(
    lines: Column, samples: Column, pixels: npt.NDArray[np.intp], georeference: Georeference | None
) -> Sequence[Sequence[Any]]:
    """Columns x, y, lon, lat, area in m2; None throughout where the scene does not tell."""
    unknown = [None] * lines.size
    if georeference is None:
        return [unknown] * 5
    x, y = georeference.map_xy(lines, samples)  # type: ignore[arg-type]  # plain arithmetic: arrays pass
    metres = georeference.pixel_area_m2
    area = unknown if metres is None else pixels * metres
    degrees = lon_lat_of(georeference.crs_wkt, x, y) or (unknown, unknown)  # type: ignore[arg-type]
    return [x, y, *degrees, area]


def _sizes(labels: Labels) -> npt.NDArray[np.intp]:
    """Pixels of each label, the outside first."""
    inside = labels[labels > 0]
    return np.bincount(inside, minlength=1 + int(inside.max(initial=0)))


def _structure(connectivity: int) -> npt.NDArray[np.bool_]:
    if connectivity not in _NEIGHBOURS:
        raise UserError(f"connectivity {connectivity} is not known", "use 4 or 8")
    return _NEIGHBOURS[connectivity]
