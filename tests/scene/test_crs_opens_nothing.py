"""A coordinate system in a header or a truth makes PROJ open no file that it names."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pyproj import CRS

from hsi_uq_app.scene.coordinate_systems import crs_from_wkt
from hsi_uq_app.scene.georeference import georeference_from

Write = Callable[..., Path]

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


GRID = (
    'PROJCS["x",GEOGCS["y",DATUM["z",SPHEROID["w",6378137,298.257]{},EXTENSION["PROJ4_GRIDS","{}"]],'
    'PRIMEM["G",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],'
    'PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-75],PARAMETER["scale_factor",0.9996],'
    'PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]'
)
BOUND = (
    'BOUNDCRS[SOURCECRS[{source}],TARGETCRS[{target}],ABRIDGEDTRANSFORMATION["a",METHOD["NTv2"],'
    'PARAMETERFILE["Latitude and longitude difference file","{file}"]]]'
)


def texts_that_name(file: str) -> Iterator[str]:
    degrees = CRS.from_epsg(4267).to_wkt("WKT2_2019"), CRS.from_epsg(4326).to_wkt("WKT2_2019")
    yield GRID.format("", file)
    yield GRID.format("", f"@{file},null")
    yield BOUND.format(source=degrees[0], target=degrees[1], file=file)
    yield f'PROJCS["x",EXTENSION["PROJ4","+proj=utm +zone=18 +nadgrids={file} +datum=NAD27"]]'
    yield f"+proj=utm +zone=18 +ellps=clrk66 +nadgrids={file}"
    yield f"+init={file}:1"
    yield f"+proj=pipeline +step +proj=tinshift +file={file}"


@pytest.mark.parametrize("name", ["{pipe}", "../{pipe}", "http://127.0.0.1:9/a.gsb", "~/a.gsb"])
def test_that_a_crs_names_no_file(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    for text in texts_that_name(name.format(pipe=tmp_path / "pipe")):
        assert crs_from_wkt(text) is None
        fields = {
            "map info": "{UTM, 1, 1, 500000, 4000000, 2, 2, 18, North}",
            "coordinate system string": text,
        }
        place, notes = georeference_from(fields | {"lines": "5", "samples": "7"})
        assert place is not None
        assert place.crs_wkt is not None
        assert CRS.from_wkt(place.crs_wkt).to_epsg() == 32618
        assert notes


@pytest.mark.parametrize("code", ["EPSG:32618", "EPSG:3857", "EPSG:4267", "ESRI:102008", "OGC:CRS84"])
def test_that_ordinary_systems_are_still_known(code: str) -> None:
    system = CRS.from_user_input(code)
    for text in (code, system.to_wkt(), system.to_wkt("WKT1_GDAL"), system.to_wkt("WKT1_ESRI")):
        assert crs_from_wkt(text) is not None
