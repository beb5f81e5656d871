"""What is to be trained: chosen before the start, and not changed after it."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class TrainingPlan:
    """One model for each method, from the same pixels.

    Attributes:
        methods: names of `posterior.methods.METHODS`.
        region: grammar of `scene.regions.parse_region`.
        sample: "stratified", "random", "paper" or "all" (design 3, "Training sample").
        draws, seed: of every method.
        stem: folder and first part of the file names.
        predict: whether each model is run on the scene once it is trained.
        pin: the pin whose spectrum is implanted as the target; None where the truth marks the targets.
        base_rate: with a pin: how common targets are taken to be.
    """

    methods: tuple[str, ...]
    region: str
    sample: str
    draws: int
    seed: int
    stem: Path
    predict: bool
    pin: int | None = None
    base_rate: float = 1e-3

    def file(self, method: str) -> Path:
        """Where the model of a method goes, named as `hsi-uq train --method all` names it."""
        return self.stem.with_name(f"{self.stem.name}_{method}.safetensors")

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(self.file(method) for method in self.methods)
