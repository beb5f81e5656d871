"""The map on the disk: the right planes come back, and odd files are refused in one line."""

import json
import threading
from contextlib import suppress

import numpy as np
import pytest
import rasterio
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.confidence.map_description import MapDescription, map_files, read_description
from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.levels import LEVELS, NO_DATA
from hsi_uq_app.posterior.passport import Passport, SampleRecord
from hsi_uq_app.scene.coordinate_systems import same_place
from hsi_uq_app.scene.georeference import georeference_from

MAP_INFO = "UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84, units=Meters"


@pytest.fixture
def ladder():
    """100 draws of 3 x 4 pixels: pixel p has the logits p + 0.01 .. p + 1.00, shuffled; the last one NaN."""
    steps = np.random.default_rng(1).permutation(np.arange(1, 101) / 100)
    draws = steps[:, None, None] + np.arange(12).reshape(3, 4)
    draws[:, 2, 3] = np.nan
    return draws.astype(np.float32)


def test_that_each_stop_of_alpha_reads_the_draws_of_its_ranks(write_map, ladder):
    result = write_map(ladder)
    for alpha, low, high in ((20, 10, 90), (7, 4, 97), (14, 7, 93), (2, 1, 99), (1, 1, 100), (50, 25, 75)):
        lower, upper = result.interval(alpha)
        assert lower[1, 1] == round(1024 * (5 + low / 100))
        assert upper[1, 1] == round(1024 * (5 + high / 100))


def test_that_a_pixel_is_what_the_planes_hold_there(write_map, ladder):
    result = write_map(ladder)
    lower, upper = result.interval(7)
    for line, sample in ((0, 0), (1, 2), (2, 2)):
        found = result.pixel(line, sample, 7)
        assert (found.lower, found.upper) == (lower[line, sample], upper[line, sample])
        assert found.mean_logit == result.mean_logit[line, sample]
        assert found.ace == result.ace[line, sample]
    assert result.pixel(2, 3, 7).upper == NO_DATA


def test_that_a_pixel_is_read_without_its_planes(write_map, ladder, monkeypatch):
    result = write_map(ladder)
    monkeypatch.setattr("hsi_uq_app.confidence.plane_file.PlaneReader.plane", None)
    assert result.pixel(1, 1, 20).lower == round(1024 * 5.1)


def test_that_all_stops_of_the_slider_have_their_planes(write_map, ladder):
    result = write_map(ladder)
    for alpha in range(1, 51):
        lower, upper = result.interval(alpha)
        assert (lower <= upper).all()
    assert len(LEVELS) == 101


def test_that_pixels_without_data_stay_so_in_every_plane(write_map, ladder):
    result = write_map(ladder)
    assert all(result.plane(level)[2, 3] == NO_DATA for level in LEVELS)
    assert np.isnan([result.mean_logit[2, 3], result.probability()[2, 3]]).all()


def test_that_the_side_planes_come_back(write_map, ladder):
    result = write_map(ladder)
    expected = (1 / (1 + np.exp(-ladder[:, 0, 2]))).mean()
    assert result.probability()[0, 2] == pytest.approx(expected, abs=1e-6)
    assert (result.epistemic[0, 0], result.ace[0, 0]) == (0.25, -0.5)


def test_that_a_thinned_plane_is_every_nth_line_and_sample(write_map):
    draws = np.random.default_rng(0).normal(size=(20, 7, 10)).astype(np.float32)
    result = write_map(draws)
    assert np.array_equal(result.plane(500, step=3), result.plane(500)[::3, ::3])
    assert np.array_equal(result.probability(step=4), result.probability()[::4, ::4])


def test_that_planes_cannot_be_changed_by_who_reads_them(write_map, ladder):
    with pytest.raises(ValueError, match="read-only"):
        write_map(ladder).plane(500)[0, 0] = 1


def test_that_few_planes_stay_in_memory(write_map, ladder, monkeypatch):
    result = write_map(ladder)
    monkeypatch.setattr("hsi_uq_app.confidence.plane_file._MOST_BYTES", 5 * result.plane(500).nbytes)
    read = [(level, result.plane(level)) for alpha in range(1, 51) for level in (5 * alpha, 1000 - 5 * alpha)]
    latest_first = [result.plane(level) is plane for level, plane in reversed(read[-6:])]
    assert latest_first == [True] * 5 + [False]


def test_that_rasterio_reads_the_map_with_its_place_and_names(write_map, ladder):
    result = write_map(ladder, fields={"map info": MAP_INFO, "wavelength": "1, 2, 3"})
    with rasterio.open(result.files.image) as seen:
        assert (seen.count, seen.width, seen.height, seen.nodata) == (101, 4, 3, NO_DATA)
        assert seen.descriptions[0].startswith("q0.005")
        assert seen.descriptions[50].startswith("q0.500")
        assert tuple(seen.transform)[:6] == (2, 0, 500000, 0, -2, 4000000)
        assert seen.crs.to_epsg() == 32618
        assert np.array_equal(seen.read(51), result.plane(500))
    with rasterio.open(result.files.side_image) as seen:
        assert np.array_equal(seen.read(2), result.epistemic, equal_nan=True)
    assert result.georeference.transform == pytest.approx((2, 0, 500000, 0, -2, 4000000))


def test_that_rasterio_places_a_rotated_map_where_the_scene_is(write_map, ladder):
    rotated = "UTM, 1.5, 2.5, 500000, 4000000, 2, 2, 18, North, WGS-84, units=Meters, rotation=30"
    expected, _ = georeference_from({"map info": rotated})
    result = write_map(ladder, fields={"map info": rotated})
    with rasterio.open(result.files.image) as seen:
        assert tuple(seen.transform)[:6] == pytest.approx(expected.transform, abs=2e-9, rel=0)
    assert result.georeference.transform == pytest.approx(expected.transform, abs=2e-9, rel=0)


def test_that_the_map_carries_its_passport_and_provenance(write_map, ladder):
    result = write_map(ladder)
    assert (result.draws, result.passport.method, result.provenance["cube"]) == (
        100,
        "deep-ensemble",
        "c0ffee",
    )


def test_that_the_same_numbers_give_the_same_bytes(write_map, ladder):
    first, second = write_map(ladder, "A.hdr"), write_map(ladder, "B.hdr")
    for one, other in zip(first.files.all, second.files.all, strict=True):
        assert one.read_bytes() == other.read_bytes()
    assert first.fingerprint() == second.fingerprint()


def test_that_other_numbers_give_another_fingerprint(write_map, ladder):
    first = write_map(ladder, "A.hdr").fingerprint()
    assert write_map(ladder + 0.5, "B.hdr").fingerprint() != first


@pytest.mark.parametrize("name", ["R.hdr", "R.img", "R.json", "R"])
def test_that_any_of_its_names_opens_the_map(write_map, ladder, name):
    result = write_map(ladder)
    assert open_quantile_map(result.path.with_name(name)).lines == 3


def test_that_a_map_replaced_while_open_still_shows_the_old_planes(write_map, ladder):
    before = write_map(ladder)
    write_map(ladder + 1)
    assert before.plane(500)[0, 0] == round(1024 * 0.50)


def test_that_two_threads_may_read(write_map):
    draws = np.random.default_rng(0).normal(size=(20, 40, 50)).astype(np.float32)
    result = write_map(draws)
    expected = {level: result.plane(level).copy() for level in LEVELS}
    wrong = []

    def read():
        wrong.extend(level for level in LEVELS if not np.array_equal(result.plane(level), expected[level]))

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert wrong == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
keys = st.sampled_from(["format", "format_version", "lines", "samples", "levels", "step", "no_data", "side",
                        "passport", "provenance"])  # fmt: skip


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A folder for descriptions that are not quite right, and a right one."""
    return map_files(tmp_path_factory.mktemp("fuzz") / "R")


def description():
    sample = SampleRecord(kind="all", targets=1, background=1, background_in_region=1)
    passport = Passport(
        method="hmc", draws=40, seed=0, activation="tanh", hidden=10, components=1, bands=2,
        wavelengths_nm=None, good_bands=(0,), region="left", label_threshold=0.1, base_rate=0.5,
        log_base_odds=0, sample=sample, training_hash="7a57", version="0.1.0",
    )  # fmt: skip
    return MapDescription(lines=3, samples=4, passport=passport).model_dump(mode="json")


def read_or_refuse(files, content):
    files.description.write_bytes(content)
    with suppress(UserError):
        return read_description(files)


@given(
    st.binary(max_size=200)
    | st.text(max_size=200).map(str.encode)
    | json_values.map(lambda v: json.dumps(v).encode())
)
def test_that_no_bytes_whatever_break_the_reader(written, content):
    assert read_or_refuse(written, content) is None


@given(keys, json_values)
def test_that_no_value_whatever_breaks_the_reader(written, key, value):
    changed = description() | {key: value}
    read = read_or_refuse(written, json.dumps(changed).encode())
    assert read is None or isinstance(read, MapDescription)


def rewrite(path, **changes):
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


ODD = {
    "no description": lambda files: files.description.unlink(),
    "no image": lambda files: files.image.unlink(),
    "no side image": lambda files: files.side_image.unlink(),
    "no header": lambda files: files.header.unlink(),
    "truncated image": lambda files: files.image.write_bytes(files.image.read_bytes()[:-1]),
    "image too long": lambda files: files.image.write_bytes(files.image.read_bytes() + b"1"),
    "truncated side": lambda files: files.side_image.write_bytes(b""),
    "not JSON": lambda files: files.description.write_text("{"),
    "deep JSON": lambda files: files.description.write_text("[" * 100_000),
    "JSON of another kind": lambda files: files.description.write_text('{"format": "session"}'),
    "binary": lambda files: files.description.write_bytes(bytes(range(256))),
    "a later version": lambda files: rewrite(files.description, format_version=2),
    "other levels": lambda files: rewrite(files.description, levels=[5, 10]),
    "a bomb": lambda files: rewrite(files.description, lines=10**6, samples=10**6),
    "a huge number": lambda files: rewrite(files.description, lines=10**30),
    "negative size": lambda files: rewrite(files.description, lines=-3),
    "other shape": lambda files: rewrite(files.description, lines=4, samples=3),
    "no passport": lambda files: rewrite(files.description, passport=None),
    "header of nothing": lambda files: files.header.write_text("nothing"),
}


@pytest.mark.parametrize("odd", ODD)
def test_that_an_odd_map_is_refused_in_one_line(write_map, ladder, odd):
    files = write_map(ladder).files
    ODD[odd](files)
    with pytest.raises(UserError) as refused:
        open_quantile_map(files.header)
    assert "R" in refused.value.message
    assert "\n" not in str(refused.value)


ROTATED = "UTM, 3, 2, 500000, 4000000, 2, 2, 18, North, WGS-84, units={}, rotation=30"


@pytest.mark.parametrize(
    "fields",
    [
        {"map info": ROTATED.format("Meters")},
        {"map info": ROTATED.format("Feet")},
        {"map info": ROTATED.format("Meters"), "coordinate system string": "garbage"},
        {"map info": ROTATED.format("Meters"), "coordinate system string": 'GEOGCS["x"-DATUM["y"]]'},
        {"map info": ROTATED.format("Meters"), "coordinate system string": "EPSG:32618"},
        {"map info": "Geographic Lat/Lon, 1, 1, -360000, 144000, 3.6, 3.6, WGS-84, units=Seconds"},
        {"map info": "UTM, 1, 1, 500000, 4000000, 2, -2, 18S, WGS84"},
        {"affine transform": "2, 1, 500000, 0, -2, 4000000", "coordinate system string": "EPSG:32618"},
        {
            "map info": "mine, 1, 1, 1000, 2000, 30, 30, WGS-84",
            "projection info": "9, 6378137, 6356752.314245, 23, -96, 0, 0, 29.5, 45.5, NAD-83, mine",
        },
    ],
)
def test_that_a_place_told_oddly_is_the_result_s_too(write_map, fields):
    scene, _ = georeference_from(fields)
    found = write_map(np.zeros((4, 3, 4)), fields=fields).georeference
    assert found.transform == pytest.approx(scene.transform, abs=1e-8, rel=1e-15)
    assert same_place(found.crs_wkt, scene.crs_wkt)
