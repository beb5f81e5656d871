"""The table of experiments: `hsi-uq reproduce NAME`. Each is imported when it is run."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from hsi_uq_app.progress import Progress


@dataclass(frozen=True)
class Setting:
    """How to run: the folder for the outputs, fewer repetitions or all, the seed, a folder of real data."""

    out: Path
    quick: bool = False
    seed: int = 0
    data: Path | None = None

    def command(self, name: str) -> str:
        """What to type to make it again."""
        choices = {" --data FOLDER": self.data, f" --seed {self.seed}": self.seed, " --quick": self.quick}
        return f"hsi-uq reproduce {name}" + "".join(text for text, chosen in choices.items() if chosen)


Experiment = Callable[[Setting, Progress], tuple[list[Path], object]]
"""Runs, writes its files into the setting's folder, and gives them with the figures as plain JSON values."""


def _lazy(module: str) -> Experiment:
    """An experiment that is imported when it is run, so that `hsi-uq --help` stays quick."""

    def run(setting: Setting, progress: Progress) -> tuple[list[Path], object]:
        experiment: Experiment = import_module(f"hsi_uq_app.experiments.{module}").run
        return experiment(setting, progress)

    return run


EXPERIMENTS: dict[str, Experiment] = {
    "golden": _lazy("golden"),
    "two-gaussians": _lazy("two_gaussians"),
    "calibrators": _lazy("calibrators"),
    "scene-ingredients": _lazy("scene_ingredients"),
    "scene-comparison": _lazy("scene_comparison"),
    "simulated-classification": _lazy("simulated_classification"),
    "real-scenes": _lazy("real_scenes"),
    "formats": _lazy("formats_table"),
}
