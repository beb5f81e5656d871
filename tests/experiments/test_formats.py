"""The page of formats: made from the program's own tables, so that it cannot go stale."""

import shutil
from pathlib import Path

import pytest

from hsi_uq_app.experiments.formats import COLUMNS, run
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.export.formats import FORMATS
from hsi_uq_app.progress import silent

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"


def test_that_every_format_written_stands_in_the_page(tmp_path: Path) -> None:
    files, rows = run(Setting(tmp_path), silent)
    page = files[0].read_text(encoding="utf-8")
    assert rows == []
    assert all(f"| `{name}` |" in page for name in FORMATS)
    assert page.strip() in PAGE.read_text(encoding="utf-8")


def test_that_a_file_is_described_or_refused_by_name_without_its_folder(tmp_path: Path, tiny_scene) -> None:
    data = tmp_path / "data"
    data.mkdir()
    for path in (tiny_scene.scene, tiny_scene.scene.with_suffix(".img")):
        shutil.copy(path, data)
    (data / "alone.hdr").write_text("ENVI\nsamples=1\nlines=1\nbands=1\ndata type=1\ninterleave=bsq\n")
    (data / "paint.csv").write_text("nm,green\n500,.1\n600,.2\n700,.3\n")
    files, rows = run(Setting(tmp_path, data=data), silent)
    assert isinstance(rows, list)
    alone, paint, tiny = rows
    assert (alone[COLUMNS[1]], alone["file"]) == ("refused", "alone.hdr")
    assert "the data file of alone.hdr is missing" in alone["notes"]
    assert paint[COLUMNS[1]] == "library of 1 × 3 values"
    assert tiny[COLUMNS[1]] == "40 × 60 × 12"
    assert (tiny["values"], tiny["wavelengths"]) == ("int16 BSQ", "450.0 to 2200.0 nm")
    assert (tiny["quantity"], tiny["good bands"], tiny["CRS"]) == (
        "reflectance",
        "12",
        "WGS 84 / UTM zone 18N",
    )
    assert str(tmp_path) not in files[0].read_text(encoding="utf-8")


@pytest.mark.real_data
def test_that_the_page_says_what_the_real_files_open_as_today(real_data: Path, tmp_path: Path) -> None:
    """If not: `hsi-uq reproduce formats --data FOLDER`."""
    files, rows = run(Setting(tmp_path, data=real_data), silent)
    assert isinstance(rows, list)
    assert files[0].read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8")
    assert [row["file"] for row in rows if row[COLUMNS[1]] == "refused"] == ["odd_headers/darkReference4.hdr"]
