"""A truth of shapes comes from the file itself: no other file, no network, no waiting."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pyproj import CRS

from hsi_uq_app.scene.labels import read_truth
from tests.scene.hostile import NAMED, PLACE, POINT, SECRET, shapes, shown, sql

Write = Callable[..., Path]

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


@pytest.mark.parametrize("suffix", [".geojson", ".json", ".gpkg", ".shp"])
@pytest.mark.parametrize(
    "text",
    [
        '<OGRVRTDataSource><OGRVRTLayer name="secret"><SrcDataSource>{file}</SrcDataSource>'
        "</OGRVRTLayer></OGRVRTDataSource>",
        "<OGRWFSDataSource><URL>{net}/wfs</URL></OGRWFSDataSource>",
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "{file}">]><gml>&b;</gml>',
        "<CSWDataSource><URL>{net}</URL></CSWDataSource>",
        '{{"type": "gdal_streamed_alg", "command_line": "gdal vector read {file}"}}',
        '{{"type": "Topology", "objects": {{"a": {{"type": "Point", "coordinates": [1, 2]}}}}}}',
        "{file}",
        "{net}",
    ],
)
def test_that_shapes_come_from_the_file_itself(
    tmp_path: Path, outside: Path, requests: list[str], suffix: str, text: str
) -> None:
    secret = outside / "secret.geojson"
    point = POINT | {"properties": {"kind": "classified"}}
    secret.write_text(json.dumps({"type": "FeatureCollection", "crs": NAMED, "features": [point] * 3}))
    path = tmp_path / f"t{suffix}"
    path.write_text(text.format(file=secret, net=requests[0]))
    answer = shown(path)
    assert "classified" not in answer
    assert "pixels" not in answer
    assert "cannot be read" in answer or "no layer" in answer
    assert len(requests) == 1


@pytest.mark.parametrize("kind", ["link", "LINK", "url", "\\u006cink", "ogc"])
def test_that_the_crs_of_a_geojson_is_not_fetched(tmp_path: Path, requests: list[str], kind: str) -> None:
    properties = {"href": f"{requests[0]}/crs", "url": f"{requests[0]}/crs", "type": "ogcwkt"}
    document = {"type": "FeatureCollection", "crs": {"type": "KIND", "properties": properties}}
    text = json.dumps(document | {"features": [POINT]}).replace("KIND", kind)
    (tmp_path / "t.geojson").write_text(text)
    assert "its CRS is a link to elsewhere, which is not followed" in shown(tmp_path / "t.geojson")
    assert len(requests) == 1


@pytest.mark.parametrize("name", ["{net}/crs", "/vsicurl/{net}/crs", "{file}", "+init={file}:1"])
@pytest.mark.parametrize("kind", ["geojson", "prj", "gpkg"])
def test_that_the_name_of_a_crs_opens_nothing(
    tmp_path: Path, outside: Path, requests: list[str], kind: str, name: str
) -> None:
    (outside / "crs.wkt").write_text(CRS.from_epsg(2154).to_wkt("WKT1_GDAL"))
    name = name.format(net=requests[0], file=outside / "crs.wkt")
    path = shapes(tmp_path, "shp" if kind == "prj" else kind)
    if kind == "geojson":
        crs = {"type": "name", "properties": {"name": name}}
        path.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": [POINT]}))
    elif kind == "prj":
        path.with_suffix(".prj").write_text(name)
    else:
        told = f"definition = '{name}', organization = 'NONE'"
        sql(path, f"UPDATE gpkg_spatial_ref_sys SET {told} WHERE srs_id = 32618")
    answer = shown(path)
    assert "Lambert" not in answer
    assert "2154" not in answer
    assert len(requests) == 1


@pytest.mark.parametrize("part", [".dbf", ".shx", ".prj", ".cpg"])
def test_that_a_part_of_a_shapefile_is_no_link_to_elsewhere_and_no_pipe(
    tmp_path: Path, outside: Path, part: str
) -> None:
    path = shapes(tmp_path, "shp")
    own = path.with_suffix(part)
    shutil.move(own, outside / own.name)
    own.symlink_to(outside / own.name)
    assert "is a link that leads out of the folder" in shown(path)
    own.unlink()
    os.mkfifo(own)
    assert "it is a named pipe" in shown(path)


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_that_a_pipe_beside_a_geopackage_is_not_waited_on(tmp_path: Path, ending: str) -> None:
    path = shapes(tmp_path, "gpkg")
    os.mkfifo(f"{path}{ending}")
    assert "it is a named pipe" in shown(path)


def test_that_a_view_of_a_geopackage_reads_no_other_file(tmp_path: Path, outside: Path, tiff: Write) -> None:
    path, secret = shapes(tmp_path, "gpkg"), tiff("secret.tif", SECRET, folder=outside)
    asked = f"gdal_get_pixel_value('{secret}', 1, 'pixel', 0, 0)"
    sql(
        path,
        f"CREATE VIEW v AS SELECT fid, geom, {asked} AS k FROM s",
        "UPDATE gpkg_contents SET table_name = 'v', identifier = 'v'",
        "UPDATE gpkg_geometry_columns SET table_name = 'v'",
    )
    assert str(SECRET) not in shown(path)


def test_that_the_kind_is_told_by_the_first_bytes(tmp_path: Path) -> None:
    shutil.move(shapes(tmp_path, "gpkg"), tmp_path / "t.geojson")
    assert shown(tmp_path / "t.geojson").startswith("25 pixels")
    shutil.move(shapes(tmp_path, "geojson"), tmp_path / "t.gpkg")
    assert "cannot be read" not in shown(tmp_path / "t.gpkg")


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "utf-8-sig", "utf-16"])
def test_that_a_geojson_of_any_usual_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    text = json.dumps({"type": "FeatureCollection", "crs": NAMED, "features": [POINT]}, ensure_ascii=False)
    (tmp_path / "t.geojson").write_bytes(text.encode(encoding))
    truth = read_truth(tmp_path / "t.geojson", 5, 7, class_="kind=Stra\xdfe", georeference=PLACE)
    assert np.argwhere(truth.abundance).tolist() == [[1, 2]]


def test_that_the_reader_of_foreign_files_ends_with_the_program(tmp_path: Path) -> None:
    shapes(tmp_path, "gpkg")
    program = (
        "import sys; from pathlib import Path; from hsi_uq_app.scene.gis_file import read_gis;"
        "from hsi_uq_app.scene.foreign import worker; read_gis(Path(sys.argv[1]), None);"
        "print([w.pid for w in worker._WORKERS.values()][0])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "s.gpkg")], capture_output=True, text=True, check=True
    )
    for _ in range(100):
        try:
            os.kill(int(ran.stdout), 0)
        except ProcessLookupError:
            return
        subprocess.run(["sleep", "0.05"], check=True)
    pytest.fail("it is still there")
