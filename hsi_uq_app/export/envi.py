"""The set as an ENVI classification: a one-band mask with names and colours, and the scene's place."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.envi_place import place_fields
from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS, CLASS_NAMES
from hsi_uq_app.export.provenance import headline, side_car
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.targets import beside, export_of, named, write_all
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import envi
from hsi_uq_app.scene.envi_writer import header_text

_UINT8 = 1
_PLAIN = Guard()
OURS_BY = envi(b"High-Confidence Set: ")
_OURS = export_of("ENVI classification", hdr=OURS_BY, img=OURS_BY)


def write(selection: Selection, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write NAME.hdr and NAME.img (uint8: 0 undecided, 1 target, 2 background, 3 not evaluated)."""
    header, image = envi_pair(path)
    place = place_fields(selection.spatial, selection.georeference)
    fields = classification_fields(selection.classes, CLASS_NAMES, CLASS_COLOURS, headline(selection), place)
    contents = {
        header: header_text(fields).encode(),
        image: selection.classes.tobytes(),
        beside(header, ".json"): side_car(selection, "ENVI classification"),
    }
    return write_all(selection, contents, _OURS, guard)


def envi_pair(path: Path) -> tuple[Path, Path]:
    """(header, data file) of NAME, NAME.hdr or NAME.img."""
    header = named(path, ".hdr", ".img")
    return header, header.with_suffix(".img")


def classification_fields(
    classes: npt.NDArray[np.uint8],
    names: Sequence[str],
    colours: Sequence[tuple[int, int, int]],
    description: str,
    spatial: Mapping[str, str],
) -> dict[str, object]:
    """Header fields of a class image (lines, samples) whose values count through the names, from 0.

    Of the scene's fields only the spatial ones are copied: wavelengths or a bad band list make no sense in a
    mask. 0 is not declared as no-data, since it means "undecided".
    """
    lines, samples = classes.shape
    return {
        "description": [description],
        "samples": samples,
        "lines": lines,
        "bands": 1,
        "header offset": 0,
        "file type": "ENVI Classification",
        "data type": _UINT8,
        "interleave": "bsq",
        "byte order": 0,
        "classes": len(names),
        "class names": list(names),
        "class lookup": [level for colour in colours for level in colour],
        "band names": ["High-Confidence Set"],
        **spatial,
    }
