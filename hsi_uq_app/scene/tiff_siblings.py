"""What GDAL may read beside a TIFF: its notes, its mask, its world file, if they lead nowhere else.

GDAL opens a mask or an overview as whatever format it is, and follows the names in its notes (`.aux.xml`).
Where one of these files is not what it should be, GDAL sees none of them.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.plain_file import check_mode
from hsi_uq_app.scene.siblings import checked_sibling
from hsi_uq_app.scene.small_file import read_at_most

TIFF_STARTS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
LARGEST_NOTES = 2**20
_IMAGES = (".msk", ".ovr", ".msk.ovr", ".ovr.msk", ".ovr.ovr")
_NOTES = (".aux.xml", ".msk.aux.xml", ".ovr.aux.xml")
_PLACES = (".tfw", ".tifw", ".tiffw", ".wld", ".tab", "_rpc.txt", ".rpb", ".imd")
_FOREIGN = (".aux",)  # of another program, which names files of its own
_NAMING = ("subdataset", "overview", "/vsi", "sourcefilename", "driver")
_ALONE = "EMPTY_DIR"


def readdir_option(path: Path, notes: list[Note]) -> str:
    """GDAL's GDAL_DISABLE_READDIR_ON_OPEN: see nothing beside the file, or what is there."""
    is_any = False
    for sibling, kind in _siblings(path):
        if not os.path.lexists(sibling):
            continue
        is_any = True
        problem = _problem(path, sibling, kind)
        if problem:
            notes.append(Note("beside", None, f"{sibling.name} is not used: it {problem}"))
            return _ALONE
    return "FALSE" if is_any else _ALONE


def _siblings(path: Path) -> Iterator[tuple[Path, str]]:
    for kind, endings in (("image", _IMAGES), ("notes", _NOTES), ("foreign", _FOREIGN)):
        yield from ((path.with_name(path.name + ending), kind) for ending in endings)
    yield from ((path.with_name(path.stem + ending), "foreign") for ending in _FOREIGN)
    yield from ((path.with_name(path.stem + each), "place") for e in _PLACES for each in (e, e.upper()))


def _problem(path: Path, sibling: Path, kind: str) -> str:
    """Why a file beside the TIFF may not be read; "" where it may."""
    try:
        checked_sibling(path, sibling)
        check_mode(os.stat(sibling).st_mode)
        content = read_at_most(sibling, LARGEST_NOTES) if kind != "image" else _start(sibling)
    except OSError as error:
        return (error.strerror or "cannot be read").removeprefix("it ")
    except UserError:
        return "is a link that leads out of the folder, or cannot be read"
    if kind == "foreign":
        return "may name other files"
    if content is None:
        return "is too large for its kind"
    if kind == "image":
        return "" if content in TIFF_STARTS else "is no TIFF"
    return _naming(content) if kind == "notes" else ""


def _start(path: Path) -> bytes:
    with open(path, "rb") as handle:
        return handle.read(4)


def _naming(content: bytes) -> str:
    """Whether notes name other files, in an element, an attribute or a text."""
    if b"\0" in content or b"<!doctype" in content.lower() or b"<!entity" in content.lower():
        return "is no plain XML"
    try:
        parts = [part for node in ElementTree.fromstring(content).iter() for part in _words(node)]
    except (ElementTree.ParseError, RecursionError, ValueError, LookupError):
        return "is no XML"
    return "names other files" if any(word in part.lower() for part in parts for word in _NAMING) else ""


def _words(node: ElementTree.Element) -> Iterator[str]:
    yield from (node.tag, node.text or "", node.tail or "")
    yield from (f"{key} {value}" for key, value in node.attrib.items())
