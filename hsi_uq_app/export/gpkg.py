"""Detections as a GeoPackage in the scene's CRS."""

import json
from io import BytesIO
from pathlib import Path

from hsi_uq_app.export.provenance import side_car
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.table import COLUMNS
from hsi_uq_app.export.targets import beside, export_of, named, write_all
from hsi_uq_app.export.vectors import write_layer
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import holds

_LAYER = "detections"
_PLAIN = Guard()
_OURS = export_of("GeoPackage", gpkg=holds(b"SQLite format 3", b'{"format": "GeoPackage", '))


def write(selection: Selection, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write NAME.gpkg with one layer, `detections`, made in memory and then put on the disk."""
    target = named(path, ".gpkg")
    provenance = side_car(selection, "GeoPackage")
    memory = BytesIO()
    names = [column.name for column in COLUMNS]
    about = {"PROVENANCE": json.dumps(json.loads(provenance))}
    write_layer(memory, "GPKG", selection, names, layer=_LAYER, dataset_metadata=about)
    return write_all(
        selection, {target: memory.getvalue(), beside(target, ".json"): provenance}, _OURS, guard
    )
