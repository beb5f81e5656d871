"""Truth from GIS files and tables of points, burnt into the scene's grid."""

import json
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import shapely
from pyproj import CRS, Transformer
from shapely.geometry import MultiPolygon, Point, Polygon, box

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import SeveralClassesError
from hsi_uq_app.scene.georeference import Georeference, georeference_from
from hsi_uq_app.scene.labels import Truth, read_truth

UTM = CRS.from_epsg(32618).to_wkt()


PLACE = Georeference((2.0, 0.0, 500_000.0, 0.0, -2.0, 4_000_000.0), UTM, 4.0)


def write_shapes(path: Path, shapes: list, crs: str | None = "EPSG:32618", **fields: list) -> Path:
    """Write shapes and their fields in the format of the suffix."""
    drivers = {".gpkg": "GPKG", ".shp": "ESRI Shapefile", ".geojson": "GeoJSON"}
    kind = shapes[0].geom_type if len({shape.geom_type for shape in shapes}) == 1 else "Unknown"
    pyogrio.raw.write(
        path,
        shapely.to_wkb(np.array(shapes, dtype=object)),
        [np.array(values, dtype=object) for values in fields.values()],
        list(fields),
        driver=drivers[path.suffix],
        geometry_type=kind,
        crs=crs,
        layer="truth",
    )
    return path


def read(path: Path, place: Georeference | None = PLACE, **choices: object) -> Truth:
    return read_truth(path, 5, 7, georeference=place, **choices)


def rectangle(first_line: float, last_line: float, first_sample: float, last_sample: float) -> Polygon:
    """A rectangle over pixels, in map coordinates of PLACE."""
    return box(
        500_000 + 2 * first_sample,
        4_000_000 - 2 * last_line,
        500_000 + 2 * last_sample,
        4_000_000 - 2 * first_line,
    )


@pytest.mark.parametrize("suffix", [".gpkg", ".shp", ".geojson"])
def test_that_a_pixel_counts_when_its_centre_lies_inside(tmp_path: Path, suffix: str) -> None:
    shape = rectangle(0.6, 3.4, 1.4, 3.6)
    if suffix == ".geojson":
        to_degrees = Transformer.from_crs(32618, 4326, always_xy=True)
        shape = shapely.transform(shape, lambda xy: np.column_stack(to_degrees.transform(xy[:, 0], xy[:, 1])))
    path = write_shapes(
        tmp_path / f"t{suffix}", [shape], "EPSG:4326" if suffix == ".geojson" else "EPSG:32618", kind=["car"]
    )
    truth = read(path)
    expected = np.zeros((5, 7), dtype=bool)
    expected[1:3, 1:4] = True
    assert np.array_equal(truth.labels, expected)
    assert truth.known.all()
    assert "all_touched off" in truth.notes[-1].text


def test_that_points_burn_the_pixel_that_holds_them(tmp_path: Path) -> None:
    points = [Point(500_000 + 2 * 6.9, 4_000_000 - 2 * 0.1), Point(500_000.1, 4_000_000 - 9.9), Point(0, 0)]
    truth = read(write_shapes(tmp_path / "t.gpkg", points))
    assert np.argwhere(truth.labels).tolist() == [[0, 6], [4, 0]]


@pytest.mark.parametrize("degrees", [0, 30, 90, -45])
def test_that_shapes_are_burnt_through_the_full_affine(tmp_path: Path, degrees: float) -> None:
    fields = {"map info": f"UTM, 3, 2, 500000, 4000000, 2, 3, 18, North, WGS-84, rotation={degrees}"}
    place, _ = georeference_from(fields)
    assert place is not None
    corners = [(1.4, 0.6), (3.6, 0.6), (3.6, 3.4), (1.4, 3.4)]
    a, b, c, d, e, f = place.transform
    shape = Polygon([(a * col + b * row + c, d * col + e * row + f) for col, row in corners])
    expected = np.zeros((5, 7), dtype=bool)
    expected[1:3, 1:4] = True
    assert np.array_equal(read(write_shapes(tmp_path / "t.gpkg", [shape]), place).labels, expected)


def test_that_holes_and_parts_are_respected(tmp_path: Path) -> None:
    outer = rectangle(0, 5, 0, 5)
    ring = Polygon(outer.exterior.coords, [rectangle(1, 4, 1, 4).exterior.coords])
    truth = read(write_shapes(tmp_path / "t.gpkg", [MultiPolygon([ring, rectangle(2, 3, 2, 3)])]))
    assert truth.labels.sum() == 25 - 9 + 1


@pytest.mark.parametrize(("class_", "count"), [("car", 1), ("kind=CAR", 1), ("number=3", 6), (None, 7)])
def test_that_a_class_is_the_value_of_a_field(tmp_path: Path, class_: str | None, count: int) -> None:
    shapes = [rectangle(0, 1, 0, 1), rectangle(2, 4, 2, 5)]
    path = write_shapes(tmp_path / "t.gpkg", shapes, kind=["Car", "Road"], number=[7, 3])
    assert read(path, class_=class_).labels.sum() == count
    with pytest.raises(UserError, match="no shape of class `bus`; its fields: kind"):
        read(path, class_="bus")


def test_that_a_class_that_is_a_number_stands_in_the_class_field_alone(tmp_path: Path) -> None:
    """Three fields of 4, 2 and 1 pixels: the id of the first is 2, the class of the second."""
    shapes = [rectangle(0, 2, 0, 2), rectangle(3, 4, 0, 2), rectangle(4, 5, 4, 5)]
    path = write_shapes(tmp_path / "t.gpkg", shapes, id=[2, 5, 7], **{"class": [1, 2, 3]})
    assert read(path, class_="2").labels.sum() == 2
    assert read(path, class_="id=2").labels.sum() == 4
    with pytest.raises(SeveralClassesError, match="`7` may mean id=7"):
        read(path, class_="7")


def test_that_what_could_be_chosen_is_told_where_everything_was_taken(tmp_path: Path) -> None:
    shapes = [rectangle(n, n + 1, 0, 1) for n in range(3)]
    path = write_shapes(tmp_path / "t.gpkg", shapes, kind=["car", "road", "car"], id=["1", "2", "3"])
    assert read(path).choices == (("kind=car", "2 shapes"), ("kind=road", "1 shapes"))
    assert read(path, class_="kind=car").choices == ()
    for value, count in read(path).choices:
        assert read(path, class_=value).labels.sum() == int(count.split()[0])


def test_that_what_cannot_be_placed_is_refused(tmp_path: Path) -> None:
    path = write_shapes(tmp_path / "t.gpkg", [rectangle(0, 1, 0, 1)])
    with pytest.raises(UserError, match="the scene has none"):
        read(path, None)
    with pytest.raises(UserError, match="none of its 1 shapes"):
        read(write_shapes(tmp_path / "far.gpkg", [box(0, 0, 1, 1)]))
    (tmp_path / "broken.gpkg").write_bytes(b"not a database")
    with pytest.raises(UserError, match="cannot be read"):
        read(tmp_path / "broken.gpkg")
    with pytest.raises(UserError, match="does not exist"):
        read(tmp_path / "nowhere.shp")


def test_that_a_missing_crs_is_said_and_none_is_invented(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="crs"):
        path = write_shapes(tmp_path / "t.shp", [rectangle(0, 1, 0, 1)], None)
    truth = read(path)
    assert truth.labels.sum() == 1
    assert "the truth has no CRS" in truth.notes[0].text
    without = Georeference(PLACE.transform, None, None)
    truth = read(write_shapes(tmp_path / "u.gpkg", [rectangle(0, 1, 0, 1)]), without)
    assert truth.labels.sum() == 1
    assert "the scene has no CRS" in truth.notes[0].text


def test_that_of_several_layers_the_first_is_used_and_said_or_the_class_names_one(tmp_path: Path) -> None:
    path = write_shapes(tmp_path / "t.gpkg", [rectangle(0, 1, 0, 1)])
    geometry = shapely.to_wkb(np.array([rectangle(0, 2, 0, 2)], dtype=object))
    more = {"driver": "GPKG", "geometry_type": "Polygon", "crs": "EPSG:32618", "layer": "more"}
    pyogrio.raw.write(path, geometry, [], [], append=True, **more)
    truth = read(path)
    assert truth.labels.sum() == 1
    assert "first of 2 layers" in truth.notes[0].text
    assert read(path, class_="More").labels.sum() == 4


def test_that_a_file_without_shapes_is_refused(tmp_path: Path) -> None:
    pyogrio.raw.write(
        tmp_path / "t.gpkg", None, [np.array([1])], ["n"], driver="GPKG", layer="table", geometry_type=None
    )
    with pytest.raises(UserError, match="no layer of shapes"):
        read(tmp_path / "t.gpkg")


def test_that_lists_among_the_fields_are_passed_over(tmp_path: Path) -> None:
    point = {"type": "Point", "coordinates": list(PLACE.lon_lat(1, 2) or ())}
    fields = {"kind": "car", "flags": [True, False], "more": [1, 2], "deep": {"a": 1}}
    features = [{"type": "Feature", "properties": fields, "geometry": point}]
    (tmp_path / "t.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    assert np.argwhere(read(tmp_path / "t.geojson", class_="car").labels).tolist() == [[1, 2]]


def test_that_shapes_that_lie_nowhere_are_left_out_and_odd_ones_are_said(tmp_path: Path) -> None:
    here = {"type": "Point", "coordinates": list(PLACE.lon_lat(1, 2) or ())}
    nowhere = {"type": "Point", "coordinates": [500_000, 4_000_000]}  # metres, where degrees belong
    strange = {"type": "Polygon", "coordinates": [[[]]]}
    features = [
        {"type": "Feature", "properties": {}, "geometry": geometry} for geometry in (here, nowhere, strange)
    ]
    (tmp_path / "t.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    truth = read(tmp_path / "t.geojson")
    assert np.argwhere(truth.labels).tolist() == [[1, 2]]
    said = " | ".join(note.text for note in truth.notes)
    assert "1 shapes cannot be placed" in said
    assert "GDAL says: " in said


def test_that_empty_geometries_are_passed_over(tmp_path: Path) -> None:
    features = [{"type": "Feature", "properties": {}, "geometry": None}]
    (tmp_path / "t.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    with pytest.raises(UserError, match="none of its 0 shapes"):
        read(tmp_path / "t.geojson")


def test_that_shapes_that_hold_no_pixel_are_said(tmp_path: Path) -> None:
    small, far, seen = rectangle(1.1, 1.3, 1.1, 1.3), rectangle(50, 51, 50, 51), rectangle(2, 3, 2, 3)
    truth = read(write_shapes(tmp_path / "t.gpkg", [small, far, seen, seen]))
    assert np.argwhere(truth.labels).tolist() == [[2, 2]]
    assert "2 shapes burnt" in truth.notes[-2].text
    assert "2 shapes hold no pixel's centre" in truth.notes[-1].text


def test_that_polygons_whose_corners_are_one_point_hold_no_pixel(tmp_path: Path) -> None:
    """Found by fuzzing: GDAL warns of the one, and raises where there is nothing else."""
    x, y = PLACE.map_xy(1, 1)
    nothing = Polygon([(x, y)] * 3)
    path = write_shapes(tmp_path / "t.gpkg", [nothing, rectangle(0, 2, 0, 2)])
    truth = read(path)
    assert truth.labels.sum() == read(write_shapes(tmp_path / "u.gpkg", [rectangle(0, 2, 0, 2)])).labels.sum()
    assert "1 shapes hold no pixel's centre" in truth.notes[-1].text
    with pytest.raises(UserError, match="none of its 1 shapes holds"):
        read(write_shapes(tmp_path / "v.gpkg", [nothing]))


def test_that_a_geojson_in_metres_is_no_geojson_in_degrees(tmp_path: Path) -> None:
    shape = shapely.geometry.mapping(rectangle(1, 2, 1, 3))
    (tmp_path / "t.geojson").write_text(json.dumps(shape))
    truth = read(tmp_path / "t.geojson")
    assert np.argwhere(truth.labels).tolist() == [[1, 1], [1, 2]]
    assert "no degrees" in truth.notes[0].text


def test_that_a_field_may_be_named_in_capitals(tmp_path: Path) -> None:
    path = write_shapes(
        tmp_path / "t.gpkg", [rectangle(1, 2, 1, 2), rectangle(3, 4, 3, 4)], Kind=["car", "tree"]
    )
    assert np.argwhere(read(path, class_="kind=CAR").labels).tolist() == [[1, 1]]


@pytest.mark.parametrize("side", ["scene", "truth"])
def test_that_shapes_without_a_way_to_the_scene_are_one_clear_line(tmp_path: Path, side: str) -> None:
    local = 'LOCAL_CS["mine",UNIT["metre",1]]'
    crs, place = ("EPSG:32618", local) if side == "scene" else (local, UTM)
    path = write_shapes(tmp_path / "t.gpkg", [rectangle(1, 2, 1, 2)], crs)
    with pytest.raises(UserError, match=r"no way leads from the truth's CRS .*; save it in the scene's CRS"):
        read(path, Georeference(PLACE.transform, place, None))
