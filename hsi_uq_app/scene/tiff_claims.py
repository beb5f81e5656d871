"""What a TIFF claims, read by own code before a library believes it: tags, images and pixels.

A few megabytes can claim pixels for terabytes (blocks that are not stored, or stored once for all), or carry
a list of tags over which the library's reader grows slower with every entry.
"""

import math
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from xml.etree import ElementTree

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.plain_file import open_plain

MOST_IMAGES = 20_000
MOST_TAGS = 4096  # of one image
LARGEST_TAGS = 16 * 2**20  # bytes of all tags that are no lists of blocks
LARGEST_METADATA, MOST_ITEMS = 4 * 2**20, 10_000
LARGEST_TRUSTED = 2**30  # bytes of pixels that any file may claim
LARGEST_RATIO, LARGEST_RATIO_OF_MASKS = 200, 2000  # no measured cube is packed tighter; a mask may be
_WIDTH, _HEIGHT, _BITS, _SAMPLES, _METADATA = 256, 257, 258, 277, 42112
_BLOCKS = (273, 279, 324, 325)  # where strips and tiles lie, and how long they are
_WIDTHS = {1: b"\1\2\6\7", 2: b"\3\x08", 4: b"\4\t\x0b\r", 8: b"\5\n\x0c\x10\x11\x12"}
_SIZES = {kind: width for width, kinds in _WIDTHS.items() for kind in kinds}
_HINT = "get the file again, or save it anew with `gdal_translate`"


@dataclass(frozen=True)
class _Tag:
    """Type, count, and the place in the file of its values."""

    kind: int
    count: int
    place: int

    @property
    def nbytes(self) -> int:
        return self.count * _SIZES.get(self.kind, 1)


def check_claims(path: Path) -> None:
    """Refuse a TIFF that claims what it cannot hold.

    Raises:
        UserError: too many tags, images or pixels for its size; mere damage is left to the library.
        OSError: it cannot be read.
    """
    with open_plain(path) as file:
        size = file.seek(0, 2)
        for number, tags in enumerate(_images(file, size)):
            if number >= MOST_IMAGES:
                raise UserError(f"{path.name} holds more than {MOST_IMAGES:,} images", _HINT)
            _check_tags(path, file, tags, size)
            _check_pixels(path, file, tags, size)


def _images(file: BinaryIO, size: int) -> Iterator[Mapping[int, _Tag]]:
    """The tags of each image; ends where the chain of images ends, leaves the file or runs in a circle."""
    file.seek(0)
    start = file.read(16)
    order = "<" if start[:2] == b"II" else ">"
    is_big = start[2:3] == b"+" or start[3:4] == b"+"
    place = _unpack(f"{order}Q", start[8:16]) if is_big else _unpack(f"{order}I", start[4:8])
    seen: set[int] = set()
    while place and place < size and place not in seen:
        seen.add(place)
        tags, place = _image(file, place, order, is_big)
        yield tags


def _unpack(form: str, content: bytes) -> int:
    return int(struct.unpack(form, content)[0]) if len(content) == struct.calcsize(form) else 0


def _image(file: BinaryIO, place: int, order: str, is_big: bool) -> tuple[Mapping[int, _Tag], int]:
    """One image's tags, and where the next one begins."""
    counter, word = ("Q", "u8") if is_big else ("H", "u4")
    first = place + struct.calcsize(f"={counter}")
    file.seek(place)
    count = min(_unpack(f"{order}{counter}", file.read(first - place)), MOST_TAGS + 1)
    codes = (f"{order}u2", f"{order}u2", order + word, order + word)
    entry = np.dtype(list(zip(("tag", "kind", "count", "at"), codes, strict=True)))
    content = file.read(count * entry.itemsize)
    rows = np.frombuffer(content[: len(content) // entry.itemsize * entry.itemsize], entry)
    width = entry["at"].itemsize
    tags = {
        tag: _Tag(kind, values, inline if values * _SIZES.get(kind, 1) <= width else at)
        for inline, (tag, kind, values, at) in zip(
            range(first + entry.itemsize - width, first + count * entry.itemsize, entry.itemsize),
            rows.tolist(),
            strict=False,
        )
    }
    return tags, _unpack(f"{order}{'Q' if is_big else 'I'}", file.read(width))


def _check_tags(path: Path, file: BinaryIO, tags: Mapping[int, _Tag], size: int) -> None:
    """Lists of blocks may be long; everything else is a description."""
    if len(tags) > MOST_TAGS:
        raise UserError(f"{path.name} carries more than {MOST_TAGS:,} tags", _HINT)
    described = sum(tag.nbytes for number, tag in tags.items() if number not in _BLOCKS)
    if described > LARGEST_TAGS:
        raise UserError(f"{path.name} carries {described:,} bytes of tags, more than any image needs", _HINT)
    metadata = tags.get(_METADATA)
    if metadata is None:
        return
    file.seek(min(metadata.place, size))
    content = file.read(min(metadata.nbytes, LARGEST_METADATA))
    if metadata.nbytes > LARGEST_METADATA or content.count(b"<Item") > MOST_ITEMS:
        raise UserError(f"{path.name} carries {metadata.nbytes:,} bytes of GDAL metadata", _HINT)
    if not _is_xml(content.rstrip(b"\0")):
        raise UserError(f"{path.name} carries GDAL metadata that is damaged", _HINT)


def _is_xml(content: bytes) -> bool:
    """Whether GDAL can read its metadata; what it says of bytes that are no text, rasterio cannot pass on."""
    try:
        content.decode()
    except UnicodeDecodeError:
        with suppress(ElementTree.ParseError):
            return b"<!" not in content and ElementTree.fromstring(content.decode("latin-1")) is not None
        return False
    return True


def _check_pixels(path: Path, file: BinaryIO, tags: Mapping[int, _Tag], size: int) -> None:
    order = _order(file)
    width, height, samples = (_first(file, tags.get(number), order) for number in (_WIDTH, _HEIGHT, _SAMPLES))
    bits = _first(file, tags.get(_BITS), order)
    claimed = math.prod((width, height, max(samples, 1), max(bits, 1))) // 8
    ratio = LARGEST_RATIO if samples > 1 else LARGEST_RATIO_OF_MASKS
    if claimed > max(LARGEST_TRUSTED, size * ratio):
        raise UserError(
            f"{path.name} claims {claimed:,} bytes of pixels and holds {size:,} bytes: most are empty",
            _HINT,
        )


def _order(file: BinaryIO) -> str:
    file.seek(0)
    return "<" if file.read(2) == b"II" else ">"


def _first(file: BinaryIO, tag: _Tag | None, order: str) -> int:
    """The first of a tag's whole numbers; 0 where it is none."""
    form = {1: "B", 3: "H", 4: "I", 16: "Q"}.get(tag.kind if tag else 0)
    if tag is None or form is None or tag.count < 1:
        return 0
    file.seek(tag.place)
    return _unpack(f"{order}{form}", file.read(_SIZES[tag.kind]))
