"""Export: a selection becomes files, from one table of formats."""

from dataclasses import replace
from pathlib import Path

from hsi_uq_app.export.formats import write
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.scene.open_scene import open_scene


def export(selection: Selection, to: str, out: Path, *, scene: Path | None = None) -> list[Path]:
    """Write one format; every file is whole or absent.

    Args:
        selection: what `select` made.
        to: a name of `export.formats.FORMATS`.
        out: the main file to write.
        scene: the cube whose natural colours lie beneath a picture; other formats ignore it.

    Raises:
        UserError: unknown format, full disk, folder that cannot be written, scene of another size.
    """
    if scene is not None:
        selection = replace(selection, backdrop=backdrop(scene))
    return write(to, selection, out)
