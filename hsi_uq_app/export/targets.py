"""Where an export goes: its file names, what it must not overwrite, and writing them all or none."""

import os
from collections.abc import Mapping
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.files import whole_files
from hsi_uq_app.scene.cube import Cube

_LONGEST_NAME, _LONGEST_ENDING = 255, ".aux.xml"


def named(path: Path, *suffixes: str) -> Path:
    """The path with the first suffix, in place of any of the suffixes; a dot elsewhere in a name is kept.

    Raises:
        UserError: with what stands beside it, the name is longer than disks take.
    """
    stem = path.stem if path.suffix.lower() in suffixes else path.name
    if len(os.fsencode(f"{stem}{suffixes[0]}{_LONGEST_ENDING}")) > _LONGEST_NAME:
        raise UserError(f"cannot write {stem[:40]}...: the name is too long", "choose a shorter one")
    return path.with_name(stem + suffixes[0])


def beside(path: Path, ending: str) -> Path:
    """The path with more at its end: mask.tif -> mask.tif.json."""
    return path.with_name(path.name + ending)


def spare_sources(selection: Selection, *targets: Path) -> None:
    """Refuse to write over the map that is exported.

    Raises:
        UserError: a target is one of the selection's sources.
    """
    own = {source.resolve() for source in selection.sources}
    for target in targets:
        if target.resolve() in own:
            raise UserError(f"{target} belongs to the result that is exported", "choose another name")


def spare_scene(cube: Cube, *targets: Path) -> None:
    """Refuse to write over a scene's own files.

    Raises:
        UserError: a target is one of them.
    """
    own = {cube.data_path.resolve(), cube.header.path.resolve()}
    for target in targets:
        if target.resolve() in own:
            raise UserError(f"{target} is the scene itself", "choose another name")


def spare_foreign(*targets: Path) -> None:
    """Refuse to write over a file that is no export of ours: it may be a scene, or a truth.

    Raises:
        UserError: a target exists without the JSON that stands beside every export.
    """
    if beside(targets[0], ".json").exists():
        return
    for target in targets:
        if target.exists():
            raise UserError(f"{target} exists and is not an export of this program", "choose another name")


def write_all(selection: Selection, contents: Mapping[Path, bytes]) -> list[Path]:
    """Write every file or none; the first appears last.

    Raises:
        UserError: full disk, folder that is missing or not writable, a target that is one of the sources or
            no export.
    """
    spare_sources(selection, *contents)
    spare_foreign(*contents)
    with whole_files(*contents) as drafts:
        for draft, content in zip(drafts, contents.values(), strict=True):
            draft.write_bytes(content)
    return list(contents)
