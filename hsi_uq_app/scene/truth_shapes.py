"""Truth as polygons or points of a GIS file, burnt into the scene's grid."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import ClassChoice
from hsi_uq_app.scene.georeference import Georeference
from hsi_uq_app.scene.gis_file import choose_layer, chosen_shapes, layers_of, read_layer, readable
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.truth_grid import TruthGrid

if TYPE_CHECKING:
    from pyproj import CRS, Transformer


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
    layer, class_, notes = choose_layer(layers_of(path), class_, path)
    shapes, fields, wkt, odd = read_layer(path, layer)
    shapes = shapes[chosen_shapes(fields, class_, path)]
    in_pixels, said = _to_pixels(shapes, wkt, place, path)
    burnt = _burn(in_pixels, grid)
    if not burnt.any():
        raise UserError(
            f"truth {path.name}: none of its {len(shapes)} shapes holds the centre of a pixel of the scene",
            "check that it belongs to this scene, and its CRS",
        )
    done = f"{len(in_pixels)} shapes burnt; a pixel counts when its centre lies inside (all_touched off)"
    return burnt.astype(np.float32), (*notes, *odd, *said, Note("truth", None, done))


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

    with readable(path):
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
