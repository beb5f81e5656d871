"""What a calibration is asked to do, and on which regions: three that share no pixel."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.labels import Region, Truth, parse_region
from hsi_uq_app.workflow.seen_region import training_region

if TYPE_CHECKING:
    from hsi_uq_app.calibration.calibrators.consistency import Noise
    from hsi_uq_app.calibration.calibrators.strength_search import Criterion
    from hsi_uq_app.workflow.own_network import ResultNetwork

Application = Literal["mean", "draw-by-draw"]
APPLICATIONS: dict[str, str] = {
    "mean": "applied to the mean over draws",
    "draw-by-draw": "applied draw by draw, then averaged",
}


@dataclass(frozen=True)
class Plan:
    """Where to fit and where to report, and what the analyst chose.

    Attributes:
        fit_region, report_region: in the grammar of `parse_region`.
        application: to the mean over draws, or to each draw; None: draw by draw where a calibrator looks
            inside the network, else to the mean.
        criterion: by which a noise strength is chosen; None: each calibrator's own.
        noise: the law of the noise on logits, gaussian or uniform; None: each calibrator's own.
        neighbours: perturbed neighbours of each pixel, where they are drawn; None: each calibrator's own.
        perturbation: what the network is run again on, see `calibration_sources.PERTURBATIONS`.
        alpha, delta: of the High-Confidence Set and of the conformal sets beside it.
    """

    fit_region: str
    report_region: str
    application: Application | None = None
    criterion: "Criterion | None" = None
    noise: "Noise | None" = None
    neighbours: int | None = None
    perturbation: str = "moderate"
    alpha: float = 0.2
    delta: float = 0.2

    @property
    def fit_choices(self) -> dict[str, object]:
        """What is handed to a calibrator's fit, by the names it has there."""
        return {"criterion": self.criterion, "noise": self.noise, "draws": self.neighbours}


def check_regions(result: QuantileMap, truth: Truth, plan: Plan, network: "ResultNetwork | None") -> None:
    """Refuse to report where the calibrator was fitted, and either where the model was trained.

    Raises:
        UserError: a region not understood or beyond the scene; two that share a pixel.
    """
    check_apart(result, plan)
    if training_region(result) and (network is None or network.trained_here(truth.known)):
        check_unseen(result, plan, network)


def check_apart(result: QuantileMap, plan: Plan) -> None:
    """Refuse to report where the calibrator was fitted."""
    fit, report = _both(result, plan)
    if fit.overlaps(report):
        raise UserError(
            f"the fit region {fit.text} and the report region {report.text} share pixels",
            "a calibrator must be judged where it was not fitted: choose regions apart",
        )


def check_unseen(result: QuantileMap, plan: Plan, network: "ResultNetwork | None" = None) -> None:
    """Refuse regions in which the model was trained, if it was trained on this scene."""
    trained = training_region(result)
    if trained is None:
        return
    for what, region in zip(("fit", "report"), _both(result, plan), strict=True):
        if region.overlaps(trained):
            other = "" if network else ", or name the model and its scene if it was trained on another one"
            raise UserError(
                f"the {what} region {region.text} overlaps the region {trained.text} that the model was "
                "trained on",
                f"choose a region the model never saw{other}",
            )


def _both(result: QuantileMap, plan: Plan) -> tuple[Region, Region]:
    fit, report = (
        parse_region(text, result.lines, result.samples) for text in (plan.fit_region, plan.report_region)
    )
    return fit, report
