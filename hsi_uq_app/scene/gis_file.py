"""A GIS file's shapes: which layer, which of them, what GDAL finds odd, and refusals in one line."""

import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.scene.class_codes import Choices, ClassChoice
from hsi_uq_app.scene.class_field import rows_of_class
from hsi_uq_app.scene.notes import Note

MOST_SAID = 5
MOST_CLASSES = 30


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Whatever GDAL or GEOS trip over becomes one line for the user."""
    from pyogrio.errors import DataLayerError, DataSourceError, FeatureError, FieldError, GeometryError
    from shapely.errors import ShapelyError

    try:
        yield
    except (DataLayerError, DataSourceError, FeatureError, FieldError, GeometryError, ShapelyError) as error:
        problem = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise UserError(
            f"truth {path} cannot be read: {problem}", "open it in a GIS and save it again"
        ) from error


@contextmanager
def _listened() -> Iterator[list[str]]:
    """What GDAL finds odd about a file, each thing once; known when the block has ended."""
    said: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield said
    said += list(dict.fromkeys(str(warning.message)[:120] for warning in caught))[:MOST_SAID]


def layers_of(path: Path) -> list[str]:
    """The names of the layers with geometries."""
    import pyogrio

    if not is_file(path):
        raise UserError(f"{path} does not exist or is not a file", "check the name")
    with readable(path), _listened():
        return [str(name) for name, geometry in pyogrio.list_layers(path) if geometry is not None]


def read_layer(path: Path, layer: str) -> tuple[np.ndarray, dict[str, np.ndarray], str | None, list[Note]]:
    """A layer's geometries (shapely, object array), its fields, its CRS, and what was odd."""
    import pyogrio
    import shapely

    with readable(path), _listened() as odd:
        columns = _plain_fields(pyogrio.read_info(path, layer=layer))
        meta, _, geometry, values = pyogrio.raw.read(path, layer=layer, columns=columns, force_2d=True)
        shapes = shapely.from_wkb(geometry)
    there = np.array([shape is not None and not shape.is_empty for shape in shapes], dtype=bool)
    fields = {str(name): column[there] for name, column in zip(meta["fields"], values, strict=True)}
    return shapes[there], fields, meta["crs"], [Note("truth", None, f"GDAL says: {said}") for said in odd]


def choose_layer(layers: list[str], class_: ClassChoice, path: Path) -> tuple[str, ClassChoice, list[Note]]:
    """The layer to read: the only one, the one that the class names, or the first, and that is said."""
    if not layers:
        raise UserError(f"truth {path.name} holds no layer of shapes", "choose another file")
    if len(layers) == 1:
        return layers[0], class_, []
    named = [name for name in layers if name.lower() == str(class_).strip().lower()]
    if named:
        return named[0], None, []
    text = f"the first of {len(layers)} layers, {layers[0]}, is used; the class may name another"
    return layers[0], class_, [Note("layer", None, text)]


def choices_in(path: Path) -> Choices:
    """What may be given as the class of a file that can be read: its layers, then values of its fields."""
    layers = layers_of(path)
    _, fields, _, _ = read_layer(path, layers[0])
    named = [(layer, "layer") for layer in layers] if len(layers) > 1 else []
    return (*named, *(choice for name, column in fields.items() for choice in _values_of(name, column)))


def _values_of(name: str, column: np.ndarray) -> list[tuple[str, str]]:
    """A field's values and how many shapes have each; nothing for a field that tells no classes apart."""
    counts = Counter(str(item) for item in column)
    if not 2 <= len(counts) <= MOST_CLASSES or len(counts) == len(column) > 2:
        return []
    return [(f"{name}={value}", f"{count} shapes") for value, count in sorted(counts.items())]


def _plain_fields(about: Mapping[str, Any]) -> list[str]:
    """The fields of one value a shape; lists cannot name a class, and pyogrio trips over some of them."""
    return [
        str(name)
        for name, kind in zip(about["fields"], about["ogr_types"], strict=True)
        if not kind.endswith("List")
    ]


def chosen_shapes(
    fields: dict[str, np.ndarray], class_: ClassChoice, path: Path
) -> tuple[np.ndarray | slice, tuple[Note, ...]]:
    """Which shapes have the class in the field that names classes, or in the one that `field=value` names."""
    if class_ is None:
        return slice(None), ()
    return rows_of_class([(key, list(column)) for key, column in fields.items()], class_, "shape", path.name)
