"""Calibrate the shown result, and keep what came out as a result of its own."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.calibration import Calibrated, CalibrationInputs
from hsi_uq_app.session.requests.files import result_of
from hsi_uq_app.session.state import Model, Result, Scene

if TYPE_CHECKING:
    from hsi_uq_app.workflow.own_network import ResultNetwork

    pass


@dataclass(frozen=True, eq=False)
class OwnNetwork:
    """The result's own model and scene, where both are loaded."""

    model: Model | None = None
    scene: Scene | None = None

    def of(self, result: Result) -> "ResultNetwork | None":
        from hsi_uq_app.workflow.own_network import own_network

        if self.model is None or self.scene is None:
            return None
        return own_network(result.quantiles, self.model.posterior, self.scene.cube)


@dataclass(frozen=True, eq=False)
class Calibrate:
    """Fit one calibrator on a region and judge it on another."""

    result: Result
    truth: Truth
    asked: CalibrationInputs
    own: OwnNetwork = field(default_factory=OwnNetwork)

    def __call__(self, progress: Progress) -> Calibrated:
        from hsi_uq_app.workflow.calibrate import calibrate, names_of

        progress(0.0, "Calibrating")
        found = calibrate(
            self.result.quantiles,
            self.truth,
            names_of(self.asked.calibrator),
            self.asked.plan,
            network=self.own.of(self.result),
            progress=progress,
        )
        return Calibrated(self.asked, found)


@dataclass(frozen=True, eq=False)
class KeepCalibrated:
    """Write the calibrated map and open it."""

    result: Result
    calibrated: Calibrated
    out: Path
    own: OwnNetwork = field(default_factory=OwnNetwork)

    def __call__(self, progress: Progress) -> Result:
        from hsi_uq_app.workflow.calibrated_map import write_calibrated

        progress(0.0, f"Writing {self.out.name}")
        write_calibrated(
            self.result.quantiles,
            self.calibrated.row,
            self.calibrated.made_from.plan,
            self.out,
            network=self.own.of(self.result),
            progress=part(progress, 0.0, 0.95),
        )
        return result_of(open_quantile_map(self.out), part(progress, 0.95, 1.0))
