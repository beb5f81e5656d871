"""Detections as GeoJSON, which is longitude and latitude by definition (RFC 7946)."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import shapely
from shapely import MultiPolygon

from hsi_uq_app.confidence.detections import Labels
from hsi_uq_app.errors import UserError
from hsi_uq_app.export.antimeridian import cut
from hsi_uq_app.export.polygons import outlines
from hsi_uq_app.export.provenance import headline, side_car
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.table import COLUMNS, rows
from hsi_uq_app.export.targets import beside, export_of, named, write_all
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import holds
from hsi_uq_app.scene.coordinate_systems import to_degrees

if TYPE_CHECKING:
    from pyproj import Transformer

_MEND_PLACE = "correct the scene's map info, or export a GeoPackage"
_DEGREES = "longitude and latitude (EPSG:4326)"
_PIXELS = "the scene has no CRS: pixel coordinates, x = sample, y = line, from the first pixel's corner"
_LOST = "no way from the scene's CRS to longitude and latitude: pixel coordinates, x = sample, y = line"
_DIGITS = 9  # a tenth of a millimetre
_PLAIN = Guard()
_OURS = export_of("GeoJSON", geojson=holds(b'"name": "detections", "description": "High-Confidence Set: '))


def write(selection: Selection, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write NAME.geojson; without a CRS in pixel coordinates, and its members say so."""
    target = named(path, ".geojson", ".json")
    labels = selection.labels()
    meaning = _DEGREES if _to_degrees(selection) else _PIXELS if selection.crs_wkt is None else _LOST
    document = {
        "type": "FeatureCollection",
        "name": "detections",
        "description": headline(selection),
        "coordinates": meaning,
        "features": _features(selection, labels),
    }
    contents = {
        target: (json.dumps(document, allow_nan=False) + "\n").encode(),
        beside(target, ".json"): side_car(selection, "GeoJSON", geometry=meaning),
    }
    return write_all(selection, contents, _OURS, guard)


def _features(selection: Selection, labels: Labels) -> list[dict[str, Any]]:
    table = rows(selection, selection.detections(labels))
    names = [column.name for column in COLUMNS]
    return [
        {
            "type": "Feature",
            "id": number,
            "properties": dict(zip(names, row, strict=True)),
            "geometry": shapely.geometry.mapping(outline),
        }
        for number, (row, outline) in enumerate(
            zip(table, _outlines(selection, labels), strict=True), start=1
        )
    ]


def _outlines(selection: Selection, labels: Labels) -> list[MultiPolygon]:
    """Outlines in degrees, or in pixels where no way leads there; outer rings run counter-clockwise.

    Raises:
        UserError: the scene lies where its CRS has no longitude and latitude.
    """
    place, to_lon_lat = selection.georeference, _to_degrees(selection)
    if place is None or to_lon_lat is None:
        return _counter_clockwise(outlines(labels, None))

    def degrees(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        found = np.column_stack(to_lon_lat.transform(points[:, 0], points[:, 1]))
        if not np.isfinite(found).all():
            raise UserError("a detection lies outside of its CRS, so it has no longitude", _MEND_PLACE)
        return np.round(found, _DIGITS)

    turned = [shapely.transform(outline, degrees) for outline in outlines(labels, place.transform)]
    return _counter_clockwise([cut(outline) for outline in turned])


def _to_degrees(selection: Selection) -> "Transformer | None":
    return to_degrees(selection.crs_wkt) if selection.crs_wkt else None


def _counter_clockwise(shapes: list[MultiPolygon]) -> list[MultiPolygon]:
    return list(shapely.orient_polygons(shapes, exterior_cw=False))
