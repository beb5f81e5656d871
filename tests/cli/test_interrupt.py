"""Ctrl-C at any moment, and an output that is closed, full or no longer read (review F12)."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.publishing.steps import content

PROGRAM = (sys.executable, "-c", "import sys; from hsi_uq_app.cli import main; sys.exit(main())")
TELLS = (
    sys.executable, "-c",
    "import os, sys; from hsi_uq_app.cli.interrupt import listen; listen(); os.write(2, b'+');"
    "from hsi_uq_app.cli import main; sys.exit(main())",
)  # fmt: skip


def interrupted(arguments: list[object], seconds: float) -> tuple[int, str]:
    """Exit code and standard error of a run that hears SIGINT so long after its first own line of code."""
    command = [*TELLS, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        assert run.stderr is not None
        assert run.stderr.read(1) == b"+"
        time.sleep(seconds)
        run.send_signal(signal.SIGINT)
        return run.wait(60), run.stderr.read().decode()


def test_that_an_interrupt_at_any_moment_is_one_line_and_leaves_nothing(tiny_scene, tmp_path: Path) -> None:
    chance, codes = random.Random(12), []
    train = ["train", tiny_scene.scene, "--truth", tiny_scene.truth, "--method", "hmc"]
    for run in range(20):
        out = tmp_path / f"m{run}"
        code, told = interrupted([*train, "--out", out], 2 * run / 20 + chance.uniform(0, 0.1))
        codes.append(code)
        assert (code, told) in ((130, "hsi-uq: Cancelled; no file is half-written\n"), (0, ""))
        assert out.exists() == (code == 0)
    assert codes.count(130) > 10
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("verb", ["predict", "simulate"])
def test_that_drafts_of_many_files_are_removed_at_an_interrupt(
    tiny_scene, model: Path, tmp_path: Path, verb
) -> None:
    command = {
        "predict": ["predict", tiny_scene.scene, "--model", model, "--out", tmp_path / "r.hdr"],
        "simulate": ["simulate", tmp_path / "s.hdr", "--preset", "sample"],
    }[verb]
    for hundredths in range(60, 160, 30):
        code, told = interrupted(command, hundredths / 100)
        assert "Traceback" not in told
        assert code in (0, 130)
        assert len(content(tmp_path)) in (0, 5, 13)
        assert not list(tmp_path.glob(".writing-*"))


def test_that_an_interrupt_while_files_change_places_waits_for_the_whole_set(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path; from hsi_uq_app.cli.interrupt import listen\n"
        "from hsi_uq_app.files import whole_files\n"
        "listen(); replace = os.replace\n"
        "def slow(*names): replace(*names); os.kill(os.getpid(), signal.SIGINT)\n"
        "folder = Path(sys.argv[1]); targets = [folder / f'r.{i}' for i in range(4)]\n"
        "with whole_files(*targets, ours=lambda _: True) as drafts:\n"
        "    for draft in drafts: draft.write_bytes(b'new')\n"
        "    os.replace = slow\n"
        "print('not reached')\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (130, "")
    assert ended.stderr == "hsi-uq: Cancelled; no file is half-written\n"
    assert content(tmp_path) == {f"r.{i}": b"new" for i in range(4)}
    assert not list(tmp_path.glob(".*"))


def test_that_cancelled_work_ends_the_same_way(hsi_uq, tiny_scene, tmp_path: Path, monkeypatch) -> None:
    def cancel(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hsi_uq_app.cli.train.train", cancel)
    told = hsi_uq("train", tiny_scene.scene, "--truth", tiny_scene.truth, "--out", tmp_path / "m")
    assert (told.code, told.err.strip()) == (130, "hsi-uq: Cancelled; no file is half-written")


VERBS = ("doctor", "--help", "info", "info json", "train", "export")


def command_of(verb: str, tiny_scene, result: Path, folder: Path) -> list[object]:
    return {
        "doctor": ["doctor"],
        "--help": ["--help"],
        "info": ["info", tiny_scene.scene],
        "info json": ["info", tiny_scene.scene, "--json"],
        "train": [
            "train",
            tiny_scene.scene,
            "--truth",
            tiny_scene.truth,
            "--draws",
            20,
            "--out",
            folder / "m",
        ],
        "export": ["export", result, "--to", "csv", "--out", folder / "m"],
    }[verb]


@pytest.mark.parametrize("verb", VERBS)
def test_that_a_reader_that_has_had_enough_is_no_error(
    tiny_scene, result: Path, tmp_path: Path, verb: str
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [*PROGRAM, *map(str, command_of(verb, tiny_scene, result, tmp_path))]
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert bool(list(tmp_path.iterdir())) == (verb in ("train", "export"))


@pytest.mark.parametrize("verb", VERBS)
def test_that_a_full_disk_behind_standard_output_is_one_line(
    tiny_scene, result: Path, tmp_path, verb: str
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    command = [*PROGRAM, *map(str, command_of(verb, tiny_scene, result, tmp_path))]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2
    assert (
        ended.stderr
        == "hsi-uq: cannot print the outcome: the disk of standard output is full; free some space\n"
    )


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("verb", ["doctor", "train"])
def test_that_closed_streams_change_nothing(
    tiny_scene, result: Path, tmp_path: Path, verb: str, closed: str
) -> None:
    command = [*PROGRAM, *map(str, command_of(verb, tiny_scene, result, tmp_path))]
    shell = f'"$@" {closed}'
    ended = subprocess.run(["sh", "-c", shell, "sh", *command], capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert (tmp_path / "m").exists() == (verb == "train")
