"""The table of experiments: `hsi-uq reproduce NAME`. Each is imported when it is run."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from hsi_uq_app.progress import Progress
from hsi_uq_app.publishing.guard import Guard


@dataclass(frozen=True)
class Setting:
    """How to run: the folder for the outputs, fewer repetitions or all, the seed, a folder of real data, and
    whether a picture that is not this program's may be replaced."""

    out: Path
    quick: bool = False
    seed: int = 0
    data: Path | None = None
    overwrite: bool = False

    @property
    def guard(self) -> Guard:
        """What its pictures must not replace."""
        return Guard(overwrite=self.overwrite)

    def command(self, name: str) -> str:
        """What to type to make it again."""
        choices = {" --data FOLDER": self.data, f" --seed {self.seed}": self.seed, " --quick": self.quick}
        return f"hsi-uq reproduce {name}" + "".join(text for text, chosen in choices.items() if chosen)


Run = Callable[[Setting, Progress], tuple[list[Path], object]]


@dataclass(frozen=True)
class Experiment:
    """One experiment.

    Attributes:
        name: after `hsi-uq reproduce`.
        what: what it does, in a few words.
        place: the module below `experiments/` that has its function `run`.
    """

    name: str
    what: str
    place: str

    def run(self, setting: Setting, progress: Progress) -> tuple[list[Path], object]:
        """Write its files into the setting's folder, and give them with the figures as plain JSON values."""
        run: Run = import_module(f"{__package__}.{self.place}").run
        return run(setting, progress)


_ALL = (
    Experiment("golden", "published figures on logits of ten classes", "golden.experiment"),
    Experiment("two-gaussians", "views of calibration where the truth is known", "two_gaussians.experiment"),
    Experiment("calibrators", "calibrators and losses on simulated suburbs", "calibrators.experiment"),
    Experiment(
        "scene-ingredients", "what each ingredient of a suburb does to detection", "scene_ingredients"
    ),
    Experiment("scene-comparison", "the methods on simulated suburbs", "scene_comparison.experiment"),
    Experiment(
        "simulated-classification",
        "coverage and width where the true probability is known",
        "simulated_classification.experiment",
    ),
    Experiment("real-scenes", "the methods on halves of real cubes", "real_scenes"),
    Experiment("formats", "what is read and written, and what real files open as", "formats"),
)

EXPERIMENTS: dict[str, Experiment] = {experiment.name: experiment for experiment in _ALL}
"""By name."""
