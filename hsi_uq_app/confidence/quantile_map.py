"""The quantile map: 101 order statistics of every pixel's logits, on the disk, so that sliders are instant.

Five files: R.hdr and R.img (the levels, an ENVI BSQ of int16 logits that other programs open too), R_side.hdr
and R_side.img (three float32 planes), R.json (what the planes are, the model's passport, hashes).
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.map_description import MapDescription, MapFiles, map_files, read_description
from hsi_uq_app.confidence.plane_file import PlaneReader
from hsi_uq_app.confidence.quantile_map_writer import QuantileMapWriter
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.levels import LEVELS, NO_DATA
from hsi_uq_app.posterior.passport import Passport
from hsi_uq_app.publishing.journal import settled
from hsi_uq_app.scene.envi_header import read_header
from hsi_uq_app.scene.georeference import Georeference, georeference_from, spatial_fields
from hsi_uq_app.scene.siblings import checked_sibling

__all__ = ["NO_DATA", "QuantileMap", "QuantileMapWriter", "open_quantile_map"]

Levels = npt.NDArray[np.int16]
FloatPlane = npt.NDArray[np.float32]

_MEAN_LOGIT, _EPISTEMIC, _ACE = range(3)
_BLOCKS, _BLOCK_BYTES = 64, 64 << 10


@dataclass(frozen=True)
class PixelLogits:
    """One pixel: (LB, UB) as rounded logits, NO_DATA if not evaluated; the mean's logit and the ACE score."""

    lower: int
    upper: int
    mean_logit: float
    ace: float


@dataclass(frozen=True, eq=False)
class QuantileMap:
    """A map that was opened: its description in memory, its planes on the disk.

    Planes are read-only arrays (lines, samples), or with step > 1 every step-th line and sample of them.
    Where nothing was evaluated the levels are NO_DATA and the float planes NaN.
    """

    files: MapFiles
    description: MapDescription
    georeference: Georeference | None
    spatial: Mapping[str, str]
    _levels: PlaneReader
    _side: PlaneReader

    @property
    def path(self) -> Path:
        return self.files.header

    @property
    def lines(self) -> int:
        return self.description.lines

    @property
    def samples(self) -> int:
        return self.description.samples

    @property
    def draws(self) -> int:
        return self.passport.draws

    @property
    def passport(self) -> Passport:
        return self.description.passport

    @property
    def provenance(self) -> Mapping[str, Any]:
        return self.description.provenance

    def plane(self, thousandths: int, step: int = 1) -> Levels:
        """The rounded logits (1024 steps a unit) of one quantile, named in thousandths; one of LEVELS."""
        return self._levels.plane(LEVELS.index(thousandths), step)

    def interval(self, alpha: int, step: int = 1) -> tuple[Levels, Levels]:
        """(LB, UB) of the equal-tailed interval at level 1 - alpha, with alpha in hundredths, 1..50."""
        return self.plane(5 * alpha, step), self.plane(1000 - 5 * alpha, step)

    def pixel(self, line: int, sample: int, alpha: int) -> PixelLogits:
        """What the map holds of one pixel, read by position: for a cursor that moves over any size of map."""
        levels = (LEVELS.index(level) for level in (5 * alpha, 1000 - 5 * alpha))
        lower, upper = (int(self._levels.value(plane, line, sample)) for plane in levels)
        mean, ace = (float(self._side.value(plane, line, sample)) for plane in (_MEAN_LOGIT, _ACE))
        return PixelLogits(lower, upper, mean, ace)

    @property
    def mean_logit(self) -> FloatPlane:
        """The logit of the mean probability over draws."""
        return self._side.plane(_MEAN_LOGIT)

    @property
    def epistemic(self) -> FloatPlane:
        """What the draws disagree about: mutual information in nats."""
        return self._side.plane(_EPISTEMIC)

    @property
    def ace(self) -> FloatPlane:
        """The matched filter's score, which names the candidates."""
        return self._side.plane(_ACE)

    def probability(self, step: int = 1) -> FloatPlane:
        """pi, the mean over draws of sigma(z_s)."""
        from scipy.special import expit  # a sixth of a second that the window's start need not wait for

        return expit(self._side.plane(_MEAN_LOGIT, step))

    def fingerprint(self) -> str:
        """sha256 over the description and 64 stretches of both planes' files: milliseconds on any size."""
        digest = hashlib.sha256(self.files.description.read_bytes())
        for reader in (self._levels, self._side):
            for part in range(_BLOCKS):
                digest.update(reader.bytes_at(reader.layout.nbytes * part // _BLOCKS, _BLOCK_BYTES))
        return digest.hexdigest()


def open_quantile_map(path: Path) -> QuantileMap:
    """Open a map by any of its files' names; no plane is read yet.

    Raises:
        UserError: a file that is missing, of another size than described, or not a quantile map's.
    """
    files = map_files(path)
    for sibling in files.all:
        checked_sibling(path, sibling)
    with settled(path.parent):
        description = read_description(files)
        levels = PlaneReader(files.image, description.levels_layout)
        side = PlaneReader(files.side_image, description.side_layout)
        header = read_header(files.header)
    if (header.lines, header.samples) != (description.lines, description.samples):
        raise UserError(
            f"{files.header} is {header.lines} x {header.samples}, "
            f"{files.description.name} says {description.lines} x {description.samples}",
            "its files are of different runs: run the prediction again",
        )
    georeference, _ = georeference_from(header.fields)
    return QuantileMap(files, description, georeference, spatial_fields(header.fields), levels, side)
