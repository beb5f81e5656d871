"""Train one method, save the model, and load it as any other."""

from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.progress import Progress, part
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.target_spectrum import TargetSpectrum
from hsi_uq_app.session.requests.files import LoadModel
from hsi_uq_app.session.state import Model, Scene
from hsi_uq_app.session.training_plan import TrainingPlan


@dataclass(frozen=True, eq=False)
class Train:
    """One method of a plan. The file is whole or absent: a cancelled training leaves an earlier model there.

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
