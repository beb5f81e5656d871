"""One door for every format a scene comes in."""

from collections.abc import Callable, Mapping
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.publishing.journal import recover
from hsi_uq_app.scene.cube import Cube, open_cube
from hsi_uq_app.scene.envi_fields import plain_keys
from hsi_uq_app.scene.envi_pair import data_beside, headers_beside, is_header
from hsi_uq_app.scene.first_bytes import is_matlab
from hsi_uq_app.scene.geotiff_reader import is_tiff
from hsi_uq_app.scene.open_geotiff import open_geotiff
from hsi_uq_app.scene.open_matlab import open_matlab
from hsi_uq_app.scene.undeclared_fill import without_fill

Opener = Callable[[Path, Mapping[str, str] | None, Progress], Cube]

# By suffix, where the content does not tell; ENVI's data files have any suffix or none.
OPENERS: dict[str, Opener] = {
    ".tif": open_geotiff,
    ".tiff": open_geotiff,
    ".mat": open_matlab,
}


def open_scene(
    path: Path | str, overrides: Mapping[str, str] | None = None, progress: Progress = silent
) -> Cube:
    """Open a scene of any known format, without the fill it does not declare (`undeclared_fill.py`).

    Raises:
        UserError: the file cannot be opened as what it seems to be.
    """
    return without_fill(open_raster(path, overrides, progress), progress)


def open_raster(
    path: Path | str, overrides: Mapping[str, str] | None = None, progress: Progress = silent
) -> Cube:
    """Open a raster of any known format with its values as stored: a scene, a truth, a result.

    Args:
        overrides: fields the user corrects; for ENVI the header's keys.

    Raises:
        UserError: the file cannot be opened as what it seems to be.
    """
    recover(Path(path).parent)
    path = _image_of(Path(path), overrides)
    return _opener(path)(path, overrides, progress)


def _opener(path: Path) -> Opener:
    """By the first bytes, then by what lies beside, and only then by the name."""
    if is_tiff(path):
        return open_geotiff
    if is_matlab(path):
        return open_matlab
    if is_file(path) and (is_header(path) or headers_beside(path)):
        return open_cube
    return OPENERS.get(path.suffix.lower(), open_cube)


def _image_of(path: Path, overrides: Mapping[str, str] | None) -> Path:
    """The TIFF a header stands beside, where that is its data; else the path itself."""
    if path.suffix.lower() != ".hdr" or not is_file(path) or "data file" in plain_keys(overrides):
        return path
    try:
        data = data_beside(path)
    except UserError:
        return path
    return data if is_tiff(data) else path
