"""Predict: a scene and a model become a quantile map on the disk."""

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.quantile_map import NO_DATA, QuantileMapWriter
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.model_file import digest
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.scene.band_matching import TAKEN_AS_SAME
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.scene.undeclared_fill import KEY as FILL
from hsi_uq_app.scene.undeclared_fill import fully_searched
from hsi_uq_app.workflow.not_evaluated import scene_note
from hsi_uq_app.workflow.own_network import ResultNetwork

_PLAIN = Guard()
LARGEST_PROBED = 2 << 30
"""Bytes of a cube that is probably still in memory when it has been read once."""

if TYPE_CHECKING:
    from hsi_uq_app.posterior.devices import Device
    from hsi_uq_app.posterior.passport import Passport
    from hsi_uq_app.posterior.posterior import Posterior


@dataclass(frozen=True)
class Predicted:
    """Where the quantile map lies, what it took, and how the scene differs from the training scene.

    `ood_share` is the share of valid pixels out of distribution (posterior/out_of_distribution.py),
    `trained_here` whether the model was trained on this scene; None = not known. `not_evaluated` counts
    pixels that lack data, `scene_notes` say what was odd about the scene.
    """

    result: Path
    draws: int
    pixels: int
    seconds: float
    device: str
    notes: tuple[str, ...] = ()
    ood_share: float | None = None
    trained_here: bool | None = None
    not_evaluated: int = 0
    scene_notes: tuple[str, ...] = ()


class _Counted:
    """A sink that counts how many pixels had data, on their way to the map."""

    def __init__(self, sink: QuantileMapWriter) -> None:
        self._sink, self._lock, self.evaluated = sink, threading.Lock(), 0

    def write(self, first_pixel: int, levels: npt.NDArray[np.int16], side: npt.NDArray[np.float32]) -> None:
        with self._lock:
            self.evaluated += int(np.count_nonzero(levels[0] != NO_DATA))
        self._sink.write(first_pixel, levels, side)


def predict(
    cube: Cube,
    posterior: "Posterior",
    out: Path,
    *,
    device: "Device" = "auto",
    threads: int | None = None,
    guard: Guard = _PLAIN,
    progress: Progress = silent,
) -> Predicted:
    """Run every draw on every pixel and keep the order statistics.

    The map is whole or absent: an earlier one of the same name stays until the new one is complete, also
    when the user cancels.

    Raises:
        UserError: bands that do not fit, no valid pixel, a full disk, an unknown device.
        Cancelled: the user gave up; nothing was written.
    """
    from hsi_uq_app.posterior.predict import predict as run

    cube = fully_searched(cube, progress)
    with QuantileMapWriter(out, cube, posterior.passport, {"model": digest(posterior)}, guard) as writer:
        sink = _Counted(writer)
        summary = run(posterior, cube, sink, device=device, threads=threads, progress=progress)
        if not sink.evaluated:
            raise UserError(
                f"{cube.name} has no valid pixel: every one lacks data in a band the model uses",
                "check `data ignore value` and the bad band list with `hsi-uq info`",
            )
        ood_share = None if summary.outside is None else summary.outside / sink.evaluated
        trained_here = _trained_here(cube, posterior)
        notes = tuple(note for note in summary.notes if not (trained_here and note.endswith(TAKEN_AS_SAME)))
        missing = summary.pixels - sink.evaluated
        notes = (*notes, *_about_missing(cube, missing))
        writer.record(notes=notes, drift=ood_share, trained_here=trained_here)
    return Predicted(
        out,
        summary.draws,
        summary.pixels,
        summary.seconds,
        summary.device,
        notes,
        ood_share,
        trained_here,
        missing,
        tuple(map(str, cube.notes)),
    )


def _about_missing(cube: Cube, missing: int) -> tuple[str, ...]:
    """What whoever reads the result should know of its holes: how many, and fill that no header declares."""
    fill = [str(note) for note in cube.notes if note.key == FILL]
    return (*filter(None, [scene_note(missing, cube.lines * cube.samples)]), *fill)


def _trained_here(cube: Cube, posterior: "Posterior") -> bool | None:
    """Whether the model was trained on this scene; None where scattered pixels take long to read.

    Where truth was known in a part of the region alone, that part's mean is not the region's: not known.
    """
    if cube.lines * cube.samples * cube.bands * 4 > LARGEST_PROBED:
        return None
    if ResultNetwork(posterior, cube).trained_here():
        return True
    return None if _knew_a_part(cube, posterior.passport) else False


def _knew_a_part(cube: Cube, passport: "Passport") -> bool:
    """Whether the model learnt from fewer pixels than its region has, if its region lies in this scene."""
    try:
        region = parse_region(passport.region, cube.lines, cube.samples)
    except UserError:
        return False
    return passport.sample.background_in_region + (passport.sample.targets_in_region or 0) < region.size
