"""What a quantile map says about itself: the names of its files, and its JSON side-car."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, PositiveInt, ValidationError, model_validator

from hsi_uq_app.confidence.plane_file import PlaneLayout
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.levels import LEVELS, NO_DATA, STEP
from hsi_uq_app.posterior.passport import Passport
from hsi_uq_app.publishing.marks import envi, starts_with
from hsi_uq_app.scene.document_file import read_document

SIDE_PLANES: tuple[str, ...] = ("logit of mean probability", "epistemic entropy (nats)", "ACE score")

_LARGEST_DESCRIPTION = 16 << 20
_SUFFIXES = (".hdr", ".img", ".json")


@dataclass(frozen=True)
class MapFiles:
    """The five files of a map."""

    header: Path
    image: Path
    side_header: Path
    side_image: Path
    description: Path

    @property
    def all(self) -> tuple[Path, ...]:
        return (self.header, self.image, self.side_header, self.side_image, self.description)


def map_files(path: Path) -> MapFiles:
    """The map's files, from the name of any of R.hdr, R.img, R.json, or R itself."""
    name = path.stem if path.suffix.lower() in _SUFFIXES else path.name
    names = (".hdr", ".img", "_side.hdr", "_side.img", ".json")
    return MapFiles(*(path.with_name(name + ending) for ending in names))


_IMAGE = envi(b"quantile map: ")
_DESCRIPTION = starts_with(b'{\n "format": "hsi-uq quantile map"')


def is_map_file(path: Path) -> bool:
    """Whether a file is one of a map's five, told by what it or its header says; it need not be sound."""
    return _DESCRIPTION(path) if path.suffix == ".json" else _IMAGE(path)


class MapDescription(BaseModel):
    """R.json. Provenance holds hashes and what the run found out; no clock times.

    `drift` in it is the out-of-distribution share.
    """

    model_config = ConfigDict(frozen=True)

    format: Literal["hsi-uq quantile map"] = "hsi-uq quantile map"
    format_version: Literal[1] = 1
    lines: PositiveInt
    samples: PositiveInt
    levels: tuple[int, ...] = LEVELS
    step: int = STEP
    no_data: int = NO_DATA
    side: tuple[str, ...] = SIDE_PLANES
    passport: Passport
    provenance: Mapping[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _is_of_this_kind(self) -> "MapDescription":
        told = (self.levels, self.step, self.no_data, self.side)
        if told != (LEVELS, STEP, NO_DATA, SIDE_PLANES):
            raise ValueError("its levels are not those of this version")
        return self

    @property
    def levels_layout(self) -> PlaneLayout:
        return PlaneLayout(len(LEVELS), self.lines, self.samples, np.dtype("<i2"))

    @property
    def side_layout(self) -> PlaneLayout:
        return PlaneLayout(len(SIDE_PLANES), self.lines, self.samples, np.dtype("<f4"))

    @property
    def nbytes(self) -> int:
        """What both image files take on the disk: 214 bytes a pixel."""
        return self.levels_layout.nbytes + self.side_layout.nbytes


def read_description(files: MapFiles) -> MapDescription:
    """Read R.json.

    Raises:
        UserError: missing, too large to be one, not JSON, or JSON of something else.
    """
    path = files.description
    try:
        content = read_document(path, _LARGEST_DESCRIPTION, "a map's description", _HINT)
        return MapDescription.model_validate_json(content)
    except OSError as error:
        raise UserError(
            f"{files.header} is not a quantile map: {path.name}: {error.strerror}", _HINT
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        what = " ".join(f"{place} {first['msg']}".split())
        raise UserError(f"{path} does not describe a quantile map: {what}", _HINT) from error


_HINT = "choose a result that `hsi-uq predict` wrote"
