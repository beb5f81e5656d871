"""What a file or an argument says is text: it neither steers the terminal nor breaks a run."""

import csv
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from hsi_uq_app.cli.terminal import print_rows, print_table, progress_bar

HOSTILE = {
    "closing tag": "x[/x]",
    "tag": "[bold]x[/bold]",
    "link": "[link=http://example.org]x[/link]",
    "emoji": ":bomb:",
    "escape": "\x1b[31mred\x1b[0m",
    "osc link": "\x1b]8;;http://example.org\x07x\x1b]8;;\x07",
    "bell": "\x07",
    "bidi": "\u202egpj.x",
    "c1": "\x9b31m",
    "backslash tag": "\\[/x]",
    "unbalanced": "[",
    "bad style": "[on nowhere]",
}
STEERING = ("\x1b", "\x07", "\x9b", "\u202e", "\r")

every_hostile = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)


@every_hostile
def test_that_tables_show_it_letter_by_letter(capsys: pytest.CaptureFixture[str], text: str) -> None:
    print_rows([(text, text), ("note", text)])
    print_table(("", text), [(text, text)])
    out = capsys.readouterr().out
    assert not any(letter in out for letter in STEERING)
    if text.isprintable():
        assert out.count(text) == 6


@every_hostile
def test_that_the_progress_bar_shows_it_too(monkeypatch: pytest.MonkeyPatch, capsys, text: str) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress_bar(text) as progress:
        progress(0.5, text)
    shown = capsys.readouterr().err
    assert "\x07" not in shown
    assert "\u202e" not in shown
    assert "\x1b]8" not in shown


@pytest.fixture
def header(tiny_scene, tmp_path: Path) -> Path:
    for path in (tiny_scene.scene, tiny_scene.scene.with_suffix(".img")):
        shutil.copy(path, tmp_path)
    return tmp_path / tiny_scene.scene.name


KEYS = (
    "interleave",
    "data type",
    "sensor type",
    "wavelength units",
    "description",
    "map info",
    "x[/x]",
    "bbl",
)


@every_hostile
@pytest.mark.parametrize("key", KEYS)
def test_that_a_header_cannot_speak_to_the_terminal(hsi_uq, header: Path, key: str, text: str) -> None:
    with open(header, "a", encoding="utf-8") as file:
        file.write(f"{key} = {{{text}}}\n")
    for command in (("info", header), ("info", header, "--json")):
        told = hsi_uq(*command)
        assert told.code in (0, 2), told.err
        assert "a bug" not in told.err
        assert not any(letter in told.out + told.err for letter in STEERING)


@every_hostile
def test_that_arguments_cannot_either(hsi_uq, header: Path, tmp_path: Path, text: str) -> None:
    for command in (
        ("info", header, "--set", f"interleave={text}"), ("info", tmp_path / text),
        ("info", header, f"--{text}"),
        (text,), ("evaluate", tmp_path / text, "--truth", tmp_path / text), ("reproduce", text),
        ("simulate", tmp_path / "s.hdr", "--preset", text),
        ("train", header, "--target", text, "--out", tmp_path / "m"),
    ):  # fmt: skip
        told = hsi_uq(*command)
        assert told.code == 2, told
        assert len(told.err.splitlines()) == 1
        assert not any(letter in told.err for letter in STEERING)


@pytest.mark.parametrize(
    "name", ["y[/o].csv", "[bold].csv", "[link=x].csv", ":bomb:.csv", "=1.csv", "-o.csv"]
)
def test_that_an_export_that_succeeded_says_so(hsi_uq, result: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    told = hsi_uq("export", result, "--to", "csv", "--out", tmp_path / name)
    assert (told.code, told.err) == (0, "")
    assert name in told.out
    assert (tmp_path / name).exists()


def test_that_a_training_that_succeeded_says_so(hsi_uq, tiny_scene, tmp_path: Path) -> None:
    (tmp_path / "m[").mkdir()
    out = tmp_path / "m[/o].safetensors"
    told = hsi_uq("train", tiny_scene.scene, "--truth", tiny_scene.truth, "--draws", 20, "--out", out)
    assert (told.code, out.exists(), out.name in told.out) == (0, True, True)


def test_that_a_name_that_is_no_text_is_printed(tiny_scene, tmp_path: Path) -> None:
    """Bytes of another alphabet in a path, and an output that knows ASCII alone."""
    name = tmp_path / "caf\udce9 ä.hdr"
    shutil.copy(tiny_scene.scene, name)
    shutil.copy(tiny_scene.scene.with_suffix(".img"), name.with_suffix(".img"))
    ended = subprocess.run(
        [sys.executable, "-c", "from hsi_uq_app.cli import main; main()", "info", name], capture_output=True,
        check=False, env={"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"samples" in ended.stdout


def csv_cells(folder: Path) -> Iterator[str]:
    for path in folder.glob("*.csv"):
        with open(path, newline="", encoding="utf-8") as handle:
            yield from (value for row in csv.reader(handle) for value in row)


@pytest.mark.parametrize("method", ['=HYPERLINK("http://x","y")', "+1+1", "@SUM(1)", "-1+1", "\t=1", " =1"])
def test_that_no_cell_of_a_table_is_a_formula(hsi_uq, result: Path, tmp_path: Path, method: str) -> None:
    """A passport may say anything, where it is not refused."""
    from dataclasses import replace

    from hsi_uq_app.confidence.quantile_map import open_quantile_map
    from hsi_uq_app.export.formats import write
    from hsi_uq_app.workflow.select import select

    selection = select(open_quantile_map(result), 0.2, 0.2)
    selection = replace(selection, provenance={**selection.provenance, "method": method})
    write("csv", selection, tmp_path / "t")
    cells = list(csv_cells(tmp_path))
    assert f"'{method}" in cells
    assert not any(c.lstrip().startswith(("=", "@")) for c in cells)


NAMES = ["=1+1", "@x", "a{b}c", "a\nb", "a\x1bb", "a,b", "}", "a\u2028b", "a\x00b"]


@pytest.mark.parametrize("name", NAMES)
def test_that_names_cannot_break_a_library_or_its_table(
    hsi_uq, tiny_scene, tmp_path: Path, name: str
) -> None:
    from hsi_uq_app.export.spectra import MeasuredSpectra, MeasuredSpectrum, write
    from hsi_uq_app.scene.open_scene import open_scene
    from hsi_uq_app.scene.read_library import read_library

    cube = open_scene(tiny_scene.scene)
    values = np.linspace(0.1, 0.5, cube.bands, dtype=np.float32)
    two = tuple(MeasuredSpectrum(one, "#ff0000", 1, 2, values) for one in (name, "second"))
    for kind in ("sli", "csv"):
        write(kind, MeasuredSpectra(cube, two), tmp_path / kind)
    assert len(read_library(tmp_path / "sli.sli").spectra) == 2
    assert read_library(tmp_path / "sli.sli").spectra[1].name == "second"
    header = (tmp_path / "sli.hdr").read_text()
    assert header.count("{") == header.count("}")
    cells = list(csv_cells(tmp_path))
    assert not any(c.startswith(("=", "@", "\t", "\r", "\n")) or "\x1b" in c for c in cells)


@pytest.mark.parametrize(
    "text", ["{UTM, 1, 1, 0, 0, 1, 1, 18, North}\nbands = 99", "a\nENVI", "{x {y} z}", "{a} b}", "x\x00\x1by"]
)
def test_that_a_header_is_written_that_reads_back_with_the_same_keys(tmp_path: Path, text: str) -> None:
    from hsi_uq_app.scene.envi_header import read_header
    from hsi_uq_app.scene.envi_writer import write_header

    fields = {
        "samples": 2,
        "lines": 2,
        "bands": 1,
        "data type": 1,
        "interleave": "bsq",
        "map info": text,
        "last": 5,
    }
    write_header(tmp_path / "a.hdr", fields)
    read = read_header(tmp_path / "a.hdr")
    assert list(read.fields) == list(fields)
    assert (read.bands, read.fields["last"]) == (1, "5")


def test_that_geojson_and_geopackage_hold_any_method_name(result: Path, tmp_path: Path) -> None:
    from dataclasses import replace

    import pyogrio

    from hsi_uq_app.confidence.quantile_map import open_quantile_map
    from hsi_uq_app.export.formats import write
    from hsi_uq_app.workflow.select import select

    method = 'a"b\n{c}</x>\x1b\u202e'
    selection = select(open_quantile_map(result), 0.2, 0.2)
    selection = replace(selection, provenance={**selection.provenance, "method": method})
    write("geojson", selection, tmp_path / "a")
    assert json.loads((tmp_path / "a.geojson").read_text())["features"][0]["properties"]["method"] == method
    for kind in ("gpkg", "shp"):
        write(kind, selection, tmp_path / "b")
        _, _, _, fields = pyogrio.raw.read(tmp_path / f"b.{kind}")
        assert len({str(name) for name in fields[-1]}) == 1


def test_that_a_table_still_has_its_styles_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr("hsi_uq_app.cli.terminal.Console", lambda **_: Console(force_terminal=True, width=80))
    print_rows([("name", 1)])
    assert "\x1b[1mname" in capsys.readouterr().out
