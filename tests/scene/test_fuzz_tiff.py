"""A TIFF with damaged bytes, and any XML beside it: read, or refused in one line."""

import contextlib
from pathlib import Path

import numpy as np
import pytest
import rasterio
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.open_scene import open_scene
from tests.fuzzing import changes, damaged, fuzzed
from tests.scene.hostile import tiff

words = st.sampled_from(
    (
        "<PAMDataset>", "</PAMDataset>", "<SRS>", "</SRS>", "<Metadata domain='SUBDATASETS'>", "</Metadata>",
        "<MDI key='OVERVIEW_FILE'>", "</MDI>", "<!DOCTYPE a>", "&amp;", "&#1;", "/vsimem/", "<![CDATA[",
        "]]>",
    )
)  # fmt: skip
notes = st.lists(words | st.text(max_size=5), max_size=8).map("".join)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tiff") / "t.tif"


@pytest.fixture(scope="module")
def sound(path: Path) -> list[bytes]:
    values = np.arange(3 * 20 * 20, dtype="u2").reshape(3, 20, 20)
    found = []
    for more in ({}, {"compress": "deflate", "tiled": True, "blockxsize": 16, "blockysize": 16}):
        shape = {"height": 20, "width": 20, "count": 3, "dtype": "uint16", "crs": "EPSG:32618"}
        place = {"transform": rasterio.Affine(2, 0, 500000, 0, -2, 4000000)}
        with rasterio.open(path, "w", driver="GTiff", **shape, **place, **more) as file:
            file.write(values)
            file.update_tags(1, wavelength_nm="450")
        found.append(path.read_bytes())
    return found


@fuzzed
@given(changes, st.integers(0, 1), st.integers(0, 2**14), notes)
def test_that_a_fuzzed_tiff_is_read_or_refused(
    path: Path, sound: list[bytes], places: list[tuple[int, int]], which: int, cut: int, text: str
) -> None:
    path.write_bytes(damaged(sound[which], places)[: cut + 300])
    Path(f"{path}.aux.xml").write_text(text, encoding="utf-8")
    with contextlib.suppress(UserError):
        cube = open_scene(path)
        assert cube.read_lines(0, 1).shape == (cube.bands, cube.samples)


@pytest.mark.parametrize("tag", [42112, 42113, 34737, 305, 306, 270])
@pytest.mark.parametrize(
    "text",
    [
        b"<GDALMetadata><Item \xde",
        b"<GDALMetadata><Item name='a'>\xde</Item></GDALMetadata>",
        b"<GDALMetadata><Item name='\xde'>1</Item></GDALMetadata>",
        b"<GDALMetadata><Item name='DESCRIPTION' sample='0' role='description'>\xde</Item></GDALMetadata>",
        b"\xde\xdf",
    ],
)
def test_that_tags_that_are_no_text_say_nothing_beside_the_one_line(
    tmp_path: Path, text: bytes, tag: int
) -> None:
    with contextlib.suppress(UserError):
        assert open_scene(tiff(tmp_path / "t.tif", text + b"\0", tag)).lines == 5
