"""The table of experiments: `hsi-uq reproduce NAME`. Each is imported when it is run."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.progress import Progress


@dataclass(frozen=True)
class Setting:
    """How to run: the folder for the outputs, fewer repetitions or all, the seed, a folder of real data."""

    out: Path
    quick: bool = False
    seed: int = 0
    data: Path | None = None


Experiment = Callable[[Setting, Progress], tuple[list[Path], object]]
"""Runs, writes its files into the setting's folder, and gives them with the figures as plain JSON values."""

EXPERIMENTS: dict[str, Experiment] = {}
