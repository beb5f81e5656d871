"""From a quantile map to the selection of an export."""

from types import SimpleNamespace

import numpy as np
import pytest
import rasterio

from hsi_uq_app.confidence.high_confidence_set import high_confidence_set
from hsi_uq_app.confidence.quantile_map import QuantileMapWriter, open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.export.formats import FORMATS, write
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.posterior.levels import LEVELS, to_int16
from hsi_uq_app.posterior.passport import Passport, SampleRecord
from hsi_uq_app.scene.georeference import georeference_from


@pytest.fixture
def result(tmp_path, make):
    """A map of 5 x 7 pixels at 30 degrees whose levels all lie at -6, but for one pixel at +6."""
    fields = {"map info": make.map_info(30, reference=1.5), "wavelength": "450, 550"}
    scene = SimpleNamespace(
        lines=5, samples=7, name="scene", fingerprint=lambda: "c0ffee", overrides={}, derivation=(),
        header=SimpleNamespace(path=tmp_path / "scene.hdr", fields=fields), data_path=tmp_path / "scene.img",
        georeference=georeference_from(fields)[0],
    )  # fmt: skip
    logits = np.full(35, -6, np.float32)
    logits[16] = 6
    sample = SampleRecord(kind="all", targets=1, background=1, background_in_region=1)
    passport = Passport(
        method="hmc", draws=40, seed=0, activation="tanh", hidden=10, components=1, bands=2,
        wavelengths_nm=None, good_bands=(0,), region="left", label_threshold=0.1, base_rate=0.5,
        log_base_odds=0, sample=sample, training_hash="7a57", version="0.1.0",
    )  # fmt: skip
    with QuantileMapWriter(tmp_path / "R.hdr", scene, passport, {"model": "badcab1e"}) as writer:
        writer.write(
            0, np.tile(to_int16(logits), (len(LEVELS), 1)), np.stack([logits, logits * 0, logits * 0])
        )
    return open_quantile_map(tmp_path / "R.hdr")


@pytest.fixture
def selection(result):
    lower, upper = result.interval(20)
    return Selection.of(result, high_confidence_set(lower, upper, 0.2), lower, upper, 20, 0.2)


def test_that_it_carries_the_hashes_of_model_cube_and_map(selection, result):
    hashes = {"cube": "c0ffee", "model": "badcab1e", "training": "7a57", "map": result.fingerprint()}
    assert selection.provenance["hashes"] == hashes
    assert (selection.provenance["method"], selection.provenance["draws"]) == ("hmc", 40)


def test_that_its_mask_lies_where_the_scene_does(selection, result, tmp_path):
    for kind in ("envi", "geotiff"):
        path = write(kind, selection, tmp_path / f"mask-{kind}")[0]
        with rasterio.open(path.with_suffix(".img" if kind == "envi" else ".tif")) as seen:
            assert tuple(seen.transform)[:6] == pytest.approx(result.georeference.transform, abs=2e-9, rel=0)
            assert seen.read(1).tolist()[2] == [2, 2, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("kind", [kind for kind, format_ in FORMATS.items() if format_.suffix == ".hdr"])
def test_that_the_map_itself_is_never_overwritten(selection, result, kind):
    before = [path.read_bytes() for path in result.files.all]
    with pytest.raises(UserError, match="choose another name"):
        write(kind, selection, result.path)
    assert [path.read_bytes() for path in result.files.all] == before
