import errno
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Cancelled, silent
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.suburb.config import PRESETS, SuburbConfig
from hsi_uq_app.suburb.library import WATER_BANDS, WAVELENGTHS_NM
from hsi_uq_app.suburb.raster_draft import RasterDraft
from hsi_uq_app.suburb.simulate import simulate

Simulated = Callable[..., Any]


def test_that_the_cube_opens_with_wavelengths_scale_and_place(simulated: Simulated) -> None:
    suburb = simulated("plain")
    cube = open_scene(suburb.header)
    assert (cube.lines, cube.samples, cube.bands) == (96, 160, 211)
    assert cube.notes == ()
    np.testing.assert_array_equal(cube.wavelengths_nm, WAVELENGTHS_NM)
    np.testing.assert_array_equal(cube.good_bands, ~WATER_BANDS)
    assert cube.quantity == "reflectance"
    assert cube.georeference.pixel_area_m2 == pytest.approx(1)
    longitude, latitude = cube.georeference.lon_lat(0, 0)
    assert (longitude, latitude) == (pytest.approx(-77.6, abs=0.1), pytest.approx(43.1, abs=0.1))
    np.testing.assert_allclose(cube.spectrum(40, 50), suburb.cube[40, :, 50] / 1e4, rtol=1e-6)
    assert "imulated" in suburb.header.read_text()


@pytest.mark.parametrize("name", ["abundance", "disc_id", "foliage", "class", "illumination"])
def test_that_every_truth_map_opens(simulated: Simulated, name: str) -> None:
    suburb = simulated("plain")
    opened = open_scene(suburb.header.with_name(f"plain_{name}.hdr"))
    assert (opened.lines, opened.samples, opened.bands) == (96, 160, 1)
    assert {note.key for note in opened.notes} <= {"quantity"}
    assert opened.georeference == open_scene(suburb.header).georeference


@pytest.mark.parametrize("name", ["class", "illumination"])
def test_that_classifications_name_and_colour_every_class(simulated: Simulated, name: str) -> None:
    suburb = simulated("plain")
    fields = open_scene(suburb.header.with_name(f"plain_{name}.hdr")).header.fields
    names, colours = fields["class names"].split(","), fields["class lookup"].split(",")
    assert len(names) == int(fields["classes"]) == len(colours) / 3
    values = suburb.plane(name, "u1")
    assert values.min() >= 1
    assert values.max() < len(names)


@pytest.mark.parametrize("stop_at", [0.0, 0.3, 0.9])
def test_that_a_cancelled_simulation_leaves_nothing_behind(tmp_path: Path, stop_at: float) -> None:
    def give_up(fraction: float, text: str = "") -> None:
        if fraction >= stop_at:
            raise Cancelled

    with pytest.raises(Cancelled):
        simulate(tmp_path / "cut.hdr", SuburbConfig(lines=96, samples=160, discs=14), give_up)
    assert list(tmp_path.iterdir()) == []


def test_that_a_full_disk_is_told_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(RasterDraft, "write", full)
    with pytest.raises(UserError, match="disk is full"):
        simulate(tmp_path / "full.hdr", SuburbConfig(lines=96, samples=160, discs=14), silent)
    assert list(tmp_path.iterdir()) == []


def test_that_an_older_scene_survives_a_cancelled_new_one(simulated: Simulated) -> None:
    suburb = simulated("kept")
    before = suburb.cube_bytes

    def give_up(fraction: float, text: str = "") -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        simulate(suburb.header, replace(suburb.config, seed=9), give_up)
    assert suburb.cube_bytes == before


def test_that_progress_rises_to_one(tmp_path: Path) -> None:
    seen: list[float] = []
    config = SuburbConfig(lines=96, samples=160, discs=14)
    paths = simulate(tmp_path / "seen.hdr", config, lambda fraction, text="": seen.append(fraction))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert all(path.exists() for path in paths)
    assert paths[0].name == "seen.hdr"


@pytest.mark.parametrize(
    "wrong",
    [{"lines": 10}, {"hidden_share": 1.5}, {"snr_factor": 0.0}, {"interleave": "bli"}, {"seed": -1}],
)
def test_that_impossible_options_are_refused_in_one_line(wrong: dict[str, Any]) -> None:
    with pytest.raises(UserError) as refusal:
        SuburbConfig(**wrong)
    assert "\n" not in str(refusal.value)


def test_that_too_many_discs_for_the_scene_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no room for a disc"):
        simulate(tmp_path / "crowd.hdr", SuburbConfig(lines=64, samples=64, discs=400), silent)


def test_that_a_name_without_hdr_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"does not end in \.hdr"):
        simulate(tmp_path / "scene.img", SuburbConfig(), silent)


def test_that_the_sample_preset_takes_about_six_megabytes() -> None:
    sample = PRESETS["sample"]
    assert 5e6 < sample.lines * sample.samples * 211 * 2 < 7e6
    megascene = PRESETS["megascene"]
    assert megascene.lines * megascene.samples == 3_000_000
