"""Write a quantile map: a sink for the predictor, whole or absent."""

import shutil
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app import __version__
from hsi_uq_app.confidence.envi_place import place_fields
from hsi_uq_app.confidence.map_description import (
    SIDE_PLANES,
    MapDescription,
    MapFiles,
    is_map_file,
    map_files,
)
from hsi_uq_app.confidence.plane_file import PlaneWriter
from hsi_uq_app.errors import UserError
from hsi_uq_app.files import whole_files
from hsi_uq_app.posterior.levels import LEVELS, NO_DATA
from hsi_uq_app.posterior.passport import Passport
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.georeference import spatial_fields

_PLAIN = Guard()
_ENVI_INT16, _ENVI_FLOAT32 = 2, 4


class QuantileMapWriter:
    """The predictor's sink. Use with `with`: on a clean end the map appears, otherwise nothing does.

    Args:
        path: R.hdr, R.img or R; the other files lie beside it.
        cube: the scene that is predicted; it lends size, place and fingerprint.
        passport: the model's.
        provenance: more to remember, such as the model file's hash; plain JSON values.
        guard: what must not be replaced beside the scene itself.

    Raises:
        UserError: too little free disk, a folder that cannot be written, a name that is the scene's own.
    """

    def __init__(
        self,
        path: Path,
        cube: Cube,
        passport: Passport,
        provenance: Mapping[str, Any] | None = None,
        guard: Guard = _PLAIN,
    ) -> None:
        self.files = map_files(path)
        self._cube = cube
        self._guard = guard.sparing("is the scene itself", cube.data_path, cube.header.path)
        self._description = MapDescription(lines=cube.lines, samples=cube.samples, passport=passport)
        self._provenance: dict[str, Any] = {
            "cube": cube.fingerprint(),
            "cube_name": cube.name,
            "version": __version__,
        }
        if cube.overrides:
            self._provenance["overrides"] = dict(cube.overrides)
        if cube.derivation:
            self._provenance["derivation"] = list(cube.derivation)
        self._provenance |= dict(provenance or {})
        self._written = 0
        self._counting = threading.Lock()

    def __enter__(self) -> "QuantileMapWriter":
        with ExitStack() as stack:
            drafts = whole_files(*self.files.all, ours=is_map_file, guard=self._guard)
            self._drafts = MapFiles(*stack.enter_context(drafts))
            _check_free_disk(self.files.header, self._description.nbytes)
            self._levels = PlaneWriter(self._drafts.image, self._description.levels_layout)
            stack.callback(self._levels.close)
            self._side = PlaneWriter(self._drafts.side_image, self._description.side_layout)
            stack.callback(self._side.close)
            self._open = stack.pop_all()
        return self

    def write(self, first_pixel: int, levels: npt.NDArray[np.int16], side: npt.NDArray[np.float32]) -> None:
        """Put the order statistics (101, n) and side rows (3, n) of n pixels, line-major; from any thread."""
        self._levels.write(first_pixel, levels)
        self._side.write(first_pixel, side)
        with self._counting:
            self._written += levels.shape[1]

    def record(self, **facts: Any) -> None:
        """Remember what the run found out, such as its out-of-distribution share; plain JSON values."""
        self._provenance |= facts

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._open:
            if error is not None:
                # Thrown into the stack, so that the drafts are removed and a full disk gets its one line.
                try:
                    raise error
                finally:
                    del (
                        error,
                        trace,
                    )  # or error and frame would hold each other, and every tile
            self._finish()

    def _finish(self) -> None:
        description = self._description
        if self._written != description.lines * description.samples:
            raise RuntimeError(
                f"{self._written} pixels were written, not {description.lines * description.samples}"
            )
        description = description.model_copy(update={"provenance": self._provenance})
        self._drafts.description.write_text(description.model_dump_json(indent=1) + "\n", encoding="utf-8")
        self._write_headers()

    def _write_headers(self) -> None:
        levels = {"band names": [f"q{level / 1000:.3f}" for level in LEVELS], "data ignore value": NO_DATA}
        side = {"band names": list(SIDE_PLANES)}
        write_header(self._drafts.header, self._fields("logits x 1024", _ENVI_INT16, len(LEVELS)) | levels)
        write_header(
            self._drafts.side_header,
            self._fields("mean, epistemic, ACE", _ENVI_FLOAT32, len(SIDE_PLANES)) | side,
        )

    def _fields(self, what: str, data_type: int, bands: int) -> dict[str, object]:
        passport = self._description.passport
        return {
            "description": [f"quantile map: {what}; {passport.method} with {passport.draws} draws"],
            "samples": self._cube.samples,
            "lines": self._cube.lines,
            "bands": bands,
            "header offset": 0,
            "file type": "ENVI Standard",
            "data type": data_type,
            "interleave": "bsq",
            "byte order": 0,
            **place_fields(spatial_fields(self._cube.header.fields), self._cube.georeference),
        }


def _check_free_disk(target: Path, needed: int) -> None:
    free = shutil.disk_usage(target.parent).free
    if free < needed:
        raise UserError(
            f"the map needs {needed / 1e6:,.0f} MB and {target.parent} has {free / 1e6:,.0f} MB free",
            "free some space or choose another folder",
        )
