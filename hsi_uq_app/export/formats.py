"""The table of export formats; the window's dialog and the command line offer the same list."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from hsi_uq_app.errors import UserError
from hsi_uq_app.publishing.guard import Guard

if TYPE_CHECKING:
    from hsi_uq_app.export.selection import Selection


_PLAIN = Guard()


@dataclass(frozen=True)
class Format:
    """One format: what the dialog says, the suffix of its main file, and the module with its `write`.

    The module is imported when it is needed, so that the window starts without rasterio and matplotlib.
    """

    label: str
    suffix: str
    module: str

    @property
    def write(self) -> "Callable[[Selection, Path, Guard], list[Path]]":
        """Writes (selection, path, guard), gives the files, the main one first."""
        writer: Callable[[Selection, Path, Guard], list[Path]] = import_module(
            f"{__package__}.{self.module}"
        ).write
        return writer


FORMATS: dict[str, Format] = {
    "envi": Format("ENVI classification: the set as a mask", ".hdr", "envi"),
    "envi-maps": Format("ENVI maps: probability, lower and upper bound, width", ".hdr", "envi_maps"),
    "geotiff": Format("GeoTIFF: the set as a mask", ".tif", "geotiff"),
    "gpkg": Format("GeoPackage: detections as polygons", ".gpkg", "gpkg"),
    "geojson": Format("GeoJSON: detections as polygons in longitude and latitude", ".geojson", "geojson"),
    "shp": Format("Shapefile: detections as polygons", ".shp", "shp"),
    "csv": Format("CSV: table of detections", ".csv", "csv_table"),
    "png": Format("PNG: picture with legend, scale bar and north arrow", ".png", "png"),
}


def write(name: str, selection: "Selection", path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write one format; every file is whole or absent.

    Args:
        name: a name of FORMATS.
        selection: what to write.
        path: the main file; a missing suffix is added.
        guard: what must not be replaced beside the result itself.

    Returns:
        The files written, the main one first, the provenance (JSON) last.

    Raises:
        UserError: unknown format; full disk; a folder that cannot be written; a name that would overwrite
            the result or a scene.
    """
    if name not in FORMATS:
        raise UserError(f"format {name} is not known", f"use one of {', '.join(FORMATS)}")
    return FORMATS[name].write(selection, path, guard)
