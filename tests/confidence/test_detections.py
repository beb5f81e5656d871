"""Detections of hand-made sets."""

import numpy as np
import pytest

from hsi_uq_app.confidence.detections import count_detections, detections, label_detections
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.levels import to_int16
from hsi_uq_app.scene.georeference import Georeference, georeference_from

SET = np.array(
    [
        [1, 1, 0, 2, 2],
        [2, 2, 1, 2, 2],
        [2, 2, 2, 2, 3],
        [1, 2, 2, 2, 3],
    ],
    np.uint8,
)


TWO_METRES = Georeference((2, 0, 1000, 0, -2, 5000), None, 4.0)


def planes(shape):
    mean = np.linspace(2, 4, shape[0] * shape[1]).reshape(shape).astype(np.float32)
    return to_int16(mean - 1), to_int16(mean + 1), mean


def rows(connectivity=8, minimum_pixels=1, georeference=None, classes=SET):
    labels = label_detections(classes, connectivity, minimum_pixels)
    return detections(labels, *planes(classes.shape), georeference)


def test_that_eight_neighbours_join_over_corners_and_four_do_not():
    assert [row.pixels for row in rows(8)] == [3, 1]
    assert [row.pixels for row in rows(4)] == [2, 1, 1]
    assert (count_detections(SET, 8), count_detections(SET, 4)) == (2, 3)


def test_that_the_sieve_leaves_small_ones_out_and_numbers_the_rest_from_one():
    kept = rows(4, minimum_pixels=2)
    assert [(row.id, row.pixels) for row in kept] == [(1, 2)]
    assert count_detections(SET, 4, minimum_pixels=2) == 1
    assert label_detections(SET, 4, 2)[0].tolist() == [1, 1, 0, 0, 0]


def test_that_a_row_says_where_and_how_large():
    first = rows(georeference=TWO_METRES)[0]
    assert (first.line, first.sample) == (pytest.approx(1 / 3), 1.0)
    assert (first.x, first.y) == (pytest.approx(1003.0), pytest.approx(5000 - 2 * (1 / 3 + 0.5)))
    assert (first.area_m2, first.lon, first.lat) == (12.0, None, None)


def test_that_longitude_and_latitude_are_those_of_the_centroid():
    place, _ = georeference_from(
        {"map info": "UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84, units=Meters"}
    )
    for row in rows(georeference=place):
        assert (row.lon, row.lat) == pytest.approx(place.lon_lat(row.line, row.sample), abs=1e-12)
        assert row.lon == pytest.approx(-75, abs=1e-3)


def test_that_a_row_says_how_sure():
    labels = label_detections(SET)
    lower, upper, mean = planes(SET.shape)
    row = detections(labels, lower, upper, mean)[0]
    probability = 1 / (1 + np.exp(-mean[labels == 1]))
    assert row.probability_mean == pytest.approx(probability.mean())
    assert row.probability_max == pytest.approx(probability.max())
    assert row.lower < row.probability_mean < row.upper
    assert row.width == pytest.approx(row.upper - row.lower)


def test_that_no_georeference_leaves_map_columns_empty():
    row = rows()[0]
    assert (row.x, row.y, row.lon, row.lat, row.area_m2) == (None,) * 5


def test_that_no_target_gives_no_row():
    nothing = np.zeros((3, 3), np.uint8)
    assert rows(classes=nothing) == ()
    assert count_detections(nothing) == count_detections(nothing, minimum_pixels=3) == 0


def test_that_an_unknown_connectivity_is_refused():
    with pytest.raises(UserError, match="connectivity 6"):
        label_detections(SET, 6)
