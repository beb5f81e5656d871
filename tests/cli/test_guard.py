"""No verb replaces what it reads, what is no plain file, or what is not an earlier file of its kind."""

import os
import shutil
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from hsi_uq_app.export.formats import FORMATS

FOREIGN = b"years of work"
TOP, BOTTOM = "lines=0:20,samples=30:60", "lines=20:40,samples=30:60"
SMALL = ("--preset", "sample", "--lines", 64, "--samples", 64, "--discs", 1)


@pytest.fixture
def here(tmp_path: Path, tiny_scene, model: Path, result: Path) -> Path:
    """A folder of its own with copies of everything."""
    for path in (*tiny_scene.scene.parent.iterdir(), *result.parent.iterdir(), model):
        shutil.copy(path, tmp_path)
    (tmp_path / "lib.csv").write_text("wavelength,paint\n450,0.3\n1000,0.4\n2200,0.5\n")
    return tmp_path


def writers(here: Path) -> dict[str, tuple[object, ...]]:
    """Every verb that writes, but for its --out."""
    scene, truth, result = here / "tiny.hdr", here / "tiny_abundance.hdr", here / "tiny_result.hdr"
    train = ("train", scene, "--truth", truth, "--draws", 20)
    regions = ("--fit-region", TOP, "--report-region", BOTTOM, "--with", "platt")
    return {
        "train": train,
        "predict": ("predict", scene, "--model", here / "tiny.safetensors"),
        "calibrate": ("calibrate", result, "--truth", truth, *regions),
        **{f"export {kind}": ("export", result, "--to", kind) for kind in FORMATS},
    }


WRITERS = ("train", "predict", "calibrate", *(f"export {kind}" for kind in FORMATS))
INPUTS = {
    "train": ("tiny.hdr", "tiny.img", "tiny_abundance.hdr", "tiny_abundance.img"),
    "predict": ("tiny.hdr", "tiny.img", "tiny"),
    "calibrate": ("tiny_result.hdr", "tiny_result.img", "tiny_abundance.hdr"),
    "export envi": ("tiny_result.hdr", "tiny_result_side"),
    "export envi-maps": ("tiny_result.img", "tiny_result_side.img"),
}


def everything(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("overwrite", [(), ("--overwrite",)])
@pytest.mark.parametrize(("verb", "name"), [(verb, name) for verb, names in INPUTS.items() for name in names])
def test_that_an_input_is_never_replaced(hsi_uq, here: Path, verb: str, name: str, overwrite) -> None:
    before = everything(here)
    told = hsi_uq(*writers(here)[verb], "--out", here / name, *overwrite)
    assert told.code == 2
    assert len(told.err.splitlines()) == 1
    assert any(words in told.err for words in ("is the ", "belongs to the result", "is its"))
    assert everything(here) == before


def _linked(folder: Path, name: Path) -> Path:
    name.symlink_to(folder)
    return name


SPELLINGS: dict[str, Callable[[Path, Path], Path]] = {
    "hard link": lambda target, name: os.link(target, name) or name,
    "symbolic link": lambda target, name: name.symlink_to(target) or name,
    "other spelling": lambda target, name: target.parent / "." / "x" / ".." / target.name,
    "linked folder": lambda target, name: _linked(target.parent, name.with_suffix("")) / target.name,
}  # fmt: skip


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("verb", ["train", "predict", "calibrate"])
def test_that_another_name_of_an_input_is_the_input(hsi_uq, here: Path, verb: str, spelling: str) -> None:
    (here / "x").mkdir()
    target = here / {"train": "tiny.img", "predict": "tiny.img", "calibrate": "tiny_result.img"}[verb]
    name = SPELLINGS[spelling](target, here / "other.img")
    before = target.read_bytes()
    told = hsi_uq(*writers(here)[verb], "--out", name, "--overwrite")
    assert (told.code, len(told.err.splitlines())) == (2, 1), told.err
    assert target.read_bytes() == before


def test_that_the_library_and_the_model_are_inputs(hsi_uq, here: Path) -> None:
    before = everything(here)
    target = ("--target", f"{here / 'lib.csv'}:paint", "--draws", 20)
    told = hsi_uq("train", here / "tiny.hdr", *target, "--out", here / "lib.csv", "--overwrite")
    assert (told.code, "is the library" in told.err) == (2, True)
    shutil.copy(here / "tiny.safetensors", here / "m.img")
    told = hsi_uq("predict", here / "tiny.hdr", "--model", here / "m.img", "--out", here / "m", "--overwrite")
    assert (told.code, "is the model" in told.err) == (2, True)
    (here / "m.img").unlink()
    assert everything(here) == before


def _make(kind: str, path: Path) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "named pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(str(path))
    elif kind == "link to nothing":
        path.symlink_to("nowhere")
    elif kind == "link in a circle":
        path.symlink_to(path.name)
    elif kind == "link to a device":
        path.symlink_to("/dev/null")


@pytest.mark.parametrize(
    "kind", ["folder", "named pipe", "socket", "link to nothing", "link in a circle", "link to a device"]
)
@pytest.mark.parametrize("verb", WRITERS)
def test_that_what_is_no_plain_file_is_never_replaced(hsi_uq, here: Path, verb: str, kind: str) -> None:
    ending = FORMATS[verb[7:]].suffix if verb.startswith("export") else ".hdr"
    places = {
        "calibrate": "o_side.img",
        "predict": "o_side.img",
        "export envi": "o.img",
        "export shp": "o.dbf",
    }
    path = here / places.get(verb, f"o{ending}")
    _make(kind, path)
    mode, before = path.lstat().st_mode, everything(here)
    told = hsi_uq(*writers(here)[verb], "--out", here / f"o{ending}", "--overwrite")
    assert (told.code, len(told.err.splitlines())) == (2, 1), told.err
    assert stat.S_IFMT(path.lstat().st_mode) == stat.S_IFMT(mode)
    assert everything(here) == before


@pytest.mark.parametrize("verb", WRITERS)
def test_that_a_foreign_file_is_replaced_with_overwrite_alone_and_an_own_one_without(
    hsi_uq, here: Path, verb: str
) -> None:
    ending = FORMATS[verb[7:]].suffix if verb.startswith("export") else ".hdr"
    out = here / ("o.safetensors" if verb == "train" else f"o{ending}")
    out.write_bytes(FOREIGN)
    command = (*writers(here)[verb], "--out", out)
    told = hsi_uq(*command)
    assert told.code == 2
    assert (
        "exists and is not an earlier file of this kind; choose another name, or give --overwrite" in told.err
    )
    assert out.read_bytes() == FOREIGN
    assert hsi_uq(*command, "--overwrite").code == 0
    first = out.read_bytes()
    assert first != FOREIGN
    assert hsi_uq(*command).code == 0
    assert out.read_bytes() == first


@pytest.mark.parametrize("verb", ["predict", "calibrate", "export envi", "export shp", "export geotiff"])
def test_that_each_file_of_a_set_is_looked_at(hsi_uq, here: Path, verb: str) -> None:
    ending = FORMATS[verb[7:]].suffix if verb.startswith("export") else ".hdr"
    command = (*writers(here)[verb], "--out", here / f"o{ending}")
    before = set(everything(here))
    assert hsi_uq(*command).code == 0
    for name in sorted(set(everything(here)) - before):
        own = (here / name).read_bytes()
        if name.endswith((".img", ".shp", ".shx", ".cpg", ".prj")):
            continue  # these have no words: their header or table speaks for them
        (here / name).write_bytes(FOREIGN)
        assert hsi_uq(*command).code == 2, name
        (here / name).write_bytes(own)
    assert hsi_uq(*command).code == 0


def test_that_a_file_of_another_kind_of_ours_is_foreign(hsi_uq, here: Path) -> None:
    assert hsi_uq("simulate", here / "s.hdr", *SMALL).code == 0
    before = everything(here)
    verbs = writers(here)
    for out, verb in (
        ("s.img", "train"),
        ("s.hdr", "predict"),
        ("s_abundance.hdr", "export envi"),
        ("s_discs.csv", "export csv"),
    ):
        assert hsi_uq(*verbs[verb], "--out", here / out).code == 2
    assert hsi_uq("simulate", here / "tiny.hdr", *SMALL).code == 2
    assert hsi_uq("simulate", here / "tiny_result.hdr", *SMALL).code == 2
    assert everything(here) == before
    assert hsi_uq("simulate", here / "s.hdr", *SMALL, "--seed", 4).code == 0


def test_that_a_device_stays_one(hsi_uq, here: Path) -> None:
    assert hsi_uq(*writers(here)["train"], "--out", "/dev/null", "--overwrite").code == 2
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_that_a_refusal_comes_before_the_training(
    hsi_uq, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hsi_uq_app.cli.train.train", lambda *_, **__: pytest.fail("trained"))
    (here / "o").write_bytes(FOREIGN)
    for out in (here / "o", here / "no" / "m", here / "tiny.img", here):
        assert hsi_uq(*writers(here)["train"], "--out", out).code == 2


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31mb", "a\x07b", "a\u202eb", "n" * 260, "n" * 250 + "ä" * 9])
@pytest.mark.parametrize("verb", ["train", "predict", "calibrate", "export shp", "export csv"])
def test_that_a_name_no_line_can_show_or_no_disk_takes_is_one_line(
    hsi_uq, here: Path, verb: str, name: str
) -> None:
    before = everything(here)
    told = hsi_uq(*writers(here)[verb], "--out", here / name)
    assert (told.code, len(told.err.splitlines())) == (2, 1), told.err
    assert "a bug" not in told.err
    assert "free some space" not in told.err
    assert everything(here) == before
    assert told.err.isprintable() or told.err.rstrip("\n").isprintable()
