"""Polygons and tables, opened again by GDAL's vector readers, shapely and the standard library."""

import csv
import json
from dataclasses import replace

import numpy as np
import pyogrio
import pytest
import shapely
from pyproj import CRS, Transformer

from hsi_uq_app.errors import UserError
from hsi_uq_app.export.formats import FORMATS, write
from hsi_uq_app.export.polygons import outlines
from hsi_uq_app.export.table import COLUMNS, rows
from hsi_uq_app.scene.georeference import Georeference

MOON = (
    'GEOGCS["Moon 2000",DATUM["D_Moon_2000",SPHEROID["Moon",1737400,0]],'
    'PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]'
)
TO_DEGREES = Transformer.from_crs(32618, 4326, always_xy=True)


def read(path):
    """Columns by name, shapes, and the CRS of a vector file."""
    meta, _, geometry, columns = pyogrio.raw.read(path)
    return dict(zip(meta["fields"], columns, strict=True)), shapely.from_wkb(geometry), meta["crs"]


@pytest.mark.parametrize("kind", ["gpkg", "shp"])
def test_that_detections_lie_where_the_scene_is(make, tmp_path, kind):
    columns, shapes, crs = read(write(kind, make(), tmp_path / "found")[0])
    assert CRS(crs).to_epsg() == 32618
    assert columns["pixels"].tolist() == [3, 3, 1]
    assert [shape.area for shape in shapes] == [12, 12, 4]
    assert shapes[0].bounds == (500000, 4000000 - 4, 500006, 4000000)
    assert shapely.is_valid(shapes).all()


@pytest.mark.parametrize("kind", ["gpkg", "shp", "geojson"])
@pytest.mark.parametrize("rotation", [0, 30, 90])
def test_that_outlines_go_through_the_whole_affine(make, tmp_path, kind, rotation):
    selection = make(text=make.map_info(rotation))
    _, shapes, _ = read(write(kind, selection, tmp_path / "found")[0])
    a, b, c, d, e, f = selection.georeference.transform
    corners = [(a * x + b * y + c, d * x + e * y + f) for x, y in ((6, 2), (7, 2), (7, 5), (6, 5))]
    if kind == "geojson":
        corners = [TO_DEGREES.transform(*corner) for corner in corners]
    found = set(np.round(shapely.get_coordinates(shapes[1]), 6).ravel())
    assert found == set(np.round(corners, 6).ravel())


def test_that_a_shapefile_comes_with_its_prj(make, tmp_path):
    files = write("shp", make(), tmp_path / "found.shp")
    assert CRS.from_wkt((tmp_path / "found.prj").read_text()).to_epsg(min_confidence=20) == 32618
    assert all(path.exists() for path in files)
    assert max(len(column.short) for column in COLUMNS) <= 10


def test_that_a_shapefile_without_crs_keeps_no_earlier_prj(make, tmp_path):
    write("shp", make(), tmp_path / "found.shp")
    files = write("shp", make(text=None), tmp_path / "found.shp")
    assert not (tmp_path / "found.prj").exists()
    assert read(files[0])[2] is None


@pytest.mark.parametrize("dtype", [bool, np.int64])
def test_that_masks_of_any_whole_type_give_polygons(make, tmp_path, dtype):
    selection = make(np.eye(4, dtype=dtype), connectivity=8)
    columns, shapes, _ = read(write("gpkg", selection, tmp_path / "found")[0])
    assert (columns["pixels"].tolist(), shapes[0].area) == ([4], 16)
    assert shapely.is_valid(shapes).all()


def test_that_a_hole_stays_a_hole():
    ring = np.ones((3, 3), np.int32)
    ring[1, 1] = 0
    (outline,) = outlines(ring, None)
    assert (outline.area, len(outline.geoms[0].interiors)) == (8, 1)


def test_that_four_neighbours_and_the_sieve_reach_the_polygons(make, tmp_path):
    selection = make(connectivity=4, minimum_pixels=2)
    columns, _, _ = read(write("gpkg", selection, tmp_path / "found")[0])
    assert columns["pixels"].tolist() == [2, 3]


@pytest.mark.parametrize("kind", ["gpkg", "shp"])
def test_that_no_crs_means_pixel_coordinates_and_says_so(make, tmp_path, kind):
    files = write(kind, make(text=None), tmp_path / "found")
    columns, shapes, crs = read(files[0])
    assert crs is None or "Undefined" in crs
    assert shapes[1].bounds == (6, 2, 7, 5)
    assert np.isnan(columns["lon"]).all()
    assert "no CRS: pixel coordinates" in json.loads(files[-1].read_text())["coordinates"]


def test_that_geojson_is_longitude_and_latitude_with_outer_rings_counter_clockwise(make, tmp_path):
    path = write("geojson", make(), tmp_path / "found")[0]
    columns, shapes, crs = read(path)
    assert CRS(crs).to_epsg() == 4326
    assert shapes[0].bounds[0] == pytest.approx(-75, abs=1e-3)
    assert all(part.exterior.is_ccw for shape in shapes for part in shape.geoms)
    assert columns["lon"][1] == pytest.approx(shapes[1].centroid.x, abs=1e-8)


def test_that_geojson_without_crs_has_pixel_coordinates_and_says_so(make, tmp_path):
    path = write("geojson", make(text=None), tmp_path / "found.geojson")[0]
    document = json.loads(path.read_text())
    assert "no CRS: pixel coordinates" in document["coordinates"]
    assert shapely.geometry.shape(document["features"][1]["geometry"]).bounds == (6, 2, 7, 5)


def test_that_a_geopackage_carries_its_provenance(make, tmp_path):
    path = write("gpkg", make(), tmp_path / "found")[0]
    document = json.loads(pyogrio.read_info(path)["dataset_metadata"]["PROVENANCE"])
    assert (document["alpha"], document["hashes"]["model"]) == (0.2, "badcab1e")


def test_that_the_table_has_every_column_the_analyst_was_promised(make, tmp_path):
    with open(write("csv", make(), tmp_path / "found")[0], newline="") as file:
        table = list(csv.DictReader(file))
    assert list(table[0]) == [
        "id", "pixels", "area_m2", "line", "sample", "x", "y", "lon", "lat", "probability_mean",
        "probability_max", "lower", "upper", "width", "alpha", "delta", "method",
    ]  # fmt: skip
    second = table[1]
    told = [second[name] for name in ("id", "pixels", "area_m2", "line", "sample")]
    assert told == ["2", "3", "12.0", "3.0", "6.0"]
    assert (float(second["x"]), float(second["y"])) == (500013, 3999993)
    assert (second["alpha"], second["delta"], second["method"]) == ("0.2", "0.2", "deep-ensemble")
    bounds = [float(second[name]) for name in ("lower", "probability_mean", "probability_max", "upper")]
    assert bounds == sorted(bounds)


def test_that_a_table_tells_delta_as_the_slider_shows_it(make):
    selection = replace(make(), delta=0.1 + 0.2)
    (first, *_) = rows(selection, selection.detections(selection.labels()))
    assert dict(zip((column.name for column in COLUMNS), first, strict=True))["delta"] == 0.3


def test_that_a_table_without_place_has_empty_cells(make, tmp_path):
    with open(write("csv", make(text=None), tmp_path / "found")[0], newline="") as file:
        first = next(csv.DictReader(file))
    assert [first[name] for name in ("area_m2", "x", "y", "lon", "lat")] == [""] * 5


def test_that_every_format_tells_the_same_detections(make, tmp_path):
    rows = [read(write(kind, make(), tmp_path / kind)[0])[0] for kind in ("gpkg", "shp", "geojson")]
    for column in COLUMNS[:-1]:
        values = [row.get(column.name, row.get(column.short)) for row in rows]
        for other in values[1:]:
            assert np.allclose(values[0].astype(float), other.astype(float), rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    "text",
    [
        "Geographic Lat/Lon, 1, 1, 178, 60, 1, 1, WGS-84, units=Degrees",
        "Geographic Lat/Lon, 1, 1, -182, 60, 1, 1, WGS-84, units=Degrees",
    ],
)
def test_that_geojson_is_cut_where_it_crosses_longitude_180(make, tmp_path, text):
    selection = make(np.array([[2, 1, 1, 1, 2]]), text)
    _, shapes, _ = read(write("geojson", selection, tmp_path / "found")[0])
    assert shapely.get_num_geometries(shapes[0]) == 2
    assert sorted(part.bounds for part in shapes[0].geoms) == [(-180, 59, -178, 60), (179, 59, 180, 60)]
    assert all(part.exterior.is_ccw for part in shapes[0].geoms)


def test_that_a_projected_scene_across_longitude_180_stays_small(make, tmp_path):
    place = Georeference(
        (40_000.0, 0.0, -20_097_508.0, 0.0, -40_000.0, 0.0), CRS.from_epsg(3857).to_wkt(), None
    )
    selection = replace(make(np.array([[2, 1, 1, 1, 2]]), None), georeference=place)
    _, shapes, _ = read(write("geojson", selection, tmp_path / "found")[0])
    assert shapes[0].area == pytest.approx(120_000 * 40_000 / 111_319.5**2, rel=1e-3)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    "wkt",
    ['LOCAL_CS["mine",UNIT["metre",1]]', MOON],
)
def test_that_a_scene_on_another_planet_or_a_local_grid_is_exported(make, tmp_path, kind, wkt):
    place = Georeference((2.0, 0.0, 5.0, 0.0, -2.0, 4.0), wkt, None)
    main = write(kind, replace(make(text=None), georeference=place), tmp_path / "found")[0]
    if kind == "csv":
        assert all(row["lon"] == "" != row["x"] for row in csv.DictReader(main.read_text().splitlines()))
    if kind == "geojson":
        assert "pixel coordinates" in json.loads(main.read_text())["coordinates"]


def test_that_detections_where_the_crs_ends_are_one_clear_line(make, tmp_path):
    place = Georeference((2.0, 0.0, 1e12, 0.0, -2.0, 1e12), CRS.from_epsg(32618).to_wkt(), 4.0)
    selection = replace(make(text=None), georeference=place)
    with pytest.raises(UserError, match="outside of its CRS"):
        write("geojson", selection, tmp_path / "found")
    rows = csv.DictReader(write("csv", selection, tmp_path / "found")[0].read_text().splitlines())
    assert {row["lon"] for row in rows} == {""}
