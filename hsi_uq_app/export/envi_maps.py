"""The maps behind the set as ENVI floats: probability, lower and upper bound, width."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from hsi_uq_app.confidence.envi_place import place_fields
from hsi_uq_app.confidence.width import probability_of, width
from hsi_uq_app.export.envi import OURS_BY, envi_pair
from hsi_uq_app.export.provenance import headline, side_car
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.targets import beside, export_of, sparing_sources
from hsi_uq_app.files import whole_files
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.scene.envi_writer import write_header

BANDS = ("probability", "lower bound", "upper bound", "width")
_FLOAT32 = 4
_PLAIN = Guard()
_OURS = export_of("ENVI maps", hdr=OURS_BY, img=OURS_BY)


def write(selection: Selection, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write NAME.hdr and NAME.img: 4 bands float32 BSQ, NaN where nothing was evaluated."""
    header, image = envi_pair(path)
    targets = (header, image, beside(header, ".json"))
    guard = sparing_sources(guard, selection)
    with whole_files(*targets, ours=_OURS, guard=guard) as (header_draft, image_draft, side_car_draft):
        write_header(header_draft, _fields(selection))
        side_car_draft.write_bytes(side_car(selection, "ENVI maps", bands=list(BANDS)))
        with open(image_draft, "wb") as file:
            for band in _bands(selection):
                file.write(np.ascontiguousarray(band, "<f4").data)
    return list(targets)


def _bands(selection: Selection) -> Iterator[npt.NDArray[np.float32]]:
    yield expit(selection.mean_logit)
    yield probability_of(selection.lower)
    yield probability_of(selection.upper)
    yield width(selection.lower, selection.upper)


def _fields(selection: Selection) -> dict[str, object]:
    lines, samples = selection.classes.shape
    return {
        "description": [headline(selection)],
        "samples": samples,
        "lines": lines,
        "bands": len(BANDS),
        "header offset": 0,
        "file type": "ENVI Standard",
        "data type": _FLOAT32,
        "interleave": "bsq",
        "byte order": 0,
        "band names": list(BANDS),
        "default stretch": "0.0 1.0 linear",
        **place_fields(selection.spatial, selection.georeference),
    }
