"""Read what lies beside a simulated scene, and judge which of its discs were found."""

from dataclasses import dataclass

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.class_map import ClassMap, class_map_beside
from hsi_uq_app.scene.disc_truth import DiscTruth, disc_truth_beside
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.state import DiscFates, RestInputs, Result, Scene


@dataclass(frozen=True, eq=False)
class ReadMaterials:
    """The classification beside a scene, if there is one."""

    scene: Scene

    def __call__(self, progress: Progress) -> ClassMap | None:
        cube = self.scene.cube
        return class_map_beside(self.scene.path, cube.lines, cube.samples)


@dataclass(frozen=True, eq=False)
class ReadDiscs:
    """The discs beside a truth, if there are any."""

    truth: Truth

    def __call__(self, progress: Progress) -> DiscTruth | None:
        found = disc_truth_beside(self.truth.path)
        if found and found.ids.shape != self.truth.abundance.shape:
            raise UserError(
                f"the discs beside {self.truth.path.name} are of another scene's size",
                "simulate the scene again, or move them away",
            )
        return found


@dataclass(frozen=True, eq=False)
class JudgeDiscs:
    """Which discs a result found, and which lie in its target part."""

    result: Result
    truth: Truth
    discs: DiscTruth
    made_from: RestInputs

    def __call__(self, progress: Progress) -> DiscFates:
        from hsi_uq_app.workflow.discs_found import disc_fates

        asked = self.made_from
        alpha, delta = asked.thresholds.alpha_value, asked.thresholds.delta_value
        fates = disc_fates(self.result.quantiles, self.truth, self.discs, asked.region, alpha, delta)
        return DiscFates(asked, tuple(fates))
