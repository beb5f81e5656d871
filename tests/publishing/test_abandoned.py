"""Draft folders: removed when nobody holds them, and never otherwise."""

import os
import subprocess
import sys

from hsi_uq_app.publishing.abandoned import PREFIX, held, remove_abandoned


def draft_folder(parent, name="x", age=3600):
    folder = parent / f"{PREFIX}{name}"
    folder.mkdir()
    (folder / "R.img").write_bytes(b"half")
    os.utime(folder, (0, os.stat(folder).st_mtime - age))
    return folder


def test_that_what_a_killed_process_left_is_removed(tmp_path):
    folder = draft_folder(tmp_path)
    remove_abandoned(tmp_path)
    assert not folder.exists()


def test_that_a_folder_in_use_stays(tmp_path):
    folder = draft_folder(tmp_path)
    with held(folder):
        remove_abandoned(tmp_path)
        assert (folder / "R.img").exists()


def test_that_a_folder_another_process_uses_stays(tmp_path):
    folder = draft_folder(tmp_path)
    program = (
        "import sys; from pathlib import Path; from hsi_uq_app.publishing.abandoned import held\n"
        "with held(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        remove_abandoned(tmp_path)
        assert folder.exists()
        other.stdin.close()
    remove_abandoned(tmp_path)
    assert not folder.exists()


def test_that_a_folder_just_made_stays(tmp_path):
    folder = draft_folder(tmp_path, age=0)
    remove_abandoned(tmp_path)
    assert folder.exists()


def test_that_other_folders_and_links_are_none_of_our_business(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / f"{PREFIX}link").symlink_to(tmp_path / "data")
    (tmp_path / f"{PREFIX}file").write_text("text")
    remove_abandoned(tmp_path)
    assert len(list(tmp_path.iterdir())) == 3


def test_that_a_missing_folder_is_no_error(tmp_path):
    remove_abandoned(tmp_path / "no")
