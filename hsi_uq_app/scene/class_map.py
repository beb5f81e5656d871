"""A classification that lies beside a scene: which material takes the largest part of each pixel."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.envi_header import EnviHeader
from hsi_uq_app.scene.siblings import checked_sibling

Colour = tuple[int, int, int]
_ENDING = "_class"
_MOST_CLASSES = 256
_MAKE_AGAIN = "make it again, or move it away from beside the scene"


@dataclass(frozen=True, eq=False)
class ClassMap:
    """Class numbers (lines, samples) uint8, with a name and a colour for each from 0 on."""

    codes: npt.NDArray[np.uint8]
    names: tuple[str, ...]
    colours: tuple[Colour, ...]

    def present(self) -> list[tuple[int, int]]:
        """(class, pixels) of the classes that occur, the commonest first."""
        pixels = np.bincount(self.codes.reshape(-1), minlength=len(self.names))
        order = np.argsort(-pixels, kind="stable")
        return [(int(number), int(pixels[number])) for number in order if pixels[number]]


def class_map_beside(scene: Path, lines: int, samples: int) -> ClassMap | None:
    """The classes of `NAME_class.hdr` beside the scene `NAME`; None where there is no such file.

    Raises:
        UserError: a file of another size, without names, or with numbers that are no classes.
    """
    path = scene.with_name(f"{scene.stem}{_ENDING}.hdr")
    if not path.exists():
        return None
    cube = open_cube(checked_sibling(scene, path))
    if (cube.lines, cube.samples) != (lines, samples):
        raise UserError(
            f"{path.name} is {cube.lines} x {cube.samples}, the scene {lines} x {samples}", _MAKE_AGAIN
        )
    names = _names(cube.header)
    values = np.nan_to_num(cube.read_lines(0, lines, [0])).reshape(lines, samples)
    if not names or values.min() < 0 or values.max() >= len(names):
        raise UserError(f"{path.name} holds classes without a name", _MAKE_AGAIN)
    return ClassMap(values.astype(np.uint8), names, _colours(cube.header, len(names)))


def _names(header: EnviHeader) -> tuple[str, ...]:
    text = header.fields.get("class names", "")
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    return names if len(names) <= _MOST_CLASSES else ()


def _colours(header: EnviHeader, classes: int) -> tuple[Colour, ...]:
    """The colours of the header; greys where it has none, so that every class is seen."""
    words = header.fields.get("class lookup", "").replace(",", " ").split()
    numbers = [int(word) & 255 for word in words if word.isdigit()]
    if len(numbers) < 3 * classes:
        return tuple((grey, grey, grey) for grey in np.linspace(40, 230, classes).astype(int).tolist())
    return tuple((numbers[at], numbers[at + 1], numbers[at + 2]) for at in range(0, 3 * classes, 3))
