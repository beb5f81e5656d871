"""Detections as GeoJSON, which is longitude and latitude by definition (RFC 7946)."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from shapely import MultiPolygon

from hsi_uq_app.confidence.detections import Labels
from hsi_uq_app.export.polygons import outlines
from hsi_uq_app.export.provenance import headline, side_car
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.table import COLUMNS, rows
from hsi_uq_app.export.targets import beside, named, write_all
from hsi_uq_app.scene.coordinate_systems import to_degrees

_DEGREES = "longitude and latitude (EPSG:4326)"
_PIXELS = "the scene has no CRS: pixel coordinates, x = sample, y = line, from the first pixel's corner"
_DIGITS = 9  # a tenth of a millimetre


def write(selection: Selection, path: Path) -> list[Path]:
    """Write NAME.geojson; without a CRS in pixel coordinates, and its members say so."""
    target = named(path, ".geojson", ".json")
    labels = selection.labels()
    meaning = _PIXELS if selection.crs_wkt is None else _DEGREES
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
    return write_all(selection, contents)


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
    """Outlines in degrees, or in pixels where the scene has no CRS; outer rings run counter-clockwise."""
    place = selection.georeference
    if place is None or place.crs_wkt is None:
        return _counter_clockwise(outlines(labels, None))
    transform = to_degrees(place.crs_wkt).transform

    def degrees(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return np.round(np.column_stack(transform(points[:, 0], points[:, 1])), _DIGITS)

    return _counter_clockwise(
        [shapely.transform(outline, degrees) for outline in outlines(labels, place.transform)]
    )


def _counter_clockwise(shapes: list[MultiPolygon]) -> list[MultiPolygon]:
    return list(shapely.orient_polygons(shapes, exterior_cw=False))
