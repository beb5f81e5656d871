"""Export: a selection becomes files, from one table of formats."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.export.formats import write
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.scene.composites import choose_bands, first_preset
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.scene.stretch import stretched

_PLAIN = Guard()


def export(
    selection: Selection, to: str, out: Path, *, scene: Path | None = None, guard: Guard = _PLAIN
) -> list[Path]:
    """Write one format; every file is whole or absent.

    Args:
        selection: what `select` made.
        to: a name of `export.formats.FORMATS`.
        out: the main file to write.
        scene: the cube whose natural colours lie beneath a picture; other formats ignore it.
        guard: what must not be replaced.

    Raises:
        UserError: unknown format, full disk, folder that cannot be written, scene of another size.
    """
    guard = guard.sparing("is the scene itself", scene)
    if scene is not None and to == "png":
        selection = replace(selection, backdrop=_backdrop(scene, selection))
    return write(to, selection, out, guard)


def _backdrop(path: Path, selection: Selection) -> npt.NDArray[np.uint8]:
    """The scene's natural colours (or what comes nearest), uint8 (lines, samples, 3).

    It is opened with the header fields that were corrected when the result was made.
    """
    shape = selection.classes.shape
    cube = open_scene(path, selection.provenance.get("map", {}).get("overrides"))
    if (cube.lines, cube.samples) != shape:
        raise UserError(
            f"{path} is {cube.lines} x {cube.samples} (lines x samples), the result {shape[0]} x {shape[1]}",
            "name the scene that the result was predicted from",
        )
    bands = choose_bands(cube, first_preset(cube))
    longest = max(shape)
    return np.stack([stretched(cube.band_picture(band, longest)[0]) for band in bands], axis=-1)
