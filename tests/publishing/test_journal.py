"""Several files change places as one, wherever the process stops (review F5)."""

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import whole_files
from hsi_uq_app.publishing import lock
from hsi_uq_app.publishing.abandoned import PREFIX
from hsi_uq_app.publishing.journal import recover
from hsi_uq_app.publishing.lock import folder_lock
from hsi_uq_app.publishing.marks import anything
from tests.publishing.steps import DIED, Steps, content, in_child, stepping

NAMES = ("R.hdr", "R.img", "R_side.img", "S.sli", "R_side.hdr", "S.hdr", "R.json")
OLD = {name: f"old {name}".encode() for name in NAMES} | {"R.prj": b"old R.prj"}
NEW = {name: f"new {name} ".encode() * 9 for name in NAMES}


def put(folder: Path, files: dict[str, bytes]) -> None:
    for name, text in files.items():
        (folder / name).write_bytes(text)


def write(folder: Path, files: dict[str, bytes] = NEW) -> None:
    """The new set; it makes the old R.prj wrong."""
    targets = [folder / name for name in files]
    with whole_files(*targets, ours=anything, gone=[folder / "R.prj"]) as drafts:
        for draft, text in zip(drafts, files.values(), strict=True):
            draft.write_bytes(text)


def steps_of(folder: Path) -> int:
    steps = Steps()
    with stepping(steps):
        write(folder)
    return steps.made


def stopped_at(folder: Path, stop: int, how: str) -> int:
    def work() -> None:
        with stepping(Steps(stop, how)):
            write(folder)

    return in_child(work)


def all_stops(tmp_path: Path, before: dict[str, bytes]) -> range:
    folder = tmp_path / "counted"
    folder.mkdir()
    put(folder, before)
    return range(1, steps_of(folder) + 1)


def headers_match(seen: dict[str, bytes]) -> bool:
    """Whether a header that is there has all of its own generation beside it."""
    pairs = {"R.hdr": NAMES, "R_side.hdr": ("R_side.hdr", "R_side.img"), "S.hdr": ("S.hdr", "S.sli")}
    return all(
        header not in seen or any(all(seen.get(name) == one[name] for name in pair) for one in (OLD, NEW))
        for header, pair in pairs.items()
    )


@pytest.mark.parametrize("before", [OLD, {}], ids=["replaced", "new"])
def test_that_a_kill_at_any_step_leaves_the_whole_old_or_the_whole_new(tmp_path, before) -> None:
    outcomes = {"old": 0, "new": 0}
    for stop in all_stops(tmp_path, before):
        folder = tmp_path / str(stop)
        folder.mkdir()
        put(folder, before)
        assert stopped_at(folder, stop, "die") == DIED
        assert headers_match(content(folder)), stop
        recover(folder)
        seen = content(folder)
        assert seen in (before, NEW), (stop, sorted(seen))
        outcomes["new" if seen == NEW else "old"] += 1
        write(folder)
        assert content(folder) == NEW
        assert not list(folder.glob(f"{PREFIX}*/*.json"))
    assert min(outcomes.values()) > 3


def test_that_a_kill_while_another_is_finished_is_finished_too(tmp_path) -> None:
    """Killed in the middle, and the one that repairs is killed at each of its own steps."""
    middle = all_stops(tmp_path, OLD).stop - 12
    for stop in range(1, 60):
        folder = tmp_path / str(stop)
        folder.mkdir()
        put(folder, OLD)
        assert stopped_at(folder, middle, "die") == DIED

        def repair(stop=stop, folder=folder) -> None:
            with stepping(Steps(stop, "die")):
                recover(folder)

        ended = in_child(repair)
        recover(folder)
        assert content(folder) in (OLD, NEW)
        if ended == 0:
            return
    pytest.fail("it was never finished")


@pytest.mark.parametrize("how", ["raise", "interrupt"])
def test_that_an_error_or_an_interrupt_at_any_step_leaves_one_of_them(tmp_path, how) -> None:
    for stop in all_stops(tmp_path, OLD):
        folder = tmp_path / str(stop)
        folder.mkdir()
        put(folder, OLD)
        with suppress(UserError, OSError, KeyboardInterrupt), stepping(Steps(stop, how)):
            write(folder)
        recover(folder)
        assert content(folder) in (OLD, NEW), stop


def test_that_a_step_that_is_refused_takes_the_others_back(tmp_path, monkeypatch) -> None:
    put(tmp_path, OLD)
    replace = os.replace

    def refuse(source, target) -> None:
        if Path(target) == tmp_path / "R_side.img" and Path(source).parent.name == "new":
            raise PermissionError(1, "no")
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(UserError, match=r"cannot write .*R\.hdr: the folder is not writable"):
        write(tmp_path)
    assert content(tmp_path) == OLD
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == []


def test_that_what_somebody_put_there_since_the_kill_is_left_alone(tmp_path) -> None:
    put(tmp_path, OLD)
    steps = all_stops(tmp_path, OLD)
    for stop in reversed(steps):
        folder = tmp_path / f"s{stop}"
        folder.mkdir()
        put(folder, OLD)
        stopped_at(folder, stop, "die")
        if "R.hdr" not in content(folder):
            break
    put(folder, {"R.hdr": b"mine"})
    recover(folder)
    assert content(folder)["R.hdr"] == b"mine"


@pytest.mark.parametrize("names", [["../x"], ["/etc/x"], [".."], [""], []])
def test_that_a_journal_that_names_other_places_is_not_believed(tmp_path, names) -> None:
    import json

    inner = tmp_path / "inner"
    folder = inner / f"{PREFIX}planted"
    (folder / "new").mkdir(parents=True)
    (folder / "old").mkdir()
    (tmp_path / "x").write_text("precious")
    (folder / "forward.json").write_text(json.dumps({"names": names, "gone": [], "replaced": {}}))
    recover(inner)
    assert (tmp_path / "x").read_text() == "precious"


def test_that_a_planted_journal_removes_no_file_of_the_folder(tmp_path) -> None:
    import json

    folder = tmp_path / f"{PREFIX}planted"
    (folder / "new").mkdir(parents=True)
    (folder / "old").mkdir()
    (tmp_path / "scene.img").write_text("precious")
    (folder / "forward.json").write_text(json.dumps({"names": ["a"], "gone": ["scene.img"], "replaced": {}}))
    recover(tmp_path)
    assert (tmp_path / "scene.img").read_text() == "precious"


def test_that_two_writers_of_one_name_leave_the_set_of_one_of_them(tmp_path) -> None:
    sets = [{name: f"{who} {name}".encode() for name in NAMES} for who in "ab"]

    def many(mine: dict[str, bytes]) -> None:
        for _ in range(30):
            write(tmp_path, mine)

    children = []
    for mine in sets:
        child = os.fork()
        if child == 0:
            many(mine)
            os._exit(0)
        children.append(child)
    mixed = 0
    while children:
        with folder_lock(tmp_path, shared=True):
            seen = content(tmp_path)
        mixed += bool(seen) and seen not in sets
        if os.waitpid(children[-1], os.WNOHANG)[0]:
            children.pop()
    assert mixed == 0
    assert content(tmp_path) in sets


def test_that_threads_of_one_process_take_turns_too(tmp_path) -> None:
    sets = [{name: f"{who} {name}".encode() for name in NAMES} for who in "ab"]
    threads = [
        threading.Thread(target=lambda mine=mine: [write(tmp_path, mine) for _ in range(20)]) for mine in sets
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert content(tmp_path) in sets


def test_that_a_folder_that_another_run_never_lets_go_is_one_line(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(lock, "PATIENCE_S", 0.05)
    with folder_lock(tmp_path), pytest.raises(UserError, match=r"another run is writing to .*; wait"):
        write(tmp_path)
    write(tmp_path)
    assert content(tmp_path) == NEW


def test_that_the_lock_of_a_dead_process_is_none(tmp_path) -> None:
    code = (
        "import sys; from pathlib import Path; from hsi_uq_app.publishing.lock import folder_lock\n"
        "with folder_lock(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        other.kill()
        other.wait()
        start = time.monotonic()
        write(tmp_path)
    assert time.monotonic() - start < 5
