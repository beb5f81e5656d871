"""`--truth`, as every verb that compares or trains reads it."""

from pathlib import Path

from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import Truth, read_truth


def truth_for(scene: Cube | QuantileMap, path: Path, threshold: float, class_: str | None) -> Truth:
    """The truth of a scene or of its result: of its size, shapes and points laid on its place.

    Raises:
        UserError: what `read_truth` refuses.
    """
    return read_truth(path, scene.lines, scene.samples, threshold, class_, georeference=scene.georeference)
