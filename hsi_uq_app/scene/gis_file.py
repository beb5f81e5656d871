"""A GIS file's shapes: which layer, which of them, what GDAL finds odd, and refusals in one line."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import Choices, ClassChoice
from hsi_uq_app.scene.class_field import rows_of_class
from hsi_uq_app.scene.foreign.limits import limits_for
from hsi_uq_app.scene.foreign.message import Message
from hsi_uq_app.scene.foreign.worker import ForeignError, ask
from hsi_uq_app.scene.gis_source import files_read, gis_kind
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.plain_name import plainly_named

MOST_CLASSES = 30


@dataclass(frozen=True, eq=False)
class GisLayer:
    """A layer's geometries (shapely, object array), its fields, its CRS, and what was odd."""

    shapes: np.ndarray
    fields: dict[str, np.ndarray] = field(default_factory=dict)
    wkt: str | None = None
    notes: tuple[Note, ...] = ()


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Whatever GDAL or GEOS trip over becomes one line for the user."""
    from shapely.errors import ShapelyError

    try:
        yield
    except (ForeignError, ShapelyError) as error:
        problem = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise UserError(
            f"truth {path} cannot be read: {problem}", "open it in a GIS and save it again"
        ) from error


def read_gis(path: Path, class_: ClassChoice) -> tuple[list[str], GisLayer]:
    """The names of the layers with geometries, and the one that the class names, else the first."""
    kind = gis_kind(path)
    limits = limits_for(sum(each.stat().st_size for each in files_read(path, kind)))
    with readable(path), plainly_named(path) as file:
        wanted = str(class_).strip().lower()
        told = ask("vectors", limits, path=str(file), kind=kind, wanted=wanted)
        layers = [str(name) for name in told.facts["layers"]]
        return layers, _layer(told) if layers else GisLayer(np.array([], dtype=object))


def _layer(told: Message) -> GisLayer:
    import shapely

    joined, lengths, *numbers = told.arrays
    shapes = shapely.from_wkb(_apart(joined.tobytes(), lengths))
    there = np.array([shape is not None and not shape.is_empty for shape in shapes], dtype=bool)
    texts, columns = told.facts["texts"], iter(numbers)
    fields = {
        name: (np.array(texts[name], dtype=object) if name in texts else next(columns))[there]
        for name in told.facts["fields"]
    }
    odd = tuple(Note("truth", None, f"GDAL says: {said}") for said in told.facts["said"])
    return GisLayer(shapes[there], fields, told.facts["crs"], odd)


def _apart(joined: bytes, lengths: np.ndarray) -> np.ndarray:
    """The geometries' bytes, None where a shape has none."""
    ends = np.cumsum(np.maximum(lengths, 0)).tolist()
    found = np.empty(len(lengths), dtype=object)
    for place, (end, length) in enumerate(zip(ends, lengths.tolist(), strict=True)):
        found[place] = joined[end - length : end] if length >= 0 else None
    return found


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
    layers, layer = read_gis(path, None)
    named = [(name, "layer") for name in layers] if len(layers) > 1 else []
    return (*named, *(choice for name, column in layer.fields.items() for choice in _values_of(name, column)))


def _values_of(name: str, column: np.ndarray) -> list[tuple[str, str]]:
    """A field's values and how many shapes have each; nothing for a field that tells no classes apart."""
    counts = Counter(str(item) for item in column)
    if not 2 <= len(counts) <= MOST_CLASSES or len(counts) == len(column) > 2:
        return []
    return [(f"{name}={value}", f"{count} shapes") for value, count in sorted(counts.items())]


def chosen_shapes(
    fields: dict[str, np.ndarray], class_: ClassChoice, path: Path
) -> tuple[np.ndarray | slice, tuple[Note, ...]]:
    """Which shapes have the class in the field that names classes, or in the one that `field=value` names."""
    if class_ is None:
        return slice(None), ()
    return rows_of_class([(key, list(column)) for key, column in fields.items()], class_, "shape", path.name)
