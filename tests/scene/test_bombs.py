"""Files that claim what they cannot hold are refused in one line, at once."""

import contextlib
import io
import os
import sqlite3
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import h5py
import numpy as np
import pytest
from scipy.io import savemat
from scipy.sparse import csc_matrix

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from tests.scene.hostile import PLACE, refused, shapes, sql, tiff

PATIENCE = 4.0  # seconds; a sound file of the size takes a tenth, a busy machine is slow
ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT {} FROM c"


@pytest.fixture(autouse=True)
def at_once() -> Iterator[None]:
    """Processor time of the test, and of what it waited for."""
    began = sum(os.times()[:4])
    yield
    assert sum(os.times()[:4]) - began < PATIENCE


def truth(path: Path) -> object:
    return read_truth(path, 5, 7, georeference=PLACE)


def read_or_refused(call: Callable[[], object]) -> None:
    with contextlib.suppress(UserError):
        call()


# GIS


@pytest.mark.parametrize(
    "view",
    [
        ENDLESS.format("n AS fid, NULL AS geom"),
        "SELECT a.fid, a.geom FROM s a, (" + ENDLESS.format("n") + ") b",
        "SELECT fid, geom, (" + ENDLESS.format("count(*)") + ") AS k FROM s",
        "SELECT fid, geom, (SELECT hex(zeroblob(900000000))) AS k FROM s",
        "SELECT fid, geom FROM s ORDER BY (" + ENDLESS.format("max(n)") + ")",
        "SELECT fid, zeroblob(1000000000) AS geom FROM s",
    ],
)
def test_that_an_endless_view_of_a_geopackage_ends(tmp_path: Path, view: str) -> None:
    path = shapes(tmp_path, "gpkg")
    sql(
        path,
        f"CREATE VIEW v AS {view}",
        "UPDATE gpkg_contents SET table_name = 'v', identifier = 'v'",
        "UPDATE gpkg_geometry_columns SET table_name = 'v'",
    )
    refused(lambda: truth(path))
    assert truth(shapes(tmp_path, "geojson"))  # the next file is read as if nothing had been


def test_that_an_endless_trigger_or_table_of_a_geopackage_ends(tmp_path: Path) -> None:
    path = shapes(tmp_path, "gpkg")
    for table in ("gpkg_contents", "gpkg_geometry_columns"):
        sql(path, f"ALTER TABLE {table} RENAME TO own_{table}")
        with sqlite3.connect(path) as base:
            names = [row[1] for row in base.execute(f"PRAGMA table_info(own_{table})")]
        told = ", ".join(f"own_{table}.{name}" for name in names)
        sql(path, f"CREATE VIEW {table} AS SELECT {told} FROM own_{table}, ({ENDLESS.format('n')})")
    refused(lambda: truth(path))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"type": "FeatureCollection", "crs": ' + "[" * 100_000,
        '{"type": "FeatureCollection", "features": [' + "[" * 100_000,
        '{"type": "GeometryCollection", "geometries": [' * 5_000,
        '{"type": "Polygon", "coordinates": [[' + "[1e999,1e999]," * 1000 + "[0,0]]]}",
    ],
)
def test_that_a_geojson_without_end_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.geojson").write_text(text)
    refused(lambda: truth(tmp_path / "t.geojson"))


@pytest.mark.parametrize("part", [".dbf", ".shx", ".shp", ".prj", ".cpg"])
@pytest.mark.parametrize(
    "content", [b"", b"\xff" * 200, bytes(200), b"\x03" + b"\x7f" * 90, b"GEOGCS[" * 500]
)
def test_that_damaged_parts_of_a_shapefile_are_read_or_one_line(
    tmp_path: Path, part: str, content: bytes
) -> None:
    path = shapes(tmp_path, "shp")
    path.with_suffix(part).write_bytes(content)
    read_or_refused(lambda: truth(path))


# TIFF


def items(count: int) -> bytes:
    inside = b"".join(b'<Item name="k%d">v</Item>' % number for number in range(count))
    return b"<GDALMetadata>" + inside + b"</GDALMetadata>\0"


def test_that_the_tiff_of_these_tests_is_sound(tmp_path: Path) -> None:
    assert open_scene(tiff(tmp_path / "t.tif", items(9))).bands == 5


@pytest.mark.parametrize(
    ("extra", "tag"),
    [(items(40_000), 42112), (b"x" * 60_000_000, 42112), (b"x" * 60_000_000, 270), (b"x" * 60_000_000, 700)],
)
def test_that_megabytes_of_tags_are_refused(tmp_path: Path, extra: bytes, tag: int) -> None:
    line = refused(lambda: open_scene(tiff(tmp_path / "t.tif", extra, tag)))
    assert "bytes of" in line


@pytest.mark.parametrize(
    "shape",
    [
        {"width": 2**20, "height": 2**20},
        {"width": 100_000, "height": 100_000, "samples": 1},
        {"width": 2**31 - 1, "height": 2**31 - 1, "samples": 65535},
        {"width": 30_000, "height": 10_000, "samples": 500, "packing": 8},
        {"width": 30_000, "height": 10_000, "samples": 500, "packing": 5},
    ],
)
def test_that_pixels_a_tiff_cannot_hold_are_refused(tmp_path: Path, shape: dict[str, int]) -> None:
    line = refused(lambda: open_scene(tiff(tmp_path / "t.tif", **shape)))
    assert "claims" in line


def test_that_a_chain_of_images_without_end_is_refused(tmp_path: Path) -> None:
    path = tiff(tmp_path / "t.tif")
    content = bytearray(path.read_bytes())
    empty = struct.pack("<H", 0)
    chain = b"".join(empty + struct.pack("<I", len(content) + 6 * (number + 1)) for number in range(100_000))
    content[-4:] = struct.pack("<I", len(content))
    path.write_bytes(bytes(content) + chain)
    assert "images" in refused(lambda: open_scene(path))
    path.write_bytes(bytes(content) + empty + struct.pack("<I", len(content)))  # in a circle
    read_or_refused(lambda: open_scene(path))


def test_that_a_sparse_tiff_of_many_bands_is_refused(tmp_path: Path) -> None:
    import rasterio

    shape = {"height": 9000, "width": 9000, "count": 300, "dtype": "uint16", "compress": "deflate"}
    tiles = {"tiled": True, "blockxsize": 512, "blockysize": 512, "interleave": "band"}
    with pytest.warns(rasterio.errors.NotGeoreferencedWarning):
        rasterio.open(tmp_path / "t.tif", "w", driver="GTiff", SPARSE_OK=True, **shape, **tiles).close()
    line = refused(lambda: open_scene(tmp_path / "t.tif"))
    assert "claims 48,600,000,000 bytes of pixels" in line


# MATLAB


def test_that_hdf5_claims_are_judged(tmp_path: Path) -> None:
    for number, claims in enumerate(
        (
            {"shape": (10**4, 10**4, 100), "dtype": "f8", "chunks": (100, 100, 1), "compression": "gzip"},
            {"shape": (4, 5, 6), "dtype": "f8", "chunks": (400, 500, 600), "maxshape": (None, None, None)},
            {"shape": (2**40, 2, 2), "dtype": "u1", "chunks": True},
            {"shape": (1000, 1000, 1000), "dtype": "u1", "fillvalue": 7},
        )
    ):
        path = tmp_path / f"{number}.mat"
        with h5py.File(path, "w") as file:
            file.create_dataset("cube", **claims)
        assert "claims" in refused(lambda path=path: open_scene(path))


def test_that_an_hdf5_of_endless_names_is_refused(tmp_path: Path) -> None:
    with h5py.File(tmp_path / "t.mat", "w", libver="latest") as file:
        group = file.create_group("g")
        for number in range(21_000):
            group.create_group(str(number))
    assert "variables" in refused(lambda: open_scene(tmp_path / "t.mat"))


def test_that_heads_of_many_packed_variables_are_not_all_unpacked(tmp_path: Path) -> None:
    packed = zlib.compress(struct.pack("<II", 14, 2**27) + bytes(2**20) * 40, 9)
    element = struct.pack("<II", 15, len(packed)) + packed
    (tmp_path / "t.mat").write_bytes(b"MATLAB 5.0".ljust(124) + b"\0\1IM" + element * 500)
    refused(lambda: open_scene(tmp_path / "t.mat"))


def test_that_many_packed_structs_are_not_all_unpacked(tmp_path: Path) -> None:
    whole = io.BytesIO()
    savemat(whole, {"s": {"a": np.zeros((3000, 3000))}}, do_compression=True)
    element = whole.getvalue()[128:]
    (tmp_path / "t.mat").write_bytes(whole.getvalue()[:128] + element * 300)
    refused(lambda: open_scene(tmp_path / "t.mat"))


def test_that_a_sparse_matrix_is_not_written_out_without_end(tmp_path: Path) -> None:
    savemat(tmp_path / "t.mat", {"gt": csc_matrix((40_000, 40_000))}, do_compression=False)
    assert "claims" in refused(lambda: open_scene(tmp_path / "t.mat"))
