"""Truth as polygons or points of a GIS file, burnt into the scene's grid."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import ClassChoice
from hsi_uq_app.scene.georeference import Georeference
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.truth_grid import TruthGrid

if TYPE_CHECKING:
    from pyproj import CRS, Transformer

MOST_SAID = 5


def read_shapes(
    path: Path, grid: TruthGrid, class_: ClassChoice = None
) -> tuple[np.ndarray, tuple[Note, ...]]:
    """Burn a GeoPackage, shapefile or GeoJSON: 1 where a pixel's centre lies in a shape, or a point in it.

    Args:
        class_: take only shapes with this value in any of their fields, or `field=value`; of a file with
            several layers, the name of the layer whose shapes are taken.

    Returns:
        float32 (lines, samples) of 0 and 1, and what was done.

    Raises:
        UserError: not readable, the scene has no place, no shape of that class, or none touches the scene.
    """
    place = grid.placed(path.name)
    layer, class_, notes = _layer(_layers(path), class_, path)
    shapes, fields, wkt, odd = _read(path, layer)
    shapes = shapes[_chosen(fields, class_, path)]
    in_pixels, said = _to_pixels(shapes, wkt, place, path)
    burnt = _burn(in_pixels, grid)
    if not burnt.any():
        raise UserError(
            f"truth {path.name}: none of its {len(shapes)} shapes holds the centre of a pixel of the scene",
            "check that it belongs to this scene, and its CRS",
        )
    done = f"{len(in_pixels)} shapes burnt; a pixel counts when its centre lies inside (all_touched off)"
    return burnt.astype(np.float32), (*notes, *odd, *said, Note("truth", None, done))


@contextmanager
def _readable(path: Path) -> Iterator[None]:
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


def _layers(path: Path) -> list[str]:
    """The names of the layers with geometries."""
    import pyogrio

    if not path.is_file():
        raise UserError(f"{path} does not exist or is not a file", "check the name")
    with _readable(path), _listened():
        return [str(name) for name, geometry in pyogrio.list_layers(path) if geometry is not None]


def _read(path: Path, layer: str) -> tuple[np.ndarray, dict[str, np.ndarray], str | None, list[Note]]:
    """A layer's geometries (shapely, object array), its fields, its CRS, and what was odd."""
    import pyogrio
    import shapely

    with _readable(path), _listened() as odd:
        columns = _plain_fields(pyogrio.read_info(path, layer=layer))
        meta, _, geometry, values = pyogrio.raw.read(path, layer=layer, columns=columns, force_2d=True)
        shapes = shapely.from_wkb(geometry)
    there = np.array([shape is not None and not shape.is_empty for shape in shapes], dtype=bool)
    fields = {str(name): column[there] for name, column in zip(meta["fields"], values, strict=True)}
    return shapes[there], fields, meta["crs"], [Note("truth", None, f"GDAL says: {said}") for said in odd]


def _layer(layers: list[str], class_: ClassChoice, path: Path) -> tuple[str, ClassChoice, list[Note]]:
    """The layer to read: the only one, the one that the class names, or the first, and that is said."""
    if not layers:
        raise UserError(f"truth {path.name} holds no layer of shapes", "choose another file")
    named = [name for name in layers if name.lower() == str(class_).strip().lower()]
    if len(layers) == 1 or named:
        return (named[0], None, []) if len(layers) > 1 else (layers[0], class_, [])
    text = f"the first of {len(layers)} layers, {layers[0]}, is used; the class may name another"
    return layers[0], class_, [Note("layer", None, text)]


def _plain_fields(about: Mapping[str, Any]) -> list[str]:
    """The fields of one value a shape; lists cannot name a class, and pyogrio trips over some of them."""
    return [
        str(name)
        for name, kind in zip(about["fields"], about["ogr_types"], strict=True)
        if not kind.endswith("List")
    ]


def _chosen(fields: dict[str, np.ndarray], class_: ClassChoice, path: Path) -> np.ndarray | slice:
    if class_ is None:
        return slice(None)
    name, equals, value = str(class_).partition("=")
    columns = {name.strip(): fields.get(name.strip(), np.array([]))} if equals else fields
    wanted = (value if equals else name).strip().lower()
    hits = [np.array([str(item).lower() == wanted for item in column]) for column in columns.values()]
    found = (
        np.any([hit for hit in hits if len(hit)], axis=0) if any(len(hit) for hit in hits) else np.array([])
    )
    if not np.any(found):
        shown = ", ".join(f"{key} ({_values(column)})" for key, column in list(fields.items())[:6])
        raise UserError(f"truth {path.name} has no shape of class `{class_}`; its fields: {shown or 'none'}")
    return np.asarray(found, dtype=bool)


def _values(column: np.ndarray) -> str:
    shown = list(dict.fromkeys(str(item) for item in column))
    return ", ".join(shown[:4]) + (" ..." if len(shown) > 4 else "")


def _to_pixels(
    shapes: np.ndarray, wkt: str | None, place: Georeference, path: Path
) -> tuple[list[object], tuple[Note, ...]]:
    """Shapes in columns and rows of the scene; those that cannot be placed are left out."""
    import shapely

    transformer, notes = _transformer(wkt, place)

    def to_pixel(points: np.ndarray) -> np.ndarray:
        x, y = points[:, 0], points[:, 1]
        if transformer is not None:
            x, y = transformer.transform(x, y)
        return np.column_stack(place.column_row(np.asarray(x), np.asarray(y)))

    with _readable(path):
        moved = [shapely.transform(shape, to_pixel) for shape in shapes]
    kept = [shape for shape in moved if np.isfinite(shapely.bounds(shape)).all()]
    if len(kept) < len(moved):
        notes = (
            *notes,
            Note("truth", None, f"{len(moved) - len(kept)} shapes cannot be placed in the scene's CRS"),
        )
    return kept, notes


def _transformer(wkt: str | None, place: Georeference) -> "tuple[Transformer | None, tuple[Note, ...]]":
    from pyproj import Transformer

    from hsi_uq_app.scene.coordinate_systems import crs_from_wkt, same_crs

    if wkt is None or place.crs_wkt is None:
        missing = "the truth has no CRS" if wkt is None else "the scene has no CRS"
        return None, (Note("truth", None, f"{missing}; the coordinates are taken to be the scene's"),)
    own, scene = _crs(wkt), crs_from_wkt(place.crs_wkt)
    if own is None or scene is None or same_crs(own, scene):
        return None, ()
    return Transformer.from_crs(own, scene, always_xy=True), ()


def _crs(text: str) -> "CRS | None":
    from pyproj import CRS
    from pyproj.exceptions import CRSError

    try:
        return CRS.from_user_input(text)
    except CRSError:
        return None


def _burn(shapes: Sequence[object], grid: TruthGrid) -> np.ndarray:
    from rasterio import Affine
    from rasterio.features import rasterize

    if not shapes:
        return np.zeros(grid.shape, dtype=np.uint8)
    return np.asarray(
        rasterize(
            [(shape, 1) for shape in shapes], out_shape=grid.shape, transform=Affine.identity(), dtype="uint8"
        )
    )
