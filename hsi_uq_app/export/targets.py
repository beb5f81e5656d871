"""Where an export goes: its file names, what it must not overwrite, and writing them all or none."""

import os
from collections.abc import Mapping
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.files import whole_files
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import Ours, by_ending, starts_with
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


def sparing_sources(guard: Guard, selection: Selection) -> Guard:
    """The guard that spares the map that is exported."""
    return guard.sparing("belongs to the result that is exported", *selection.sources)


def sparing_scene(guard: Guard, cube: Cube) -> Guard:
    """The guard that spares a scene's own files."""
    return guard.sparing("is the scene itself", cube.data_path, cube.header.path)


def export_of(kind: str, **endings: Ours) -> Ours:
    """What marks the files of an export: its own endings (`tif`), and the JSON beside it."""
    known = {f".{ending.replace('_', '.')}": ours for ending, ours in endings.items()}
    return by_ending({**known, ".json": starts_with(f'{{\n "format": "{kind}"'.encode())})


def write_all(selection: Selection, contents: Mapping[Path, bytes], ours: Ours, guard: Guard) -> list[Path]:
    """Write every file or none.

    Raises:
        UserError: full disk, folder that is missing or not writable, a target that is one of the sources or
            no earlier export of this kind.
    """
    with whole_files(*contents, ours=ours, guard=sparing_sources(guard, selection)) as drafts:
        for draft, content in zip(drafts, contents.values(), strict=True):
            draft.write_bytes(content)
    return list(contents)
