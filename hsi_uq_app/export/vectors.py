"""Write the detections through GDAL's vector drivers, the same bytes every time."""

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import shapely

from hsi_uq_app.export.polygons import outlines
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.table import columns

# GDAL's settings belong to the whole process.
_SETTINGS = threading.Lock()
_NO_CLOCK = {"OGR_CURRENT_DATE": "2000-01-01T00:00:00.000Z"}


def write_layer(
    target: Path | BytesIO, driver: str, selection: Selection, names: list[str], **options: Any
) -> None:
    """Write one layer of outlines with their columns, in the scene's CRS or, without one, in none."""
    labels = selection.labels()
    place = selection.georeference
    geometry = outlines(labels, place.transform if place else None)
    with _without_clock(), _without_crs_warning():
        pyogrio.raw.write(
            target if isinstance(target, BytesIO) else str(target),
            geometry=np.array(shapely.to_wkb(geometry), dtype=object),
            field_data=columns(selection, selection.detections(labels)),
            fields=names,
            driver=driver,
            geometry_type="MultiPolygon",
            crs=selection.crs_wkt,
            **options,
        )


@contextmanager
def _without_clock() -> Iterator[None]:
    """GeoPackages note when they were written; the same set must give the same bytes."""
    with _SETTINGS:
        pyogrio.set_gdal_config_options(_NO_CLOCK)
        try:
            yield
        finally:
            pyogrio.set_gdal_config_options(dict.fromkeys(_NO_CLOCK))


@contextmanager
def _without_crs_warning() -> Iterator[None]:
    """No CRS is a fact of the scene, and the side-car says so."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*'crs' was not provided", category=UserWarning)
        yield
