"""GeoPackages, shapefiles and GeoJSON by GDAL: three drivers, and which one is told by the first bytes.

GDAL knows some sixty vector formats, several of which are lists of other files or of addresses. All but
three are taken out before a file is opened.
"""

import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from hsi_uq_app.scene.foreign.geojson import plain_geojson
from hsi_uq_app.scene.foreign.message import Message

DRIVERS = ("GPKG", "ESRI Shapefile", "GeoJSON")
MOST_SAID = 5
_UNSENT = "List", "Binary"  # fields of several values, and of bytes: neither can name a class


def read(path: str, kind: str, wanted: str) -> Message:
    """A file's layers, and all of one of them.

    Args:
        kind: one of DRIVERS, as the first bytes say.
        wanted: the layer's name in lower case; the first one where there is none of this name.

    Returns:
        Facts: layers with geometries, CRS as WKT, names of fields, values of those that are texts, oddities.
        Arrays: the geometries' WKB, end to end; the length of each, -1 for none; then the fields of numbers.
    """
    import pyogrio

    _only_three_drivers()
    said: list[str] = []
    source = plain_geojson(path, said) if kind == "GeoJSON" else path
    with _listened(said):
        layers = {place: name for place, (name, kind_of) in enumerate(_layers(source, path)) if kind_of}
        if not layers:
            return Message({"layers": []})
        place = next((place for place, name in layers.items() if name.lower() == wanted), min(layers))
        columns = _plain_fields(pyogrio.read_info(source, layer=place))
        meta, _, geometry, values = pyogrio.raw.read(source, layer=place, columns=columns, force_2d=True)
    texts = {str(n): _texts(v) for n, v in zip(meta["fields"], values, strict=True) if v.dtype.kind == "O"}
    numbers = [v for v in values if v.dtype.kind != "O"]
    facts = {
        "layers": list(layers.values()),
        "crs": meta["crs"],
        "fields": [str(name) for name in meta["fields"]],
        "texts": texts,
        "said": list(dict.fromkeys(said))[:MOST_SAID],
    }
    return Message(facts, [*_joined(geometry), *numbers])


def _only_three_drivers() -> None:
    """Take out all other drivers of this process; it is done once."""
    import pyogrio
    from pyogrio import _ogr

    others = [name for name in pyogrio.list_drivers() if name not in DRIVERS]
    if others:
        pyogrio.set_gdal_config_options({"OGR_SKIP": ",".join(others)})
        _ogr._register_drivers()
    if set(pyogrio.list_drivers()) - set(DRIVERS):
        raise RuntimeError("GDAL's other drivers cannot be taken out")


def _layers(source: str | bytes, path: str) -> Iterator[tuple[str, str | None]]:
    """Name and kind of geometry of each; a nameless one of a text has the file's name."""
    import pyogrio

    for name, geometry in pyogrio.list_layers(source):
        yield (Path(path).stem if str(name).startswith("pyogrio_") else str(name)), geometry


@contextmanager
def _listened(said: list[str]) -> Iterator[None]:
    """What GDAL finds odd about a file; known when the block has ended."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    said += [str(warning.message)[:120] for warning in caught]


def _plain_fields(about: Mapping[str, Any]) -> list[str]:
    return [
        str(name)
        for name, kind in zip(about["fields"], about["ogr_types"], strict=True)
        if not kind.endswith(_UNSENT)
    ]


def _texts(values: np.ndarray) -> list[str | None]:
    return [None if value is None else str(value) for value in values]


def _joined(geometry: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    lengths = np.array([-1 if wkb is None else len(wkb) for wkb in geometry], dtype=np.int64)
    return np.frombuffer(b"".join(wkb for wkb in geometry if wkb), np.uint8), lengths


for _absent in ("shapely", "pyproj", "pandas", "geopandas", "pyarrow"):
    sys.modules.setdefault(_absent, None)  # type: ignore[arg-type]  # pyogrio would load them; a third of its start
