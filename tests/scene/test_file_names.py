"""The content decides which reader gets a file, and no letter of a path means more than itself."""

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import shapely
from scipy.io import savemat

from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.scene.target_spectrum import read_target
from tests.scene.kit import UTM, place

Write = Callable[..., Path]
NAMES = [
    "a[1]b", "a*b", "a?b", "a%20b", "a!b", "a#b", "a :b", "zip:a", "a.zip", "vsizip", "tar:x", "http:", "a,b",
    "é中", "a'b", 'a"b', "a{b}", "$HOME", "~a", "a;b", "a|b", "a&b", "x" * 150, "a..b", "file=", "a@b",
    "GTIFF_DIR:1:x", "HDF5:x",
]  # fmt: skip


def shapes(folder: Path, driver: str, suffix: str) -> Path:
    """One square that holds the four pixels of lines 1, 2 and samples 3, 4 of the grid at UTM."""
    where = folder / f"plain{suffix}"
    box = shapely.box(500_000 + 2 * 3, 4_000_000 - 2 * 3, 500_000 + 2 * 5, 4_000_000 - 2 * 1)
    pyogrio.raw.write(
        where, geometry=np.array([box.wkb], object), field_data=[np.array(["car"], object)], fields=["class"],
        geometry_type="Polygon", crs="EPSG:32618", driver=driver,
    )  # fmt: skip
    return where


@pytest.fixture(params=["absolute", "relative"])
def odd(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable:
    """Give a file an odd name, in a folder of that name or in the one we stand in."""

    def rename(path: Path, name: str) -> Path:
        if request.param == "relative":
            monkeypatch.chdir(path.parent)
        folder = Path() if request.param == "relative" else tmp_path / name
        folder.mkdir(exist_ok=True)
        for part in [*path.parent.glob(f"{path.stem}.*")]:
            shutil.move(part, folder / f"{name}{part.suffix}")
        return folder / f"{name}{path.suffix}"

    return rename


@pytest.mark.parametrize("name", NAMES)
def test_that_scenes_of_any_name_open(
    write_cube: Write, write_tiff: Write, cube_t: np.ndarray, odd, name: str
) -> None:
    assert open_scene(odd(write_cube(), name)).spectrum(4, 6)[0] == cube_t[4, 6, 0]
    assert open_scene(odd(write_tiff(cube_t), name)).spectrum(4, 6)[0] == cube_t[4, 6, 0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("driver", "suffix"), [("GPKG", ".gpkg"), ("GeoJSON", ".geojson"), ("ESRI Shapefile", ".shp")]
)
def test_that_shapes_of_any_name_are_burnt(tmp_path: Path, odd, name: str, driver: str, suffix: str) -> None:
    path = odd(shapes(tmp_path, driver, suffix), name)
    truth = read_truth(path, 5, 7, class_="car", georeference=place(UTM))
    assert np.argwhere(truth.labels).tolist() == [[1, 3], [1, 4], [2, 3], [2, 4]]


@pytest.mark.parametrize("name", NAMES)
def test_that_a_library_of_any_name_is_found(tmp_path: Path, odd, name: str) -> None:
    rows = "".join(f"{nm},{nm / 4000}\n" for nm in range(400, 1000, 50))
    (tmp_path / "plain.csv").write_text(f"wavelength (nm),paint\n{rows}")
    assert read_target(f"{odd(tmp_path / 'plain.csv', name)}:paint").values[0] == 0.1


@pytest.mark.parametrize("called", ["t.dat", "t", "t.mat", "t.csv", "t.img"])
def test_that_a_geotiff_of_any_suffix_is_read_as_one(
    write_tiff: Write, cube_t: np.ndarray, called: str
) -> None:
    path = write_tiff(cube_t)
    assert open_scene(path.rename(path.with_name(called))).spectrum(4, 6)[0] == cube_t[4, 6, 0]


@pytest.mark.parametrize("called", ["t.tif", "t.mat", "t.json", "t.csv", "t.gpkg", "t.h5"])
def test_that_the_data_of_an_envi_pair_may_have_any_suffix(
    write_cube: Write, cube_t: np.ndarray, called: str
) -> None:
    data = write_cube().with_suffix(".img")
    data = data.rename(data.with_name(called))
    assert open_scene(data).spectrum(4, 6)[0] == cube_t[4, 6, 0]
    mask = write_cube(np.eye(5, 7, dtype="u1")[:, :, None], name="m").with_suffix(".img")
    mask = mask.rename(mask.with_name(f"m{Path(called).suffix}"))
    assert read_truth(mask, 5, 7).labels.sum() == 5


@pytest.mark.parametrize("called", ["t.dat", "t.tif", "t", "t.hdf"])
def test_that_a_matlab_file_of_any_suffix_is_read_as_one(
    tmp_path: Path, cube_t: np.ndarray, called: str
) -> None:
    with open(tmp_path / called, "wb") as handle:
        savemat(handle, {"cube": cube_t})
    assert open_scene(tmp_path / called).spectrum(4, 6)[0] == cube_t[4, 6, 0]


@pytest.mark.parametrize(("driver", "suffix"), [("GPKG", ".gpkg"), ("GeoJSON", ".geojson")])
@pytest.mark.parametrize("called", ["t.json", "t.tif", "t.dat"])
def test_that_shapes_of_any_suffix_are_read_as_such(
    tmp_path: Path, driver: str, suffix: str, called: str
) -> None:
    path = shapes(tmp_path, driver, suffix).rename(tmp_path / called)
    assert read_truth(path, 5, 7, georeference=place(UTM)).labels.sum() == 4
