import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import whole_files
from hsi_uq_app.publishing.marks import anything


def test_that_files_appear_together_and_nothing_else_is_left(tmp_path: Path) -> None:
    with whole_files(tmp_path / "a.hdr", tmp_path / "a.img", ours=anything) as (header, image):
        header.write_text("header")
        image.write_text("image")
        assert not (tmp_path / "a.hdr").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.hdr", "a.img"]


def test_that_an_error_leaves_the_earlier_file_and_no_draft(tmp_path: Path) -> None:
    target = tmp_path / "mask.tif"
    target.write_text("earlier")
    with pytest.raises(ValueError, match="broken"), whole_files(target, ours=anything) as (draft,):
        draft.write_text("half")
        raise ValueError("broken")
    assert target.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [target]


def test_that_a_full_disk_is_one_line_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with (
        pytest.raises(UserError, match="the disk is full; free some space"),
        whole_files(tmp_path / "a", ours=anything) as (d,),
    ):
        d.write_text("x")
    assert list(tmp_path.iterdir()) == []


def test_that_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "a.hdr"
    with (
        pytest.raises(UserError, match="the folder does not exist; make it first"),
        whole_files(missing, ours=anything),
    ):
        pass


def test_that_killing_the_process_in_the_middle_publishes_nothing(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path; from hsi_uq_app.files import whole_files\n"
        "with whole_files(Path(sys.argv[1]), ours=lambda _: True) as (draft,):\n"
        "    draft.write_bytes(b'half'); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    target = tmp_path / "mask.img"
    ended = subprocess.run(
        [sys.executable, "-c", code, str(target)], check=False, cwd=Path(__file__).parents[1]
    )
    assert ended.returncode == -signal.SIGKILL
    assert not target.exists()
