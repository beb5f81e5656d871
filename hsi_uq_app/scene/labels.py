"""What is known about the ground: truth masks, classifications and abundances, and regions of a scene."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import Cube, open_cube
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.regions import Region, parse_region

__all__ = ["Region", "Truth", "parse_region", "read_truth"]

DEFAULT_THRESHOLD = 0.1
_UNLABELLED = re.compile(r"^(unclassified|none|no data|nodata|unlabell?ed|undecided|)$", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Truth:
    """Abundance of the target, float32 (lines, samples), 0..1, NaN = unknown; a target above `threshold`."""

    abundance: np.ndarray
    threshold: float
    path: Path
    notes: tuple[Note, ...] = ()

    @property
    def labels(self) -> np.ndarray:
        """True = target: bool (lines, samples)."""
        with np.errstate(invalid="ignore"):
            return self.abundance > self.threshold

    @property
    def known(self) -> np.ndarray:
        """True where anything is known: bool (lines, samples)."""
        return np.isfinite(self.abundance)


def read_truth(
    path: Path | str,
    lines: int,
    samples: int,
    threshold: float = DEFAULT_THRESHOLD,
    class_: str | int | None = None,
) -> Truth:
    """Read an ENVI mask (0 and one other value), abundance (0..1) or classification.

    Args:
        class_: number or name of the class that is the target; of the band, for abundances with several bands.

    Raises:
        UserError: another size (the message names both), or several classes and none chosen.
    """
    cube = open_cube(path)
    check_size(Path(path), (cube.lines, cube.samples), (lines, samples))
    band = _chosen_band(cube, class_)
    values = cube.read_lines(0, lines, [band]).reshape(lines, samples)
    abundance, notes = values, cube.notes
    if cube.bands == 1:
        abundance, said = abundance_of(values, _class_names(cube), class_, Path(path))
        notes = (*notes, *said)
    _check_range(abundance, Path(path))
    abundance.flags.writeable = False
    return Truth(abundance, threshold, Path(path), notes)


def check_size(path: Path, truth: tuple[int, int], scene: tuple[int, int]) -> None:
    """Raises UserError naming both sizes when a truth does not fit its scene."""
    if truth == scene:
        return
    turned = " (it looks transposed)" if truth == scene[::-1] else ""
    raise UserError(
        f"truth {path.name} has {truth[0]} lines x {truth[1]} samples, the scene {scene[0]} x {scene[1]}{turned}",
        "choose the truth that was made for this scene",
    )


def abundance_of(
    values: np.ndarray, names: tuple[str, ...], class_: str | int | None, path: Path
) -> tuple[np.ndarray, tuple[Note, ...]]:
    """Turn one band of values into an abundance.

    Args:
        values: float32 (lines, samples), NaN = unknown.
        names: class names from 0 on; empty when the file names none.

    Raises:
        UserError: several classes and none chosen, or a class that is not there.
    """
    codes = np.unique(values[np.isfinite(values)])
    if class_ is None and (len(codes) == 0 or _is_abundance(codes)):
        return values, ()
    if not np.all(codes == np.floor(codes)):
        raise UserError(
            f"truth {path.name} reaches {codes.max():g}; an abundance lies in 0..1",
            "divide it by its scale, or write `reflectance scale factor` into its header",
        )
    positive = [int(code) for code in codes if code != 0]
    if class_ is None and len(positive) > 1:
        raise UserError(
            f"truth {path.name} holds several classes: {_listed(positive, names)}", "choose one of them"
        )
    chosen = positive[0] if class_ is None else _number_of(class_, positive, names, path)
    return _one_class(values, chosen, positive, names)


def _is_abundance(codes: np.ndarray) -> bool:
    return bool(codes.min() >= 0 and codes.max() <= 1 + 1e-6)


def _one_class(
    values: np.ndarray, chosen: int, positive: list[int], names: tuple[str, ...]
) -> tuple[np.ndarray, tuple[Note, ...]]:
    """1 where chosen, 0 elsewhere; among several classes 0 means that nobody looked, if it has no name of its own."""
    abundance = np.where(np.isfinite(values), (values == chosen).astype(np.float32), np.float32(np.nan))
    if len(positive) > 1 and _UNLABELLED.match(names[0] if names else ""):
        abundance[values == 0] = np.nan
        return abundance, (Note("truth", None, "pixels of class 0 are unlabelled: they count as unknown"),)
    return abundance, ()


def _number_of(class_: str | int, positive: list[int], names: tuple[str, ...], path: Path) -> int:
    word = str(class_).strip().lower()
    by_name = [number for number, name in enumerate(names) if name.lower() == word]
    number = by_name[0] if by_name else (int(word) if word.isdecimal() else None)
    if number is None or number not in [0, *positive]:
        raise UserError(
            f"truth {path.name} has no class `{class_}`; it holds {_listed(positive, names)}",
            "choose one of them",
        )
    return number


def _listed(positive: list[int], names: tuple[str, ...]) -> str:
    return ", ".join(f"{n} ({names[n]})" if n < len(names) else str(n) for n in positive[:12])


def _class_names(cube: Cube) -> tuple[str, ...]:
    text = cube.header.fields.get("class names", "")
    return tuple(name.strip() for name in text.split(",")) if text else ()


def _chosen_band(cube: Cube, class_: str | int | None) -> int:
    if cube.bands == 1:
        return 0
    names = [name.lower() for name in cube.header.band_names or ()]
    word = str(class_).strip().lower()
    if word in names:
        return names.index(word)
    if word.isdecimal() and 1 <= int(word) <= cube.bands:
        return int(word) - 1
    listed = ", ".join(names[:12]) or f"1 to {cube.bands}"
    raise UserError(
        f"truth {cube.data_path.name} has {cube.bands} bands: {listed}", "choose one by name or number"
    )


def _check_range(abundance: np.ndarray, path: Path) -> None:
    known = abundance[np.isfinite(abundance)]
    if len(known) and (known.min() < -1e-6 or known.max() > 1 + 1e-6):
        raise UserError(
            f"truth {path.name} lies in {known.min():g}..{known.max():g}; an abundance lies in 0..1",
            "divide it by its scale, or write `reflectance scale factor` into its header",
        )
