"""What is known about the ground: truth masks, classifications and abundances, and regions of a scene."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.publishing.journal import recover
from hsi_uq_app.scene.class_codes import Choices, ClassChoice, SeveralClassesError, abundance_of
from hsi_uq_app.scene.coordinate_systems import same_place
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.envi_fields import as_number
from hsi_uq_app.scene.envi_pair import headers_beside
from hsi_uq_app.scene.first_bytes import holds_shapes, is_matlab
from hsi_uq_app.scene.georeference import Georeference
from hsi_uq_app.scene.geotiff_reader import is_tiff
from hsi_uq_app.scene.gis_file import choices_in
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.open_matlab import open_matlab_mask
from hsi_uq_app.scene.open_scene import open_raster
from hsi_uq_app.scene.regions import Region, parse_region
from hsi_uq_app.scene.truth_grid import TruthGrid
from hsi_uq_app.scene.truth_points import read_points
from hsi_uq_app.scene.truth_shapes import read_shapes

__all__ = ["Region", "Truth", "parse_region", "read_truth"]

Burnt = tuple[np.ndarray, tuple[Note, ...]]
DEFAULT_THRESHOLD = 0.1
FARTHEST_OFF = 0.5  # pixels


@dataclass(frozen=True, eq=False)
class Truth:
    """Abundance of the target, float32 (lines, samples), 0..1, NaN = unknown; a target above `threshold`.

    `class_`: which part of the file was chosen, None where there was no choice. `choices`: what could have
    been chosen where everything was taken.
    """

    abundance: np.ndarray
    threshold: float
    path: Path
    notes: tuple[Note, ...] = ()
    class_: ClassChoice = None
    choices: Choices = ()

    @property
    def labels(self) -> np.ndarray:
        """True = target: bool (lines, samples)."""
        with np.errstate(invalid="ignore"):
            return self.abundance > self.threshold

    @property
    def known(self) -> np.ndarray:
        """True where anything is known: bool (lines, samples)."""
        return np.isfinite(self.abundance)


def read_truth(
    path: Path | str,
    lines: int,
    samples: int,
    threshold: float = DEFAULT_THRESHOLD,
    class_: ClassChoice = None,
    *,
    georeference: Georeference | None = None,
    overrides: Mapping[str, str] | None = None,
) -> Truth:
    """Read a scene's truth: a mask (0 and one other value), an abundance, a classification, shapes or points.

    Args:
        class_: the target's class, by number or name; with several bands (abundances) the band; of shapes and
            points the value of the field that names classes.
        georeference: the scene's, for shapes and points in map coordinates.
        overrides: header fields the user corrects.

    Raises:
        UserError: another size (the message names both), several classes and none chosen, no abundance.
    """
    path, grid = Path(path), TruthGrid(lines, samples, georeference)
    recover(path.parent)
    reader = _reader(path)
    abundance, notes = reader(path, grid, class_) if reader else _from_raster(path, grid, class_, overrides)
    abundance.flags.writeable = False
    choices = choices_in(path) if reader is read_shapes and class_ is None else ()
    return Truth(abundance, threshold, path, notes, class_, choices)


def _reader(path: Path) -> Callable[[Path, TruthGrid, ClassChoice], Burnt] | None:
    """By the first bytes, then by the name; None for a raster."""
    if holds_shapes(path) and not headers_beside(path):
        return read_shapes
    if is_tiff(path) or is_matlab(path) or (is_file(path) and headers_beside(path)):
        return None
    return GIS_READERS.get(path.suffix.lower())


GIS_READERS = {
    ".gpkg": read_shapes,
    ".shp": read_shapes,
    ".geojson": read_shapes,
    ".json": read_shapes,
    ".csv": read_points,
}


def _from_raster(
    path: Path, grid: TruthGrid, class_: ClassChoice, overrides: Mapping[str, str] | None
) -> tuple[np.ndarray, tuple[Note, ...]]:
    by_matlab = is_matlab(path) or (path.suffix.lower() == ".mat" and not headers_beside(path))
    cube = open_matlab_mask(path, grid.shape, overrides) if by_matlab else open_raster(path, overrides)
    check_size(path, (cube.lines, cube.samples), grid.shape)
    band, class_ = _band_and_class(cube, class_)
    values = cube.read_lines(0, grid.lines, [band]).reshape(grid.shape)
    names, name_notes = _class_names(cube)
    abundance, notes = abundance_of(_codes(cube, band, values), names, class_, path.name, np.isnan(values))
    notes = (*name_notes, *_no_data(values), *notes, *_elsewhere(cube, grid))
    return abundance, (*cube.header.notes, *notes)


def _codes(cube: Cube, band: int, values: np.ndarray) -> np.ndarray:
    """The stored numbers where float32 would merge some: integers of 32 bits and more, and doubles."""
    stored = cube.header.dtype.newbyteorder("=")
    if stored.itemsize < 4 or stored == np.float32 or cube.scale != 1.0 or cube.is_derived:
        return values
    exact = np.empty((1, *values.shape), stored)
    cube.reader.read_lines(0, cube.lines, np.array([band]), exact)
    return exact[0]


def _no_data(values: np.ndarray) -> tuple[Note, ...]:
    """Some programs call the 0 of a mask no data: then nothing is known but the targets."""
    missing = int(np.count_nonzero(np.isnan(values)))
    if not missing:
        return ()
    return (Note("truth", None, f"{missing} of {values.size} pixels are no data: they count as unknown"),)


def _elsewhere(cube: Cube, grid: TruthGrid) -> tuple[Note, ...]:
    """What to say of a truth of the scene's size that is placed elsewhere, or turned over."""
    own, scene = cube.georeference, grid.georeference
    if own is None or scene is None:
        return ()
    corners = np.array([(-0.5, -0.5), (-0.5, grid.samples - 0.5), (grid.lines - 0.5, -0.5)])
    x, y = np.array([own.map_xy(line, sample) for line, sample in corners]).T
    off = np.abs(np.array(scene.column_row(x, y)[::-1]).T - corners - 0.5).max()
    if own.crs_wkt and scene.crs_wkt and not same_place(own.crs_wkt, scene.crs_wkt):
        return (Note("truth", None, "is in another CRS than the scene; it is taken pixel by pixel"),)
    if not off > FARTHEST_OFF:
        return ()
    return (Note("truth", None, f"lies up to {off:.1f} pixels off the scene; it is taken pixel by pixel"),)


def check_size(path: Path, truth: tuple[int, int], scene: tuple[int, int]) -> None:
    """Raise UserError naming both sizes when a truth does not fit its scene."""
    if truth == scene:
        return
    turned = " (it looks transposed)" if truth == scene[::-1] else ""
    raise UserError(
        f"truth {path.name} has {truth[0]} lines x {truth[1]} samples, "
        f"the scene {scene[0]} lines x {scene[1]} samples{turned}",
        "choose the truth that was made for this scene",
    )


def _class_names(cube: Cube) -> tuple[list[str], tuple[Note, ...]]:
    """The names of the classes from 0 on; none where they are of another number than `classes` says."""
    text, said = (cube.header.fields.get(key, "").strip(", ") for key in ("class names", "classes"))
    names = [name.strip() for name in text.split(",")] if text else []
    if not names or not said or as_number(said) == len(names):
        return names, ()
    return [], (Note("class names", None, f"{len(names)} names for {said[:20]} classes; not used"),)


def _band_and_class(cube: Cube, class_: ClassChoice) -> tuple[int, ClassChoice]:
    """With one band the choice is a class; with several it is the band, which then holds an abundance."""
    if cube.bands == 1:
        return 0, class_
    names = [name.lower() for name in cube.header.band_names or ()]
    numbers = [str(number) for number in range(1, cube.bands + 1)]
    word = str(class_).strip().lower()
    called_so = [place for place, name in enumerate(names) if name == word]
    if len(called_so) == 1 or (not called_so and word in numbers):
        return (called_so[0] if called_so else numbers.index(word)), None
    listed = ", ".join(names[:12]) or f"1 to {cube.bands}"
    choices = tuple(zip_longest(numbers, names, fillvalue=""))
    if called_so:
        also = " and ".join(numbers[place] for place in called_so)
        problem = f"truth {cube.data_path.name} has {len(called_so)} bands called {word}: {also}"
        raise SeveralClassesError(problem, tuple(choice for choice in choices if choice[1] == word))
    raise SeveralClassesError(f"truth {cube.data_path.name} has {cube.bands} bands: {listed}", choices)
