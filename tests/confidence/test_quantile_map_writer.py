"""Whole or absent: cancelled, failed, killed, or out of disk."""

import errno
import gc
import resource
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from hsi_uq_app.confidence.plane_file import PlaneWriter
from hsi_uq_app.confidence.quantile_map import QuantileMapWriter, open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.levels import LEVELS
from hsi_uq_app.progress import Cancelled

HERE = Path(__file__).parent


def scene(folder, lines=30, samples=40):
    header = SimpleNamespace(path=folder / "scene.hdr", fields={})
    return SimpleNamespace(
        lines=lines, samples=samples, header=header, data_path=folder / "scene.img", name="scene",
        georeference=None, overrides={"interleave": "bil"}, fingerprint=lambda: "c0ffee",
        derivation=("reflectance by a flat field",),
    )  # fmt: skip


@pytest.fixture
def passport(write_map, tmp_path):
    """A passport; the map that came with it is removed."""
    result = write_map(np.zeros((20, 1, 1), np.float32), "other.hdr")
    for path in result.files.all:
        path.unlink()
    return result.passport


def tile(first, count):
    levels = np.tile(np.arange(first, first + count, dtype=np.int16), (len(LEVELS), 1))
    return first, levels, np.zeros((3, count), np.float32)


def end_early(writer, error):
    with writer:
        writer.write(*tile(0, 100))
        raise error


def test_that_two_threads_may_write(tmp_path, passport):
    with QuantileMapWriter(tmp_path / "R.hdr", scene(tmp_path), passport) as writer:

        def write(part):
            for first in range(part * 10, 1200, 20):
                writer.write(*tile(first, 10))

        threads = [threading.Thread(target=write, args=(part,)) for part in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    result = open_quantile_map(tmp_path / "R.hdr")
    for level in LEVELS:
        assert np.array_equal(result.plane(level).reshape(-1), np.arange(1200))


def test_that_a_slice_of_a_larger_buffer_may_be_written(tmp_path, passport):
    buffer = np.arange(101 * 7, dtype=np.int16).reshape(101, 7)
    with QuantileMapWriter(tmp_path / "R.hdr", scene(tmp_path, 1, 5), passport) as writer:
        writer.write(0, buffer[:, 1:6], np.zeros((3, 9), np.float32)[:, :5])
    assert open_quantile_map(tmp_path / "R.hdr").plane(10).tolist() == [[8, 9, 10, 11, 12]]


def test_that_facts_found_while_running_are_kept(tmp_path, passport):
    with QuantileMapWriter(tmp_path / "R.hdr", scene(tmp_path, 1, 5), passport, {"model": "abc"}) as writer:
        writer.write(*tile(0, 5))
        writer.record(drift={"share": 0.01})
    provenance = open_quantile_map(tmp_path / "R.hdr").provenance
    assert (provenance["model"], provenance["drift"]) == ("abc", {"share": 0.01})
    assert provenance["overrides"] == {"interleave": "bil"}
    assert provenance["derivation"] == ["reflectance by a flat field"]


@pytest.mark.parametrize("error", [Cancelled("run"), RuntimeError("shape"), KeyboardInterrupt()])
def test_that_a_run_that_ends_early_leaves_nothing(tmp_path, passport, error):
    writer = QuantileMapWriter(tmp_path / "R.hdr", scene(tmp_path), passport)
    with pytest.raises(type(error)):
        end_early(writer, error)
    assert list(tmp_path.iterdir()) == []


def test_that_a_cancelled_run_keeps_the_earlier_result(tmp_path, write_map, passport):
    before = write_map(np.ones((20, 3, 4), np.float32))
    content = [path.read_bytes() for path in before.files.all]
    with pytest.raises(Cancelled):
        end_early(QuantileMapWriter(before.path, scene(tmp_path), passport), Cancelled("run"))
    assert [path.read_bytes() for path in before.files.all] == content
    assert sorted(tmp_path.iterdir()) == sorted(before.files.all)


def test_that_a_predictor_that_forgets_pixels_is_a_bug(tmp_path, passport):
    writer = QuantileMapWriter(tmp_path / "R.hdr", scene(tmp_path), passport)
    with pytest.raises(RuntimeError, match="100 pixels"), writer:
        writer.write(*tile(0, 100))
    assert list(tmp_path.iterdir()) == []


def test_that_too_little_free_disk_is_told_before_the_work(tmp_path, passport, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=214 * 1200 - 1))
    with (
        pytest.raises(UserError, match="MB free"),
        QuantileMapWriter(tmp_path / "R", scene(tmp_path), passport),
    ):
        pytest.fail("the work began")
    assert list(tmp_path.iterdir()) == []


def test_that_a_disk_that_fills_up_leaves_nothing(tmp_path, passport, monkeypatch):
    def full(self, first_pixel, rows):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(PlaneWriter, "write", full)
    writer = QuantileMapWriter(tmp_path / "R.hdr", scene(tmp_path), passport)
    with pytest.raises(UserError, match=r"R\.hdr: the disk is full"), writer:
        writer.write(*tile(0, 100))
    assert list(tmp_path.iterdir()) == []


def test_that_a_file_larger_than_the_disk_allows_leaves_nothing(tmp_path, passport):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with (
            pytest.raises(UserError, match="too large for this disk"),
            QuantileMapWriter(tmp_path / "R.hdr", scene(tmp_path), passport) as writer,
        ):
            writer.write(*tile(0, 1200))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def test_that_a_missing_folder_is_told(tmp_path, passport):
    writer = QuantileMapWriter(tmp_path / "no" / "R.hdr", scene(tmp_path), passport)
    with pytest.raises(UserError, match="folder does not exist"), writer:
        pytest.fail("the work began")


def test_that_the_scene_itself_is_never_overwritten(tmp_path, passport):
    writer = QuantileMapWriter(tmp_path / "scene.hdr", scene(tmp_path), passport)
    with pytest.raises(UserError, match="is the scene itself"), writer:
        pytest.fail("the work began")


def test_that_another_scene_is_never_overwritten(tmp_path, passport):
    (tmp_path / "other.img").write_bytes(b"measured")
    writer = QuantileMapWriter(tmp_path / "other.hdr", scene(tmp_path), passport)
    with pytest.raises(UserError, match="exists and is not an earlier file of this kind"), writer:
        pytest.fail("the work began")
    assert (tmp_path / "other.img").read_bytes() == b"measured"


def cancelled(writer):
    """A weak reference to what ended the run."""
    try:
        with writer:
            raise Cancelled("run")
    except Cancelled as error:
        return weakref.ref(error)


def test_that_a_cancelled_run_frees_its_memory_at_once(tmp_path, passport):
    """An error that held its own frame would keep every tile until the next collection of garbage."""
    gc.disable()
    try:
        assert cancelled(QuantileMapWriter(tmp_path / "R.hdr", scene(tmp_path), passport))() is None
    finally:
        gc.enable()


KILLED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from conftest import passport
from test_quantile_map_writer import scene, tile
from hsi_uq_app.confidence.quantile_map import QuantileMapWriter
folder = Path(sys.argv[1])
with QuantileMapWriter(folder / "R.hdr", scene(folder), passport(20)) as writer:
    writer.write(*tile(0, 600))
    print("half", flush=True)
    sys.stdin.read()
"""


def test_that_a_killed_run_leaves_no_map_and_the_next_one_cleans_up(tmp_path, passport, monkeypatch):
    command = [sys.executable, "-c", KILLED, str(tmp_path), str(HERE)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout.readline() == "half\n"
        run.send_signal(signal.SIGKILL)
    assert [path for path in tmp_path.iterdir() if not path.name.startswith(".writing-")] == []
    monkeypatch.setattr("hsi_uq_app.publishing.abandoned._YOUNG_SECONDS", -1.0)
    with QuantileMapWriter(tmp_path / "R.hdr", scene(tmp_path), passport) as writer:
        writer.write(*tile(0, 1200))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "R.hdr", "R.img", "R.json", "R_side.hdr", "R_side.img",
    ]  # fmt: skip
