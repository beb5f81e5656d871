"""The names of the classes of a GeoTIFF: in its tags, or in the .aux.xml beside it, where GDAL keeps them."""

import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from hsi_uq_app.scene.small_file import read_at_most

LARGEST_SIDE_CAR = 2**20
MOST_CLASSES = 4096
_NUMBERED = re.compile(r"\s*(\d{1,4})[\s:=]+(.+?)\s*")
_BLANK = re.compile(r"[\s,]+")


def class_names(path: Path, tags: Mapping[str, str]) -> str:
    """Names from 0 on, joined by commas as an ENVI header has them; "" where there are none."""
    names = _numbered(tags.get("CLASSES", "")) or _categories(path.with_name(f"{path.name}.aux.xml"))
    return ",".join(_BLANK.sub(" ", name).strip() for name in names[:MOST_CLASSES])


def _numbered(text: str) -> list[str]:
    """`0 undecided, 1 target`, as this program writes it."""
    matches = [_NUMBERED.fullmatch(item) for item in text.split(",")] if text else []
    named = {int(match[1]): match[2] for match in matches if match}
    return [named.get(number, "") for number in range(max(named, default=-1) + 1)]


def _categories(path: Path) -> list[str]:
    """GDAL's category names; a side-car with a document type of its own is not looked into."""
    content = read_at_most(path, LARGEST_SIDE_CAR) if path.is_file() and not path.is_symlink() else None
    if content is None or b"<!" in content:
        return []
    try:
        found = ElementTree.fromstring(content).findall("./PAMRasterBand[@band='1']/CategoryNames/Category")
    except (ElementTree.ParseError, ValueError, RecursionError):
        return []
    return [item.text or "" for item in found]
