"""GeoPackages, shapefiles, GeoJSON and MATLAB 7.3 with damaged bytes: read, or refused in one line."""

import contextlib
import json
from pathlib import Path

import h5py
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from tests.fuzzing import changes, damaged, fuzzed
from tests.scene.hostile import NAMED, PLACE, POINT, shapes

PARTS = (".shp", ".shx", ".dbf", ".prj", ".cpg")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gis")


@pytest.fixture(scope="module")
def sound(folder: Path) -> dict[str, bytes]:
    """The bytes of sound files, by their endings."""
    shapes(folder, "gpkg")
    shapes(folder, "shp")
    collection = {"type": "FeatureCollection", "crs": NAMED, "features": [POINT, POINT]}
    (folder / "s.geojson").write_text(json.dumps(collection), encoding="utf-8")
    with h5py.File(folder / "s.mat", "w") as file:
        file.create_dataset("cube", data=np.arange(60, dtype="u2").reshape(3, 4, 5), compression="gzip")
        file["s/part"] = np.arange(5.0)
    return {path.suffix: path.read_bytes() for path in folder.glob("s.*")}


def read(path: Path) -> None:
    with contextlib.suppress(UserError):
        truth = read_truth(path, 5, 7, georeference=PLACE)
        assert truth.abundance.shape == (5, 7)


@fuzzed
@given(changes, st.integers(0, 2**18))
def test_that_a_fuzzed_geopackage_is_read_or_refused(
    folder: Path, sound: dict[str, bytes], places: list[tuple[int, int]], cut: int
) -> None:
    (folder / "g.gpkg").write_bytes(damaged(sound[".gpkg"], places)[: cut + 4096])
    read(folder / "g.gpkg")


@fuzzed
@given(st.dictionaries(st.sampled_from(PARTS), changes, min_size=1), st.sampled_from(PARTS), st.booleans())
def test_that_a_fuzzed_shapefile_is_read_or_refused(
    folder: Path, sound: dict[str, bytes], places: dict[str, list[tuple[int, int]]], lost: str, is_lost: bool
) -> None:
    for part in PARTS:
        content = damaged(sound[part], places[part]) if part in places else sound[part]
        (folder / f"f{part}").write_bytes(content)
    if is_lost and lost != ".shp":
        (folder / f"f{lost}").unlink()
    read(folder / "f.shp")


@fuzzed
@given(changes, st.integers(0, 2000))
def test_that_a_fuzzed_geojson_is_read_or_refused(
    folder: Path, sound: dict[str, bytes], places: list[tuple[int, int]], cut: int
) -> None:
    (folder / "j.geojson").write_bytes(damaged(sound[".geojson"], places)[: cut or None])
    read(folder / "j.geojson")


@fuzzed
@given(changes, st.integers(0, 2**18))
def test_that_a_fuzzed_matlab_7_3_file_is_read_or_refused(
    folder: Path, sound: dict[str, bytes], places: list[tuple[int, int]], cut: int
) -> None:
    (folder / "h.mat").write_bytes(damaged(sound[".mat"], places)[: cut + 600])
    with contextlib.suppress(UserError):
        cube = open_scene(folder / "h.mat")
        assert cube.read_lines(0, 1).shape == (cube.bands, cube.samples)
