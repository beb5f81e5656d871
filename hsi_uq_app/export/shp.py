"""Detections as a shapefile with its .prj."""

import struct
from pathlib import Path
from tempfile import TemporaryDirectory

from pyogrio.errors import DataLayerError, DataSourceError

from hsi_uq_app.errors import UserError
from hsi_uq_app.export.provenance import side_car
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.table import COLUMNS
from hsi_uq_app.export.targets import beside, export_of, named, sparing_sources
from hsi_uq_app.export.vectors import write_layer
from hsi_uq_app.files import whole_files
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import holds

_LEAST_BYTES = {".shp": 100, ".shx": 100, ".dbf": 33, ".cpg": len("UTF-8")}
_PLAIN = Guard()
_SIDE_CAR = export_of("shapefile")
_TABLE = holds(b"area_m2\0", b"p_mean\0", b"delta\0")
_NO_CLOCK = {"DBF_DATE_LAST_UPDATE": "2000-01-01"}


def write(selection: Selection, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write NAME.shp, .shx, .dbf, .cpg and, where the scene has a CRS, .prj; names of at most 10 letters."""
    target = named(path, ".shp")
    suffixes = [".shp", ".shx", ".dbf", ".cpg"] + [".prj"] * (selection.crs_wkt is not None)
    # An earlier export's .prj would give these coordinates a CRS that they do not have.
    gone = [target.with_suffix(".prj")] if selection.crs_wkt is None else []
    targets = [target.with_suffix(suffix) for suffix in suffixes] + [beside(target, ".json")]
    guard = sparing_sources(guard, selection)
    with whole_files(*targets, ours=_ours, guard=guard, gone=gone) as drafts:
        _write_drafts(selection, drafts[0], target)
        drafts[-1].write_bytes(side_car(selection, "shapefile", short_names=_short_names()))
    return targets


def _ours(path: Path) -> bool:
    """Shapes have no words of their own: their table's columns tell."""
    return _SIDE_CAR(path) if path.suffix == ".json" else _TABLE(path.with_suffix(".dbf"))


def _write_drafts(selection: Selection, draft: Path, target: Path) -> None:
    """By way of a folder with a plain name: pyogrio takes `!` in a path for an archive's."""
    names = [column.short for column in COLUMNS]
    with TemporaryDirectory() as folder:
        plain = Path(folder) / "shapes.shp"
        try:
            write_layer(plain, "ESRI Shapefile", selection, names, layer_options=_NO_CLOCK, encoding="UTF-8")
        except (DataSourceError, DataLayerError) as error:
            raise UserError(
                f"cannot write {target}: {error}", "free some space or choose another folder"
            ) from error
        for part in plain.parent.iterdir():
            draft.with_suffix(part.suffix).write_bytes(part.read_bytes())
    if not _is_whole(draft):
        raise UserError(
            f"cannot write {target}: it was cut short", "free some space or choose another folder"
        )


def _is_whole(shp: Path) -> bool:
    """Whether the files are as long as their own headers say: GDAL does not notice a disk that filled up."""
    parts = [shp.with_suffix(suffix) for suffix in (*_LEAST_BYTES, ".prj")]
    content = {path.suffix: path.read_bytes() for path in parts if path.is_file()}
    if not all(len(content.get(suffix, b"")) >= least for suffix, least in _LEAST_BYTES.items()):
        return False
    for suffix in (".shp", ".shx"):
        words = struct.unpack(">i", content[suffix][24:28])[0]
        if len(content[suffix]) != 2 * words:
            return False
    rows, start, length = struct.unpack("<IHH", content[".dbf"][4:12])
    projection = content.get(".prj", b"]")
    return len(content[".dbf"]) == start + rows * length + 1 and projection.endswith(b"]")


def _short_names() -> dict[str, str]:
    return {column.short: column.name for column in COLUMNS if column.short != column.name}
