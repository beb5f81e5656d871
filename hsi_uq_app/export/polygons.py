"""Outlines of detections, for every vector format."""

from collections import defaultdict

from rasterio.features import shapes
from rasterio.transform import Affine
from shapely import MultiPolygon
from shapely.geometry import shape

from hsi_uq_app.confidence.detections import Labels


def outlines(labels: Labels, transform: tuple[float, ...] | None) -> list[MultiPolygon]:
    """One outline a label 1..n, in map coordinates through the whole affine (rotation included).

    Pixels that touch at a corner only become parts of one multipolygon: joined into one ring they would cross
    themselves there. Without a transform x is the sample and y the line.
    """
    affine = Affine(*transform) if transform else Affine.identity()
    parts = defaultdict(list)
    for outline, number in shapes(labels, mask=labels > 0, connectivity=4, transform=affine):
        parts[int(number)].append(shape(outline))
    return [MultiPolygon(parts[number]) for number in sorted(parts)]
