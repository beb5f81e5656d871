"""What a TIFF says, or what lies beside it, opens no other file, asks no network and is not waited on."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import rasterio

from hsi_uq_app.scene.open_scene import open_scene
from tests.scene.hostile import SECRET, values
from tests.scene.kit import said

Write = Callable[..., Path]

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


def metadata(domain: str, **items: object) -> str:
    inside = "".join(f'<MDI key="{key}">{value}</MDI>' for key, value in items.items())
    return f'<PAMDataset><Metadata domain="{domain}">{inside}</Metadata></PAMDataset>'


def image_of(source: object) -> str:
    return (
        '<VRTDataset rasterXSize="7" rasterYSize="5"><VRTRasterBand dataType="UInt16" band="1">'
        f'<SimpleSource><SourceFilename relativeToVRT="0">{source}</SourceFilename><SourceBand>1</SourceBand>'
        "</SimpleSource></VRTRasterBand></VRTDataset>"
    )


@pytest.mark.parametrize("names", ["/vsicurl/{net}/{n}.tif", "/vsicurl_streaming/{net}/{n}.tif", "{net}/{n}"])
def test_that_images_listed_beside_a_tiff_are_not_fetched(
    tiff: Write, requests: list[str], names: str
) -> None:
    path = tiff()
    listed = {f"SUBDATASET_{n}_NAME": names.format(net=requests[0], n=n) for n in (1, 2)}
    Path(f"{path}.aux.xml").write_text(metadata("SUBDATASETS", **listed))
    cube = open_scene(path)
    assert values(cube) == {7}
    assert "t.tif.aux.xml is not used: it names other files" in said(cube)
    assert len(requests) == 1


@pytest.mark.parametrize("name", ["{secret}", "GTIFF_DIR:1:{secret}", "GTIFF_RAW:{secret}", "{vrt}"])
@pytest.mark.parametrize("inside", [False, True])
def test_that_images_listed_in_or_beside_a_tiff_are_not_opened(
    tiff: Write, tmp_path: Path, outside: Path, name: str, inside: bool
) -> None:
    secret = tiff("secret.tif", SECRET, folder=outside)
    (tmp_path / "x.vrt").write_text(image_of(secret))
    path, name = tiff(), name.format(secret=secret, vrt=tmp_path / "x.vrt")
    listed = {f"SUBDATASET_{n}_NAME": name for n in (1, 2)}
    if inside:
        with rasterio.open(path, "r+") as file:
            file.update_tags(ns="SUBDATASETS", **listed)
    else:
        Path(f"{path}.aux.xml").write_text(metadata("SUBDATASETS", **listed))
    cube = open_scene(path)
    assert values(cube) == {7}
    assert cube.bands == 1


@pytest.mark.parametrize("beside", [".msk", ".ovr", ".msk.ovr"])
def test_that_a_virtual_image_beside_a_tiff_is_not_opened(
    tiff: Write, requests: list[str], beside: str
) -> None:
    path = tiff()
    Path(f"{path}{beside}").write_text(image_of(f"/vsicurl/{requests[0]}/m.tif"))
    cube = open_scene(path)
    cube.band_picture(0, max_side=2)
    assert values(cube) == {7}
    assert f"t.tif{beside} is not used: it is no TIFF" in said(cube)
    assert len(requests) == 1


@pytest.mark.parametrize(
    "text",
    [
        metadata("OVERVIEWS", OVERVIEW_FILE="{net}"),
        metadata("OVERVIEWS", OVERVIEW_FILE="/vsicurl/{net}/o.tif"),
        '<!DOCTYPE a [<!ENTITY b SYSTEM "{net}/e">]><PAMDataset><SRS>&b;</SRS></PAMDataset>',
        "<PAMDataset><SRS>{net}/srs</SRS></PAMDataset>",
        "<PAMDataset><Metadata domain='SUB&#68;ATASETS'><MDI key='SUBDATASET_1_NAME'>/vsicurl/{net}/1.tif"
        "</MDI><MDI key='SUBDATASET_2_NAME'>/vsicurl/{net}/2.tif</MDI></Metadata></PAMDataset>",
    ],
)
def test_that_notes_beside_a_tiff_lead_to_no_network(tiff: Write, requests: list[str], text: str) -> None:
    path = tiff()
    Path(f"{path}.aux.xml").write_text(text.replace("{net}", requests[0]))
    assert values(open_scene(path)) == {7}
    assert len(requests) == 1


def test_that_an_entity_bomb_beside_a_tiff_is_not_read(tiff: Write) -> None:
    path = tiff()
    lols = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 30))
    Path(f"{path}.aux.xml").write_text(
        f'<!DOCTYPE a [<!ENTITY l0 "ha">{lols}]><PAMDataset>&l29;</PAMDataset>'
    )
    assert "t.tif.aux.xml is not used" in said(open_scene(path))


def test_that_sound_notes_mask_and_world_file_beside_a_tiff_are_used(tiff: Write, tmp_path: Path) -> None:
    path = tiff()
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK="NO"), rasterio.open(path, "r+") as file:
        mask = np.full((5, 7), 255, "u1")
        mask[0, 0] = 0
        file.write_mask(mask)
    notes = "<PAMDataset><Metadata><MDI key='quantity'>radiance</MDI></Metadata></PAMDataset>"
    Path(f"{path}.aux.xml").write_text(notes)
    assert Path(f"{path}.msk").exists()
    cube = open_scene(path)
    assert np.isnan(cube.read_lines(0, 1)[0, 0])
    assert cube.quantity == "radiance"
    with pytest.warns(rasterio.errors.NotGeoreferencedWarning):
        rasterio.open(
            tmp_path / "w.tif", "w", driver="GTiff", height=5, width=7, count=1, dtype="uint8"
        ).close()
    (tmp_path / "w.tfw").write_text("2\n0\n0\n-2\n500001\n3999999\n")
    placed = open_scene(tmp_path / "w.tif").georeference
    assert placed is not None
    assert placed.transform == (2, 0, 500000, 0, -2, 4000000)


@pytest.mark.parametrize("beside", [".aux.xml", ".msk", ".ovr"])
def test_that_a_pipe_beside_a_tiff_is_not_waited_on(tiff: Write, beside: str) -> None:
    path = tiff()
    os.mkfifo(f"{path}{beside}")
    assert f"t.tif{beside} is not used: it is a named pipe" in said(open_scene(path))


def test_that_a_header_beside_a_tiff_is_no_link_to_elsewhere(tiff: Write, outside: Path) -> None:
    path = tiff()
    (outside / "x.hdr").write_text(f"ENVI\nbands=1\nband names={{{SECRET}}}\n")
    path.with_suffix(".hdr").symlink_to(outside / "x.hdr")
    cube = open_scene(path)
    assert str(SECRET) not in str(dict(cube.header.fields))
    assert "is a link that leads out of the folder" in said(cube)
