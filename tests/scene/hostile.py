"""What the tests of hostile files share: a secret that must never appear, shapes to spoil."""

import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import shapely
from pyproj import CRS

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.georeference import Georeference
from hsi_uq_app.scene.labels import read_truth

SECRET = 4242
PLACE = Georeference((2.0, 0.0, 500_000.0, 0.0, -2.0, 4_000_000.0), CRS.from_epsg(32618).to_wkt(), 4.0)
POINT = {
    "type": "Feature",
    "properties": {"kind": "Stra\xdfe"},
    "geometry": {"type": "Point", "coordinates": [500_005, 3_999_997]},
}
NAMED = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32618"}}


def values(cube: Cube) -> set[float]:
    return set(cube.read_lines(0, cube.lines).reshape(-1).tolist())


def shown(path: Path) -> str:
    """Everything a truth gives away: its pixels, its notes, its choices, or why it is refused."""
    try:
        truth = read_truth(path, 5, 7, georeference=PLACE)
    except UserError as error:
        return str(error)
    return f"{truth.abundance.sum():g} pixels {' '.join(map(str, truth.notes))} {truth.choices}"


def refused(call: Callable[[], object]) -> str:
    """The one line of a refusal."""
    with pytest.raises(UserError) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def shapes(folder: Path, suffix: str) -> Path:
    path = folder / f"s.{suffix}"
    drivers = {"gpkg": "GPKG", "shp": "ESRI Shapefile", "geojson": "GeoJSON"}
    box = shapely.to_wkb(np.array([shapely.box(500000, 3999990, 500010, 4000000)], dtype=object))
    names = [np.array(["roof"], dtype=object)]
    pyogrio.raw.write(
        path, box, names, ["k"], driver=drivers[suffix], geometry_type="Polygon", crs="EPSG:32618"
    )
    return path


def sql(path: Path, *statements: str) -> None:
    import sqlite3

    with sqlite3.connect(path) as base:
        for statement in statements:
            base.execute(statement)
    base.close()


def tiff(path: Path, extra: bytes = b"", tag: int = 42112, **shape: int) -> Path:
    """A TIFF of one strip, and one tag more."""
    width, height, samples = (shape.get(key, 5) for key in ("width", "height", "samples"))
    tags = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, shape.get("packing", 1))]
    tags += [(262, 3, 1, 1), (273, 4, 1, 8), (277, 3, 1, samples), (278, 4, 1, height), (279, 4, 1, 200)]
    tags += [(tag, 2, len(extra), 208)] if extra else []
    body = bytes(200) + extra + bytes(len(extra) % 2)
    entries = b"".join(struct.pack("<HHII", *one) for one in sorted(tags))
    ifd = struct.pack("<H", len(tags)) + entries + struct.pack("<I", shape.get("next", 0))
    path.write_bytes(b"II*\0" + struct.pack("<I", 8 + len(body)) + body + ifd)
    return path
