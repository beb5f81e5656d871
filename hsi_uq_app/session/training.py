"""What is to be trained: chosen before the start, not changed after it; one method at a time."""

from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.progress import Progress, part
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.target_spectrum import TargetSpectrum
from hsi_uq_app.session.models import LoadModel, Model
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.spectra import pins_read
from hsi_uq_app.session.state import AppState


@dataclass(frozen=True)
class TrainingPlan:
    """One model for each method, from the same pixels.

    Attributes:
        methods: names of `posterior.methods.METHODS`.
        region: grammar of `scene.regions.parse_region`.
        sample: "stratified", "random", "paper" or "all": how much of the background is learnt from.
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


@dataclass(frozen=True)
class TargetSource:
    """What a training may learn to find: a pin's key, or None for the truth; and its words."""

    pin: int | None
    label: str


def sources(state: AppState) -> tuple[TargetSource, ...]:
    """The truth, if there is one, then every pin whose spectrum has been read."""
    truth = state.truth
    marked = (TargetSource(None, f"{truth.path.stem}, abundance above {truth.threshold:g}"),) if truth else ()
    pins = [TargetSource(pin.key, f"Implant the spectrum at {pin.place}") for pin, _ in pins_read(state)]
    return (*marked, *pins)


def target_of(state: AppState, key: int | None) -> TargetSpectrum | None:
    """The spectrum of a pin, as measured in the scene; None for no pin, or one that is gone."""
    if state.scene is None:
        return None
    wavelengths = state.scene.cube.wavelengths_nm
    targets = [
        TargetSpectrum(pin.place, wavelengths, read) for pin, read in pins_read(state) if pin.key == key
    ]
    return targets[0] if targets else None


@dataclass(frozen=True, eq=False)
class Train:
    """Train one method of a plan, save the model, and load it as any other.

    The file is whole or absent: a cancelled training leaves an earlier model there.

    Attributes:
        truth: marks the targets; None where `target` is implanted instead.
    """

    scene: Scene
    truth: Truth | None
    target: TargetSpectrum | None
    plan: TrainingPlan
    method: str

    @property
    def out(self) -> Path:
        return self.plan.file(self.method)

    def __call__(self, progress: Progress) -> Model:
        from hsi_uq_app.posterior.model_file import save_model
        from hsi_uq_app.workflow.train import train

        progress(0.0, "Starting the training")
        plan = self.plan
        trained = train(
            self.scene.cube,
            self.truth,
            target=self.target,
            base_rate=plan.base_rate if self.target else None,
            method=self.method,
            region=plan.region,
            sample=plan.sample,
            seed=plan.seed,
            options={"draws": plan.draws},
            progress=part(progress, 0.0, 0.99),
        )
        progress(0.99, f"Saving {self.out.name}")
        save_model(trained.posterior, self.out)
        return LoadModel(self.out)(progress)
