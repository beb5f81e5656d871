"""What all formats share: one table, provenance, the same bytes, whole or absent."""

import errno
import json
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.export.formats import FORMATS, write
from hsi_uq_app.publishing.journal import recover
from tests.publishing.steps import content

every_format = pytest.mark.parametrize("kind", FORMATS)


def test_that_the_table_offers_every_promised_format():
    assert list(FORMATS) == ["envi", "envi-maps", "geotiff", "gpkg", "geojson", "shp", "csv", "png"]


def test_that_an_unknown_format_is_refused_with_the_list(make, tmp_path):
    with pytest.raises(UserError, match="use one of envi, envi-maps"):
        write("kml", make(), tmp_path / "mask")


@every_format
def test_that_every_export_says_how_to_repeat_it(make, tmp_path, kind):
    files = write(kind, make(connectivity=4, minimum_pixels=2), tmp_path / "out")
    told = json.loads(files[-1].read_text())
    assert (told["alpha"], told["delta"]) == (0.2, 0.2)
    assert (told["method"], told["version"]) == ("deep-ensemble", "0.1.0")
    assert told["hashes"] == {"cube": "c0ffee", "model": "badcab1e", "training": "7a57", "map": "f00d"}
    assert (told["connectivity"], told["minimum_pixels"], told["effective_draws"]) == (4, 2, 10)
    assert (told["counts"]["target"], told["counts"]["not_evaluated"]) == (7, 3)
    assert str(tmp_path) not in files[-1].read_text()


def test_that_shares_of_nothing_are_null_and_not_a_number_json_does_not_know(make, tmp_path):
    files = write("geotiff", make(np.full((2, 3), 3, np.uint8)), tmp_path / "none")
    told = json.loads(files[-1].read_text(), parse_constant=pytest.fail)
    assert set(told["counts"]["shares"].values()) == {None}


@every_format
def test_that_the_files_told_are_the_files_written(make, tmp_path, kind):
    files = write(kind, make(), tmp_path / "out")
    assert sorted(files) == sorted(tmp_path.iterdir())
    assert files[0].suffix == FORMATS[kind].suffix


@every_format
def test_that_the_same_set_gives_the_same_bytes(make, tmp_path, kind):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    first = write(kind, make(), tmp_path / "one" / "out")
    second = write(kind, make(), tmp_path / "two" / "out")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


@every_format
def test_that_the_exported_result_is_never_overwritten(make, tmp_path, kind):
    source = (tmp_path / "R").with_suffix(FORMATS[kind].suffix)
    source.write_bytes(b"planes")
    with pytest.raises(UserError, match="choose another name"):
        write(kind, make(sources=(source,)), source)
    assert source.read_bytes() == b"planes"


@every_format
def test_that_a_missing_folder_is_one_clear_line(make, tmp_path, kind):
    with pytest.raises(UserError, match="the folder does not exist"):
        write(kind, make(), tmp_path / "no" / "out")


@every_format
def test_that_a_full_disk_leaves_nothing(make, tmp_path, kind, monkeypatch):
    def full(source, target):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("hsi_uq_app.files.os.replace", full)
    with pytest.raises(UserError, match="the disk is full"):
        write(kind, make(), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "most"), [*((kind, 20) for kind in FORMATS), ("shp", 3), ("shp", 350), ("shp", 700)]
)
def test_that_a_file_cut_short_by_the_disk_leaves_nothing(make, tmp_path, kind, most):
    write(kind, make(), tmp_path / "warm-up")  # libraries write their own caches the first time
    for path in tmp_path.iterdir():
        path.unlink()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        with pytest.raises(UserError, match="cannot write"):
            write(kind, make(), tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from conftest import Maker
from hsi_uq_app.export.formats import FORMATS, write
import hsi_uq_app.files as files
replace = files.os.replace
def die_after(left):
    def killed(source, target):
        nonlocal left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        replace(source, target)
    files.os.replace = killed
for kind in sys.argv[4:]:
    FORMATS[kind].write  # imported once, before the forks
    child = os.fork()
    if not child:
        die_after(int(sys.argv[3]))
        write(kind, Maker()(), Path(sys.argv[2]) / kind / kind)
        os._exit(0)
    assert os.waitpid(child, 0)[1] in (0, signal.SIGKILL), kind
"""


def kill(folder: Path, renamed: int, *kinds: str) -> None:
    """Write each format in a process that is killed when so many of its files have been renamed."""
    arguments = [str(Path(__file__).parent), str(folder), str(renamed), *kinds]
    subprocess.run([sys.executable, "-c", KILLED, *arguments], check=True)


@pytest.mark.parametrize("renamed", [0, 1, 2, 4, 6])
def test_that_a_process_killed_between_two_renames_leaves_the_old_or_the_new_export(make, tmp_path, renamed):
    """The new one has another delta, so that every file differs; what is opened next finishes it."""
    for kind in FORMATS:
        (tmp_path / kind).mkdir()
        write(kind, make(delta=0.1), tmp_path / kind / kind)
    old = {kind: content(tmp_path / kind) for kind in FORMATS}
    kill(tmp_path, renamed, *FORMATS)
    for kind, format in FORMATS.items():
        folder = tmp_path / kind
        seen = content(folder)
        recover(folder)
        whole = content(folder)
        write(kind, make(), folder / kind)
        new = content(folder)
        assert whole in (old[kind], new), kind
        assert f"{kind}{format.suffix}" not in seen or seen in (old[kind], new), kind
        assert sorted(new) == sorted(old[kind])


def test_that_the_list_of_formats_costs_the_window_no_library():
    program = (
        "import sys, hsi_uq_app.export.formats, hsi_uq_app.confidence.quantile_map\n"
        "slow = ('rasterio', 'pyogrio', 'shapely', 'matplotlib', 'pyproj', 'scipy', 'torch')\n"
        "print([name for name in slow if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert ended.stdout.strip() == "[]"


@every_format
def test_that_a_name_no_disk_takes_is_one_clear_line(make, tmp_path, kind):
    with pytest.raises(UserError, match=r"the name is too long; choose a shorter one"):
        write(kind, make(), tmp_path / ("ä" * 130))
    (tmp_path / f"taken{FORMATS[kind].suffix}").mkdir()
    with pytest.raises(UserError, match="choose another name"):
        write(kind, make(), tmp_path / "taken")
    assert [path.name for path in tmp_path.iterdir()] == [f"taken{FORMATS[kind].suffix}"]


@every_format
def test_that_a_file_that_is_no_export_is_not_overwritten(make, tmp_path, kind):
    own = (tmp_path / f"truth{FORMATS[kind].suffix}").with_suffix(
        ".img" if "envi" in kind else FORMATS[kind].suffix
    )
    own.write_bytes(b"years of work")
    with pytest.raises(UserError, match="exists and is not an earlier file of this kind; choose another"):
        write(kind, make(), tmp_path / "truth")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"years of work"]
    own.unlink()
    first = write(kind, make(), tmp_path / "truth")
    assert write(kind, make(), tmp_path / "truth") == first
