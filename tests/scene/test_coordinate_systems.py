"""Coordinate reference systems by name, number and string, in every dialect."""

from pathlib import Path

import numpy as np
import pytest
import rasterio
from pyproj import CRS, Transformer

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.coordinate_systems import esri_wkt
from hsi_uq_app.scene.georeference import Georeference, georeference_from
from tests.scene.kit import UTM, epsg, place, place_and_notes

MOON = (
    'GEOGCS["Moon 2000",DATUM["D_Moon_2000",SPHEROID["Moon",1737400,0]],'
    'PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]'
)


@pytest.mark.parametrize(
    ("map_info", "number"),
    [
        ("UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84", 32618),
        ("UTM, 1, 1, 500000, 4000000, 2, 2, 18, South, WGS-84", 32718),
        ("UTM, 1, 1, 500000, 4000000, 2, 2, -18, WGS-84", 32718),
        ("UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, North America 1983", 26918),
        ("UTM, 1, 1, 500000, 4000000, 2, 2, 18, N, North America 1927", 26718),
        ("UTM, 1, 1, 500000, 4000000, 2, 2, 33, North, European 1950", 23033),
        ("Geographic Lat/Lon, 1, 1, -74.5, 40.5, 1e-5, 1e-5, WGS-84, units=Degrees", 4326),
        ("Geographic Lat/Lon, 1, 1, -74.5, 40.5, 1e-5, 1e-5, North America 1983", 4269),
    ],
)
def test_that_map_info_names_its_crs(map_info: str, number: int) -> None:
    georeference, notes = place_and_notes(map_info)
    assert georeference is not None
    assert (epsg(georeference), notes) == (number, ())


@pytest.mark.parametrize(
    ("map_info", "noted"),
    [
        ("Arbitrary, 1, 1, 0, 0, 1, 1, units=Meters", False),
        ("UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, Moon Datum", True),
        ("UTM, 1, 1, 500000, 4000000, 2, 2, 99, North, WGS-84", True),
        ("UTM, 1, 1, 500000, 4000000, 2, 2", True),
        ("State Plane (NAD 83), 1, 1, 500000, 4000000, 2, 2, 1004, units=Feet", True),
    ],
)
def test_that_no_crs_is_invented(map_info: str, noted: bool) -> None:
    georeference, notes = place_and_notes(map_info)
    assert georeference is not None
    assert georeference.crs_wkt is None
    assert georeference.lon_lat(0, 0) is None
    assert bool(notes) == noted


@pytest.mark.parametrize("dialect", ["WKT1_GDAL", "WKT1_ESRI", "WKT2_2019"])
def test_that_every_dialect_of_the_string_is_read(dialect: str) -> None:
    georeference, notes = place_and_notes(UTM, CRS.from_epsg(32618).to_wkt(dialect))
    assert georeference is not None
    assert georeference.crs_wkt is not None
    assert CRS.from_wkt(georeference.crs_wkt).to_epsg(20) == 32618
    assert notes == ()


def test_that_contradictory_strings_are_said_and_the_string_wins_where_it_can() -> None:
    georeference, notes = place_and_notes(UTM, CRS.from_epsg(32633).to_wkt())
    assert georeference is not None
    assert epsg(georeference) == 32633
    assert "33N" in notes[0].text
    assert "18N" in notes[0].text
    georeference, notes = place_and_notes(UTM, CRS.from_epsg(4326).to_wkt())
    assert georeference is not None
    assert epsg(georeference) == 32618  # 500000 cannot be degrees
    assert "is used" in notes[0].text


def test_that_a_broken_string_falls_back_to_map_info() -> None:
    georeference, notes = place_and_notes(UTM, 'PROJCS["WGS 84 / UTM zone 18N"-GEOGCS["WGS 84"')
    assert georeference is not None
    assert epsg(georeference) == 32618
    assert "unreadable" in notes[0].text


def test_that_the_esri_dialect_is_written_for_envi() -> None:
    assert esri_wkt(CRS.from_epsg(32618).to_wkt()).startswith('PROJCS["WGS_1984_UTM_Zone_18N"')


@pytest.mark.parametrize(
    ("rest", "number"),
    [
        ("18, North, WGS84", 32618),
        ("18, North, WGS 84", 32618),
        ('18, North, "WGS-84"', 32618),
        ("18, North, D_WGS_1984", 32618),
        ("18N, WGS-84", 32618),
        ("18.0, South, WGS-84", 32718),
        ("18s, WGS-84", 32718),
        ("18, North, NAD83", 26918),
        ("18, North, D_North_American_1983", 26918),
        ("32, North, ETRS89", 25832),
        ("55, South, GDA2020", 7855),
    ],
)
def test_that_a_zone_and_a_datum_may_be_spelt_in_many_ways(rest: str, number: int) -> None:
    georeference, notes = place_and_notes(f"UTM, 1, 1, 500000, 4000000, 2, 2, {rest}, units=Meters")
    assert georeference is not None
    assert (epsg(georeference), notes) == (number, ())


def test_that_a_unit_that_contradicts_the_crs_is_said_and_changes_nothing() -> None:
    georeference, notes = place_and_notes(f"{UTM}, units=Feet", CRS.from_epsg(32618).to_wkt())
    assert georeference is not None
    assert georeference.transform == (2, 0, 500000, 0, -2, 4000000)
    assert "not the unit of" in notes[0].text
    assert "not the unit of" in place_and_notes(f"{UTM}, units=Degrees")[1][0].text


def test_that_degrees_are_not_taken_for_metres() -> None:
    degrees = "Geographic Lat/Lon, 1, 1, -75, 36, .001, .001, WGS-84, units=Degrees"
    assert epsg(place(degrees, CRS.from_epsg(32618).to_wkt())) == 4326


@pytest.mark.parametrize(
    "wkt",
    ['LOCAL_CS["mine",UNIT["metre",1]]', MOON],
)
def test_that_a_crs_without_a_way_to_degrees_has_none(wkt: str) -> None:
    found = Georeference((2.0, 0.0, 5.0, 0.0, -2.0, 4.0), wkt, None)
    assert found.lon_lat(0, 0) is None
    with pytest.raises(UserError, match="no CRS with a way to EPSG:4326"):
        found.from_lon_lat(np.array([0.0]), np.array([0.0]))


ELLIPSOID = "6378137.0, 6356752.314245"


@pytest.mark.parametrize(
    "projection",
    [
        f"3, {ELLIPSOID}, 10.0, 20.0, 500000.0, 1000.0, 0.9996, WGS-84, mine, units=Meters",
        f"4, {ELLIPSOID}, 39.0, -96.0, 10.0, 20.0, 33.0, 45.0, North America 1983, mine, units=Meters",
        f"7, {ELLIPSOID}, 52.0, 5.0, 0.0, 0.0, 0.9999, WGS-84, mine, units=Meters",
        f"9, {ELLIPSOID}, 23.0, -96.0, 0.0, 0.0, 29.5, 45.5, North America 1983, mine, units=Meters",
        f"11, {ELLIPSOID}, 45.0, -100.0, 0.0, 0.0, WGS-84, mine, units=Meters",
        f"12, {ELLIPSOID}, 45.0, -100.0, 0.0, 0.0, WGS-84, mine, units=Meters",
        f"31, {ELLIPSOID}, -71.0, 0.0, 0.0, 0.0, WGS-84, mine, units=Meters",
    ],
)
def test_that_projection_info_gives_the_crs_that_gdal_finds(tmp_path: Path, projection: str) -> None:
    map_info = "mine, 1, 1, 1000, 2000, 30, 30, WGS-84, units=Meters"
    fields = {"map info": map_info, "projection info": projection, "lines": "2", "samples": "2"}
    found, notes = georeference_from(fields)
    assert found is not None
    assert found.pixel_area_m2 == 900
    assert notes[0].key == "projection info"
    (tmp_path / "t.hdr").write_text(
        "ENVI\nsamples=2\nlines=2\nbands=1\ndata type=1\ninterleave=bsq\n"
        f"map info = {{{map_info}}}\nprojection info = {{{projection}}}\n"
    )
    (tmp_path / "t.img").write_bytes(b"1234")
    with rasterio.open(tmp_path / "t.img") as other:
        by_gdal = Transformer.from_crs(other.crs.to_wkt(), 4326, always_xy=True).transform(1015, 1985)
    assert found.lon_lat(0, 0) == pytest.approx(by_gdal, abs=1e-7)


@pytest.mark.parametrize(
    "projection",
    ["", "99, 1, 2", f"9, {ELLIPSOID}, 23", "x", f"9, {ELLIPSOID}, x, -96, 0, 0, 29.5, 45.5, WGS-84"],
)
def test_that_a_projection_info_that_tells_nothing_gives_no_crs(projection: str) -> None:
    fields = {"map info": "mine, 1, 1, 1000, 2000, 30, 30, WGS-84", "projection info": projection}
    found, notes = georeference_from(fields)
    assert found is not None
    assert found.crs_wkt is None
    assert "names no known CRS" in notes[0].text


@pytest.mark.parametrize("map_info", [UTM, "mine, 1, 1, 500000, 4000000, 2, 2"])
def test_that_a_crs_may_be_given_by_its_epsg_number(map_info: str) -> None:
    assert epsg(place(map_info, "EPSG:32618")) == 32618
    assert place_and_notes(map_info, "EPSG:99999")[1]
