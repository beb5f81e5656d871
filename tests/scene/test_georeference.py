"""Map info and coordinate system strings as transform and CRS; the values are worked out by hand."""

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import rasterio
from pyproj import CRS

from hsi_uq_app.scene.georeference import Georeference, georeference_from, spatial_fields
from hsi_uq_app.scene.map_info import Affine
from hsi_uq_app.scene.map_info_text import georeference_fields
from hsi_uq_app.scene.open_scene import open_scene
from tests.scene.kit import UTM, epsg, place, place_and_notes


@pytest.mark.parametrize(
    "map_info",
    [
        "UTM,1,1,500000,4000000,2,2,18,North,WGS-84,rotation=30,units=Meters",
        "UTM,1,1,500000,4000000,2,2,18,North,WGS-84,units=Meters,rotation=30",
        "UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84, units = Meters, Rotation = 30.0",
        "rotation=30, UTM, 1.0, 1.0, 500000.0, 4000000.0, 2.0, 2.0, units=Meters, 18, North, WGS-84",
    ],
)
def test_that_rotation_may_stand_anywhere(map_info: str) -> None:
    georeference = place(map_info)
    expected = (1.732051, 1, 500000, 1, -1.732051, 4000000)
    assert np.allclose(georeference.transform, expected, atol=1e-6, rtol=0)
    assert epsg(georeference) == 32618
    assert georeference.pixel_area_m2 == pytest.approx(4)


@pytest.mark.parametrize(
    ("degrees", "transform"),
    [
        (90, (0, 2, 500000, 2, 0, 4000000)),
        (-90, (0, -2, 500000, -2, 0, 4000000)),
        (540, (-2, 0, 500000, 0, 2, 4000000)),
        (360, (2, 0, 500000, 0, -2, 4000000)),
    ],
)
def test_that_a_right_angle_is_exact(degrees: float, transform: tuple[float, ...]) -> None:
    assert place(f"{UTM}, rotation={degrees}").transform == transform


@pytest.mark.parametrize("reference", ["1, 1", "3, 2", "1.5, 1.5"])
@pytest.mark.parametrize("rotation", ["180", "-180", "180.0"])
def test_that_a_rotation_of_180_is_read_as_gdal_reads_it_and_said(
    write_cube: Callable[..., Path], reference: str, rotation: str
) -> None:
    """At 1, 1: x grows eastwards from 500000, y northwards from 4000000."""
    words = f"UTM, {reference}, 500000, 4000000, 2, 3, 18, North, WGS-84, rotation={rotation}"
    cube = open_scene(write_cube(map_info=words.split(", ")))
    with rasterio.open(cube.data_path) as other:
        assert cube.georeference is not None
        assert cube.georeference.transform == tuple(other.transform)[:6]
    if reference == "1, 1":
        assert cube.georeference.transform == (2, 0, 500000, 0, 3, 4000000)
    assert "south to north" in str(cube.notes)


def test_that_the_half_turn_of_envi_can_be_chosen(write_cube: Callable[..., Path]) -> None:
    words = f"{UTM}, rotation=180".split(", ")
    cube = open_scene(write_cube(map_info=words), {"rotation": "half turn"})
    assert cube.georeference is not None
    assert cube.georeference.transform == (-2, 0, 500000, 0, 2, 4000000)
    assert "half-turn, as ENVI has it" in str(cube.notes)
    copied = {key: text.strip("{}") for key, text in spatial_fields(cube.header.fields).items()}
    again, _ = georeference_from({"lines": "5", "samples": "7"} | copied)
    assert again is not None
    assert again.transform == cube.georeference.transform


@pytest.mark.parametrize(
    "transform", [(-2, 0, 5e5, 0, 2, 4e6), (2, 0, 5e5, 0, 2, 4e6), (2, 0, 5e5, 0, -2, 4e6)]
)
def test_that_a_place_written_as_map_info_is_read_back(transform: Affine) -> None:
    fields = georeference_fields(Georeference(transform, None, None))
    again, _ = georeference_from({"lines": "5", "samples": "7"} | fields)
    assert again is not None
    assert again.transform == transform


def test_that_a_missing_string_is_no_error_and_no_place_is_invented() -> None:
    assert epsg(place(UTM)) == 32618
    assert georeference_from({}) == (None, ())
    assert georeference_from({"coordinate system string": CRS.from_epsg(32618).to_wkt()}) == (None, ())


def test_that_the_reference_pixels_centre_shifts_half_a_pixel() -> None:
    corner = place("UTM, 1, 1, 500000, 4000000, 1, 1, 18, North, WGS-84, units=Meters")
    centre = place("UTM, 1.5, 1.5, 500000, 4000000, 1, 1, 18, North, WGS-84, units=Meters")
    assert corner.transform == (1, 0, 500000, 0, -1, 4000000)
    assert centre.transform == (1, 0, 499999.5, 0, -1, 4000000.5)
    assert centre.map_xy(0, 0) == (500000, 4000000)
    assert corner.map_xy(0, 0) == (500000.5, 3999999.5)


@pytest.mark.parametrize("degrees", [0, 30, 90, 217.5, -12])
def test_that_a_scene_turns_about_its_reference_pixel(degrees: float) -> None:
    georeference = place(f"UTM, 4.5, 3.5, 500000, 4000000, 2, 3, 18, North, WGS-84, rotation={degrees}")
    assert georeference.map_xy(2, 3) == pytest.approx((500000, 4000000), abs=1e-8)
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    along = (500000 + 2 * 3 * cosine, 4000000 + 2 * 3 * sine)
    down = (500000 + 3 * 2 * sine, 4000000 - 3 * 2 * cosine)
    assert georeference.map_xy(2, 6) == pytest.approx(along, abs=1e-8)
    assert georeference.map_xy(4, 3) == pytest.approx(down, abs=1e-8)


@pytest.mark.parametrize(
    "map_info",
    [
        "UTM",
        "UTM, 1, 1, x, y, 2, 2, 18",
        "UTM, 1, 1, 0, 0, 0, 2, 18, North",
        "UTM,1,1,nan,0,1,1",
        "UTM, 1, 1, 0, 0, 1, 1, rotation=inf",
        ",,,,,,,,,",
    ],
)
def test_that_an_unreadable_map_info_gives_no_place_and_a_note(map_info: str) -> None:
    georeference, notes = place_and_notes(map_info)
    assert georeference is None
    assert "no coordinates" in notes[0].text


def test_that_places_are_told_in_degrees_too() -> None:
    longitude, latitude = place("UTM, 1.5, 1.5, 500000, 0, 1, 1, 18, North, WGS-84").lon_lat(0, 0) or (0, 0)
    assert (longitude, latitude) == pytest.approx((-75, 0), abs=1e-9)


def test_that_a_pixel_in_degrees_has_its_area_on_the_ellipsoid() -> None:
    area = place("Geographic Lat/Lon, 1, 1, 10, 60, .0001, .0001, WGS-84, units=Degrees").pixel_area_m2
    assert area == pytest.approx(
        11.1412 * 5.5802, rel=1e-3
    )  # metres of 1e-4 degrees along and across at 60 N


def test_that_a_scene_in_feet_has_its_area_in_square_metres() -> None:
    feet = CRS.from_epsg(2263).to_wkt()
    assert place("New York, 1, 1, 1000000, 200000, 10, 10", feet).pixel_area_m2 == pytest.approx(
        9.2903, rel=1e-4
    )


def test_that_metres_without_a_crs_still_give_an_area() -> None:
    assert place("Arbitrary, 1, 1, 0, 0, 2, 3, units=Meters").pixel_area_m2 == 6
    assert place("Arbitrary, 1, 1, 0, 0, 2, 3").pixel_area_m2 is None


def test_that_only_spatial_fields_are_copied() -> None:
    fields = {
        "map info": UTM,
        "coordinate system string": "PROJCS[]",
        "x start": "4",
        "wavelength": "1, 2",
        "bbl": "1, 0",
        "data ignore value": "-9999",
        "reflectance scale factor": "10000",
    }
    assert spatial_fields(fields) == {
        "map info": "{" + UTM + "}",
        "coordinate system string": "{PROJCS[]}",
        "x start": "4",
    }


@pytest.mark.parametrize("degrees", [0, 30, 90, 180, -45.5])
@pytest.mark.parametrize("number", [32618, 32755, 4326, 3035, None])
def test_that_a_place_goes_round_through_envi_and_geotiff(
    tmp_path: Path, degrees: float, number: int | None
) -> None:
    wkt = CRS.from_epsg(number).to_wkt() if number else ""
    size = "1e-5, 2e-5" if number == 4326 else "2, 3"
    origin = "-74.123456789, 40.5" if number == 4326 else "512345.678, 4098765.4321"
    first = place(f"Anything, 3.5, 2, {origin}, {size}, rotation={degrees}", wkt)
    fields = georeference_fields(first) | {"lines": "5", "samples": "7"}
    through_envi, _ = georeference_from(fields)
    assert through_envi is not None
    assert_same_place(first, through_envi)
    with rasterio.open(
        tmp_path / "t.tif",
        "w",
        driver="GTiff",
        height=5,
        width=7,
        count=1,
        dtype="uint8",
        crs=first.crs_wkt,
        transform=rasterio.Affine(*first.transform),
    ) as target:
        target.write(np.zeros((1, 5, 7), dtype="u1"))
    with rasterio.open(tmp_path / "t.tif") as source:
        through_tiff = Georeference(tuple(source.transform)[:6], source.crs and source.crs.to_wkt(), None)
    assert_same_place(first, through_tiff)


def assert_same_place(first: Georeference, second: Georeference) -> None:
    """The same corners within 1e-9 of a pixel (or a float's own step), and the same CRS."""
    pixel = math.hypot(first.transform[0], first.transform[3])
    for line, sample in ((0, 0), (4, 6), (99_999, 9_999)):
        here, there = np.array(first.map_xy(line, sample)), np.array(second.map_xy(line, sample))
        assert np.all(np.abs(here - there) <= np.maximum(1e-9 * pixel, 2 * np.spacing(np.abs(here))))
    if first.crs_wkt is None:
        assert second.crs_wkt is None
        return
    assert second.crs_wkt is not None
    assert CRS.from_wkt(first.crs_wkt).equals(CRS.from_wkt(second.crs_wkt), ignore_axis_order=True) or (
        CRS.from_wkt(second.crs_wkt).to_epsg(20) == CRS.from_wkt(first.crs_wkt).to_epsg(20)
    )


def test_that_a_sheared_transform_has_no_map_info_and_comes_back() -> None:
    sheared = Georeference((2.0, 1.0, 500_000.0, 0.0, -2.0, 4_000_000.0), CRS.from_epsg(32618).to_wkt(), 4.0)
    fields = georeference_fields(sheared)
    assert "map info" not in fields
    found, notes = georeference_from(fields | {"lines": "5", "samples": "7"})
    assert found is not None
    assert (found.transform, epsg(found), found.pixel_area_m2, notes) == (sheared.transform, 32618, 4.0, ())
    assert spatial_fields(fields).keys() == fields.keys()


@pytest.mark.parametrize(
    "text", ["", "1, 2, 3", "a, b, c, d, e, f", "1, 2, 0, 1, 2, 0", "nan, 0, 0, 0, 1, 0"]
)
def test_that_an_affine_transform_that_is_none_gives_no_place(text: str) -> None:
    assert georeference_from({"affine transform": text}) == (None, ())


def test_that_what_a_map_info_leaves_out_is_said() -> None:
    georeference, notes = place_and_notes("UTM, 1, 1, 500000, 4000000, 2, 2, 18")
    assert georeference is not None
    assert epsg(georeference) == 32618
    assert "North and datum WGS-84 is assumed" in notes[0].text


@pytest.mark.parametrize(
    ("map_info", "transform", "area"),
    [
        (
            "UTM, 1, 1, 1640000, 13000000, 10, 10, 18, North, WGS-84, units=Feet",
            (3.048, 0, 499872, 0, -3.048, 3962400),
            3.048**2,
        ),
        ("UTM, 1, 1, 500, 4000, .002, .002, 18, North, WGS-84, units=Km", (2, 0, 500000, 0, -2, 4000000), 4),
        (
            "Geographic Lat/Lon, 1, 1, -360000, 144000, 3.6, 3.6, WGS-84, units=Seconds",
            (0.001, 0, -100, 0, -0.001, 40),
            9482.085,
        ),
    ],
)
def test_that_numbers_in_another_unit_are_converted(
    tmp_path: Path, map_info: str, transform: tuple[float, ...], area: float
) -> None:
    georeference, notes = place_and_notes(map_info)
    assert georeference is not None
    assert georeference.transform == pytest.approx(transform, abs=1e-6)
    assert georeference.pixel_area_m2 == pytest.approx(area, rel=1e-4)
    assert "converted to the unit of" in notes[0].text
    (tmp_path / "t.hdr").write_text(
        f"ENVI\nsamples=2\nlines=2\nbands=1\ndata type=1\ninterleave=bsq\nmap info = {{{map_info}}}\n"
    )
    (tmp_path / "t.img").write_bytes(b"1234")
    with rasterio.open(tmp_path / "t.img") as other:  # GDAL gives the CRS the unit, or the transform
        factor = other.crs.linear_units_factor[1] if other.crs.is_projected else 1
        assert georeference.transform == pytest.approx([factor * value for value in other.transform[:6]])


@pytest.mark.parametrize(
    "map_info", ["UTM, , 1, 500000, 4000000, 2, 2, 18, North, WGS-84", "UTM, 1, 1, 5, , 2, 2, 18"]
)
def test_that_a_place_left_blank_shifts_no_other(map_info: str) -> None:
    georeference, notes = place_and_notes(map_info)
    assert georeference is None
    assert "no coordinates" in notes[0].text


def test_that_points_without_a_map_info_are_said() -> None:
    georeference, notes = georeference_from({"geo points": "1, 1, 40, -100, 7, 5, 39, -99"})
    assert georeference is None
    assert "not used" in notes[0].text


def test_that_longitudes_lie_between_minus_180_and_180() -> None:
    assert place("Geographic Lat/Lon, 1, 1, 200, 60, 1, 1, WGS-84").lon_lat(0, 0) == pytest.approx(
        (-159.5, 59.5)
    )
