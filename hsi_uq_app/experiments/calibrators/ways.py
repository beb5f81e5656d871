"""What is compared: calibrators and how each is applied, methods, losses, and the sizes of a run."""

from dataclasses import dataclass, field, replace
from typing import Any

from hsi_uq_app.calibration.calibrators.strength_search import Criterion
from hsi_uq_app.experiments.suburb_trial import QUICK as SMALL
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.suburb.config import PRESETS
from hsi_uq_app.workflow.calibration_plan import Application, Plan

AS_PREDICTED = "as predicted"
PAPERS = "CC, strength by ECE"
RECOMMENDED = "CC, strength by NLL"
LABEL_FREE = "CC without labels"
RIVALS = ("TS", "ETS", "PTS", "CTS", "GC")


@dataclass(frozen=True)
class Way:
    """A calibrator by name, and the choices a plan leaves open."""

    calibrator: str
    criterion: Criterion | None = None
    application: Application | None = None
    perturbation: str = "moderate"

    def plan(self, fit_region: str, report_region: str, neighbours: int) -> Plan:
        """So many neighbours; of the logits, whose neighbours cost little, ten times as many."""
        many = {"cc-monte-carlo": 10 * neighbours, "cc-inputs": neighbours, "cc-label-free": neighbours}
        return Plan(
            fit_region,
            report_region,
            self.application,
            self.criterion,
            neighbours=many.get(self.calibrator),
            perturbation=self.perturbation,
        )


WAYS: dict[str, Way] = {
    "TS": Way("temperature"),
    "ETS": Way("ets"),
    "PTS": Way("pts"),
    "CTS": Way("cts"),
    "GC": Way("gc"),
    "Platt": Way("platt"),
    "isotonic": Way("isotonic"),
    "prior shift": Way("prior-shift"),
    RECOMMENDED: Way("cc"),
    PAPERS: Way("cc", "ece"),
    "CC, drawn": Way("cc-monte-carlo"),
    "CC at the features": Way("cc-features"),
    "CC at the inputs": Way("cc-inputs"),
    LABEL_FREE: Way("cc-label-free", perturbation="weak"),
    "TS, draw by draw": Way("temperature", application="draw-by-draw"),
    "CC, draw by draw": Way("cc", application="draw-by-draw"),
}
"""The features go draw by draw by themselves; everything else is applied to the mean unless it says so."""

LOSS_WAYS = ("TS", "Platt", RECOMMENDED, PAPERS)
LOSS_NAMES = {
    "log": "log loss",
    "brier": "Brier",
    "mmce": "MMCE",
    "label-smoothing": "LS-.05",
    "focal": "FL-3",
    "focal-sample-dependent": "FLSD-53",
}


@dataclass(frozen=True)
class RunSize:
    """How large a run is: changes to the suburb, seeds, options of all methods and of some.

    `neighbours` of each pixel; `fit_pixels` of calibrators that look at each many times; `curve_pixels` of
    the report region are enough for a curve.
    """

    suburb: dict[str, Any]
    seeds: int
    options: dict[str, Any]
    neighbours: int
    fit_pixels: int
    curve_pixels: int
    strengths: tuple[float, ...]
    of_method: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def fit_region_pixels(self) -> int:
        """Pixels of the fit region, truth known or not."""
        scene = replace(PRESETS["half"], **self.suburb)
        return parse_region(regions(scene.lines, scene.samples)[0], scene.lines, scene.samples).size

    def options_of(self, method: str) -> dict[str, Any]:
        return self.options | self.of_method.get(method, {})


FULL = RunSize({}, 5, {}, 100, 10_000, 10_000, (0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0))
QUICK = RunSize(
    SMALL,
    1,
    {"draws": 20},
    20,
    4_000,
    4_000,
    (0.5, 1.0, 2.0, 4.0, 8.0),
    {"hmc": {"warmup": 20, "kept": 20}},
)
LOGIT_STRENGTHS = (0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0)
FEATURE_STRENGTHS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0)


def regions(lines: int, samples: int) -> tuple[str, str]:
    """The top third of the right half to fit on, its lower 60 % to report on; a guard strip between."""
    right = f"samples={samples // 2}:{samples}"
    return f"lines=0:{lines // 3},{right}", f"lines={2 * lines // 5}:{lines},{right}"
