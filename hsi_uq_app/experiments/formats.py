"""`reproduce formats`: what is read and written, and what every file of a folder opens as."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.experiments.document import write_section
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.export.formats import FORMATS
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.scene.read_library import read_library
from hsi_uq_app.scene.spectra import Library

COLUMNS = (
    "file",
    "lines × samples × bands",
    "values",
    "wavelengths",
    "quantity",
    "good bands",
    "CRS",
    "notes",
)

READ: tuple[tuple[str, str], ...] = (
    ("scene", "ENVI: any data file with its `.hdr`, BSQ, BIL or BIP, also gzip (`file compression = 1`)"),
    ("scene", "GeoTIFF (`.tif`): wavelengths from band metadata, band names, or an ENVI `.hdr` beside it"),
    (
        "scene",
        "MATLAB (`.mat`, version 5 and 7.3): the largest array of three axes, or `--set variable=NAME`",
    ),
    ("library", "ENVI `.sli` with its `.hdr`; columns or rows of numbers as CSV or text; ECOSTRESS text"),
    ("truth", "any scene format: a mask, an abundance, or a classification (`--class`)"),
    (
        "truth",
        "GeoPackage, shapefile, GeoJSON: polygons and points (`--class`: a value, `field=value`, a layer)",
    ),
    ("truth", "CSV of points: `line,sample` from 0, `x,y` in the scene's CRS, or `lon,lat`"),
    ("model", "safetensors with a passport, as `hsi-uq train` writes it; a pickle is never opened"),
    ("result", "quantile maps, as `hsi-uq predict` writes them: ENVI files with a JSON beside them"),
)
"""What the program opens, by what it is taken for."""

BORROWED: Mapping[str, Mapping[str, str]] = {
    name: {"data file": "darkReference"} for name in ("darkReference2.hdr", "darkReference3.hdr")
}
"""Headers of the real data that have no data file of their own."""


def run(setting: Setting, progress: Progress) -> tuple[list[Path], object]:
    """Write `formats.md`; with a folder of real data also what each of its files opens as.

    A file that is refused stands there with the reason.
    """
    page = setting.out / "formats.md"
    write_section(page, "what is read and written", _read_and_written())
    rows = list(_rows(setting.data, progress)) if setting.data else []
    if rows:
        write_section(page, "real files", _text(rows))
    return [page], [dict(zip(COLUMNS, row, strict=True)) for row in rows]


ABOUT_READING = """# Formats

## Read

Any header field can be corrected: `--set 'key=value'`, or the form in the window. What was odd about a
file is listed by `hsi-uq info` and in the window, and what was corrected is kept with the result.

| as | from |
| --- | --- |
"""
ABOUT_WRITING = """

## Written

`hsi-uq export R.hdr --to NAME --out FILE`, and the same list in the window. Beside every file lies a
JSON with all that is needed to repeat it. The window also writes pinned spectra, as CSV and as an ENVI
spectral library.

| name | file | what |
| --- | --- | --- |
"""


def _read_and_written() -> str:
    read = "\n".join(f"| {kind} | {what} |" for kind, what in READ)
    written = "\n".join(f"| `{name}` | `{f.suffix}` | {f.label} |" for name, f in FORMATS.items())
    return ABOUT_READING + read + ABOUT_WRITING + written


def _rows(folder: Path, progress: Progress) -> Iterator[list[str]]:
    files = [path for suffix in ("hdr", "mat", "csv") for path in sorted(folder.rglob(f"*.{suffix}"))]
    for number, path in enumerate(sorted(files)):
        progress(number / len(files), path.name)
        yield [str(path.relative_to(folder)), *_opened(path, folder)]


def _opened(path: Path, folder: Path) -> list[str]:
    corrected = BORROWED.get(path.name, {})
    try:
        if path.suffix == ".csv":
            return _library(read_library(path))
        return _scene(open_scene(path, corrected))
    except UserError as error:
        reason = str(error).replace(f"{path.parent}", str(path.parent.relative_to(folder)))
        return ["refused", *[""] * (len(COLUMNS) - 3), reason]


def _scene(cube: Cube) -> list[str]:
    header, nm = cube.header, cube.wavelengths_nm
    order = ", big-endian" if header.dtype.str.startswith(">") else ""
    return [
        f"{cube.lines} × {cube.samples} × {cube.bands}",
        f"{header.dtype.newbyteorder('=').name} {header.interleave.upper()}{order}",
        "none" if nm is None else f"{nm[nm > 0].min():.1f} to {nm.max():.1f} nm",
        cube.quantity,
        str(int(cube.good_bands.sum())),
        _crs(cube),
        "; ".join(map(str, cube.notes)),
    ]


def _crs(cube: Cube) -> str:
    if cube.georeference is None:
        return ""
    if cube.georeference.crs_wkt is None:
        return "unknown"
    from pyproj import CRS

    return str(CRS.from_wkt(cube.georeference.crs_wkt).name)


def _library(library: Library) -> list[str]:
    nm = library.spectra[0].wavelengths_nm
    ends = f"{nm.min():.1f} to {nm.max():.1f} nm"
    notes = "; ".join(map(str, library.notes))
    return [f"library of {len(library.spectra)} × {nm.size} values", "text", ends, "", "", "", notes]


def _text(rows: list[list[str]]) -> str:
    table = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
    head = "| " + " | ".join(COLUMNS) + " |\n|" + " --- |" * len(COLUMNS)
    made_by = f"Made by `hsi-uq reproduce formats --data FOLDER`: what {len(rows)} files open as."
    return f"## Real files\n\n{made_by}\n\n{head}\n{table}"
