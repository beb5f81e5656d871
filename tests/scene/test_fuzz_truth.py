"""Any table, shapes, header or bytes as truth: read, or refused in one line."""

import contextlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyproj import CRS

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.georeference import Georeference
from hsi_uq_app.scene.labels import read_truth
from tests.fuzzing import fuzzed, json_values, numbers

PLACE = Georeference((2.0, 0.0, 500_000.0, 0.0, -2.0, 4_000_000.0), CRS.from_epsg(32618).to_wkt(), 4.0)

heads = st.lists(
    st.sampled_from(["line", "sample", "x", "y", "lon", "lat", "abundance", "kind", "", "LINE"]), max_size=5
)
cells = st.one_of(st.integers(-1, 7).map(str), st.floats().map(str), st.text(max_size=5))
tables = st.tuples(st.sampled_from(",;\t"), st.lists(heads | st.lists(cells, max_size=5), max_size=6)).map(
    lambda table: "\n".join(table[0].join(row) for row in table[1])
)

values = st.one_of(
    numbers.map(str), st.sampled_from(["{0, 1}", "{none, car, road}", "1", "4", "12", "{", "-1", "bsq"])
)
keys = st.sampled_from(
    [
        "data type",
        "bands",
        "class names",
        "data ignore value",
        "reflectance scale factor",
        "band names",
        "byte order",
        "header offset",
        "lines",
        "samples",
    ]
)
headers = st.lists(st.tuples(keys, values).map(" = ".join), max_size=4).map(
    lambda found: (
        "ENVI\nsamples = 3\nlines = 2\nbands = 1\ndata type = 1\ninterleave = bsq\n" + "\n".join(found)
    )
)
classes = st.sampled_from([None, "1", "car", 2, "kind=car", "=", ""])

places = st.integers(-1, 8) | st.floats()
points = st.tuples(places, places).map(lambda at: [500_000 + 2 * at[0], 4_000_000 - 2 * at[1]])
lines = st.lists(points | json_values, max_size=6)
coordinates = points | lines | st.lists(lines, max_size=3) | st.lists(st.lists(lines, max_size=2), max_size=2)
kinds = st.sampled_from(
    ["Point", "MultiPoint", "LineString", "Polygon", "MultiPolygon", "GeometryCollection"]
)
geometries = st.none() | json_values | st.fixed_dictionaries({"type": kinds, "coordinates": coordinates})
properties = st.none() | st.dictionaries(st.sampled_from(["kind", "id", ""]), json_values, max_size=2)
features = st.fixed_dictionaries(
    {"type": st.just("Feature"), "properties": properties, "geometry": geometries}
)
crs = st.sampled_from(["urn:ogc:def:crs:EPSG::32618", "EPSG:4326", "nonsense", ""])
collections = st.fixed_dictionaries(
    {"type": st.just("FeatureCollection"), "features": st.lists(features, max_size=3)},
    optional={"crs": crs.map(lambda name: {"type": "name", "properties": {"name": name}})},
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("truth")


def read(path: Path, class_: Any) -> None:
    with contextlib.suppress(UserError):
        truth = read_truth(path, 2, 3, class_=class_, georeference=PLACE)
        assert truth.abundance.shape == (2, 3)
        assert truth.abundance.dtype == np.float32
        assert not (truth.labels & ~truth.known).any()


@fuzzed
@given(st.text(max_size=200) | tables, classes)
def test_that_any_table_of_points_is_read_or_refused(folder: Path, text: str, class_: Any) -> None:
    (folder / "t.csv").write_text(text, encoding="utf-8", errors="surrogatepass")
    read(folder / "t.csv", class_)


@fuzzed
@given(headers, st.binary(max_size=24), classes)
def test_that_any_mask_is_read_or_refused(folder: Path, header: str, content: bytes, class_: Any) -> None:
    (folder / "t.hdr").write_text(header, encoding="utf-8", errors="surrogatepass")
    (folder / "t.img").write_bytes(content)
    read(folder / "t.hdr", class_)


@fuzzed
@given(collections | json_values, classes)
def test_that_any_geojson_is_read_or_refused(folder: Path, document: Any, class_: Any) -> None:
    (folder / "t.geojson").write_text(json.dumps(document))
    read(folder / "t.geojson", class_)
