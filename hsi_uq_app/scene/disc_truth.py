"""Which disc each pixel holds, read back from the files beside a suburb's abundance."""

import csv
import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.siblings import checked_sibling
from hsi_uq_app.scene.small_file import read_at_most

_ENDING = "_abundance"
LARGEST_TABLE = 2**24


@dataclass(frozen=True)
class Disc:
    """One target disc: its number, centre in pixels, radius in metres, and the share of it beneath leaves."""

    id: int
    line: float
    sample: float
    radius_m: float
    hidden: bool
    hidden_share: float


@dataclass(frozen=True, eq=False)
class DiscTruth:
    """All discs, and the number of each pixel's disc (lines, samples), 0 for none."""

    discs: tuple[Disc, ...]
    ids: npt.NDArray[np.int32]


def disc_truth_beside(abundance: Path) -> DiscTruth | None:
    """The discs of `NAME_abundance`, from `NAME_disc_id` and `NAME_discs.csv`; None where they are not.

    Raises:
        UserError: files of another size or with columns that are not the simulator's.
    """
    if not abundance.stem.endswith(_ENDING):
        return None
    name = abundance.stem.removesuffix(_ENDING)
    table, ids = abundance.with_name(f"{name}_discs.csv"), abundance.with_name(f"{name}_disc_id.hdr")
    if not (table.exists() and ids.exists()):
        return None
    for sibling in (table, ids):
        checked_sibling(abundance, sibling)
    cube = open_cube(ids)
    numbers = cube.read_lines(0, cube.lines, [0]).reshape(cube.lines, cube.samples)
    return DiscTruth(_read_table(table), np.nan_to_num(numbers).astype(np.int32))


def _read_table(path: Path) -> tuple[Disc, ...]:
    content = read_at_most(path, LARGEST_TABLE)
    if content is None:
        raise UserError(f"{path} is too large for a table of discs", "simulate the scene again")
    try:
        rows = csv.DictReader(io.StringIO(content.decode("utf-8"), newline=""))
        return tuple(_disc(row) for row in rows)
    except (KeyError, TypeError, ValueError, OverflowError, csv.Error) as error:
        raise UserError(f"{path} is not a table of discs: {error}", "simulate the scene again") from error


def _disc(row: dict[str, str]) -> Disc:
    line, sample, radius_m, hidden_share = (
        float(row[key]) for key in ("line", "sample", "radius_m", "hidden_share")
    )
    return Disc(int(row["id"]), line, sample, radius_m, row["hidden"] == "yes", hidden_share)
