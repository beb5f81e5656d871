"""Truth as polygons or points of a GIS file, burnt into the scene's grid."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import ClassChoice
from hsi_uq_app.scene.georeference import Georeference
from hsi_uq_app.scene.gis_file import choose_layer, chosen_shapes, read_gis, readable
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.truth_grid import TruthGrid

if TYPE_CHECKING:
    from pyproj import Transformer
    from shapely.geometry.base import BaseGeometry

LARGEST_DEGREES = 400.0
MOST_JUDGED, LARGEST_JUDGED = 1000, 4096  # shapes, and pixels around one, beyond which none is called lost


def read_shapes(
    path: Path, grid: TruthGrid, class_: ClassChoice = None
) -> tuple[np.ndarray, tuple[Note, ...]]:
    """Burn a GeoPackage, shapefile or GeoJSON: 1 where a pixel's centre lies in a shape, or a point in it.

    Args:
        class_: take only shapes with this value in the field that names classes, or `field=value`; of a file
            with several layers, the name of the layer whose shapes are taken.

    Returns:
        float32 (lines, samples) of 0 and 1, and what was done.

    Raises:
        UserError: not readable, the scene has no place, no shape of that class, or none touches the scene.
    """
    place = grid.placed(path.name)
    layers, layer = read_gis(path, class_)
    _, class_, notes = choose_layer(layers, class_, path)
    chosen, told = chosen_shapes(layer.fields, class_, path)
    shapes = layer.shapes[chosen]
    in_pixels, said = _to_pixels(shapes, layer.wkt, place, path)
    burnt, lost = _burn(in_pixels, grid)
    if not burnt.any():
        raise UserError(
            f"truth {path.name}: none of its {len(shapes)} shapes holds the centre of a pixel of the scene",
            "check that it belongs to this scene, and its CRS",
        )
    done = (
        f"{len(in_pixels) - lost} shapes burnt; a pixel counts when its centre lies inside (all_touched off)"
    )
    missing = f"{lost} shapes hold no pixel's centre (too small, or outside the scene) and are left out"
    gone = (Note("truth", None, missing),) if lost else ()
    done_notes = (Note("truth", None, done), *gone)
    return burnt.astype(np.float32), (*notes, *layer.notes, *told, *said, *done_notes)


def _to_pixels(
    shapes: np.ndarray, wkt: str | None, place: Georeference, path: Path
) -> "tuple[list[BaseGeometry], tuple[Note, ...]]":
    """Shapes in columns and rows of the scene; those that cannot be placed are left out."""
    import shapely

    reach = np.abs(shapely.bounds(shapes)).max(axis=1, initial=0.0)
    transformer, notes = _transformer(wkt, place, float(np.nanmin(reach, initial=np.inf)))

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


def _transformer(
    wkt: str | None, place: Georeference, reach: float
) -> "tuple[Transformer | None, tuple[Note, ...]]":
    """From the truth's CRS to the scene's, as far as they differ; `reach`: of every shape, from 0, 0."""
    from pyproj import Transformer
    from pyproj.exceptions import ProjError

    from hsi_uq_app.scene.coordinate_systems import crs_from_wkt, same_crs

    if wkt is None or place.crs_wkt is None:
        missing = "the truth has no CRS" if wkt is None else "the scene has no CRS"
        return None, (Note("truth", None, f"{missing}; the coordinates are taken to be the scene's"),)
    own, scene = crs_from_wkt(wkt), crs_from_wkt(place.crs_wkt)
    if own is None or scene is None or same_crs(own, scene):
        return None, ()
    if own.is_geographic and LARGEST_DEGREES < reach < np.inf:
        said = f"its coordinates reach {reach:g}, which are no degrees; they are taken to be the scene's"
        return None, (Note("truth", None, said),)
    try:
        return Transformer.from_crs(own, scene, always_xy=True), ()
    except ProjError as error:
        problem = f"no way leads from the truth's CRS ({own.name}) to the scene's ({scene.name})"
        raise UserError(problem, "save it in the scene's CRS, or as a mask of the scene's size") from error


def _burn(shapes: Sequence["BaseGeometry"], grid: TruthGrid) -> tuple[np.ndarray, int]:
    """Where the shapes are, bool (lines, samples), and how many of them hold no pixel."""
    if not shapes:
        return np.zeros(grid.shape, dtype=bool), 0
    numbers = _rasterized([(shape, number) for number, shape in enumerate(shapes, 1)], (0, 0), grid.shape)
    seen = set(np.unique(numbers).tolist())
    unseen = [shape for number, shape in enumerate(shapes, 1) if number not in seen]
    return numbers > 0, sum(_is_lost(shape, grid) for shape in unseen[:MOST_JUDGED])


def _is_lost(shape: "BaseGeometry", grid: TruthGrid) -> bool:
    """Whether a shape that is not seen holds no pixel, rather than lies below another one."""
    left, top, right, bottom = shape.bounds
    column, row = max(0, math.floor(left)), max(0, math.floor(top))
    width = min(grid.samples, math.floor(right) + 1) - column
    height = min(grid.lines, math.floor(bottom) + 1) - row
    if width < 1 or height < 1:
        return True
    return (
        width * height <= LARGEST_JUDGED
        and not _rasterized([(shape, 1)], (column, row), (height, width)).any()
    )


def _rasterized(
    shapes: "list[tuple[BaseGeometry, int]]", corner: tuple[int, int], size: tuple[int, int]
) -> np.ndarray:
    """Each shape's number in the pixels it holds, int32, of a window whose first column and row are given.

    A polygon whose corners are one point holds none; GDAL would warn of it, or raise where all are such.
    """
    from rasterio import Affine
    from rasterio.features import is_valid_geom, rasterize

    sound = [(shape, number) for shape, number in shapes if is_valid_geom(shape)]
    if not sound:
        return np.zeros(size, dtype=np.int32)
    return np.asarray(rasterize(sound, out_shape=size, transform=Affine.translation(*corner), dtype="int32"))
