"""Evaluate: what a result is worth where the truth is known."""

from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels, evaluated_pixels
from hsi_uq_app.workflow.not_evaluated import NOTHING_LOST, NotEvaluated
from hsi_uq_app.workflow.seen_region import seen_note
from hsi_uq_app.workflow.set_errors import SetErrors, set_errors


@dataclass(frozen=True)
class Evaluation:
    """One result against the truth of one region. What is undefined (one class only) is None.

    `seen` says which share of the region the model was trained on, "" if none; `missing` counts the pixels
    of the region that no figure here speaks of.
    """

    method: str
    region: str
    alpha: float
    delta: float
    label_threshold: float
    n: int
    n_positive: int
    base_rate: float
    hcs: SetErrors
    candidates: SetErrors
    mean_width: float
    mean_width_on_targets: float | None
    mean_over_base_rate: float | None
    ece_top_label: float
    ece_top_label_floor: float
    ece_positive: float
    ece_positive_floor: float
    nll: float
    brier: float
    nll_skill: float | None
    brier_skill: float | None
    auc: float | None
    ap: float | None
    pd_at_far: dict[str, float | None]
    pd_at_far_interval: dict[str, tuple[float, float] | None]
    ace_auc: float | None
    ace_pd_at_far: dict[str, float | None]
    seen: str = ""
    missing: NotEvaluated = NOTHING_LOST

    def document(self) -> dict[str, object]:
        """The `--json` document, whose keys scripts rely on."""
        document = asdict(self)
        document["hcs"] = self.hcs.document() | {"candidates": self.candidates.document()}
        document["candidates"] = self.candidates.document()
        del document["missing"]
        document |= {"not_evaluated": self.missing.pixels, "targets_not_evaluated": self.missing.targets}
        return document


@dataclass(frozen=True)
class Asked:
    """Where pixels were cut, and by which thresholds."""

    region: str
    alpha: float
    delta: float
    label_threshold: float


def evaluate(
    result: QuantileMap, truth: Truth, region: str = "all", alpha: float = 0.2, delta: float = 0.2
) -> Evaluation:
    """Score one result where the truth is known.

    Raises:
        UserError: truth of another size, alpha or delta out of range, nothing to score in the region.
    """
    pixels = evaluated_pixels(result, truth, region, alpha, delta)
    return evaluation_of(result, pixels, pixels.candidates(), Asked(region, alpha, delta, truth.threshold))


def evaluation_of(
    result: QuantileMap, pixels: EvaluatedPixels, candidates: npt.NDArray[np.bool_], asked: Asked
) -> Evaluation:
    """Score the pixels that were cut from a result; candidates (n,) are those where a target could be."""
    from hsi_uq_app.calibration.metrics import metrics_of

    found = metrics_of(pixels.probability, pixels.labels, pixels.mean_logit)
    baseline = metrics_of(np.clip(pixels.ace, 0, 1), pixels.labels, pixels.ace)
    targets = pixels.width[pixels.labels]
    return Evaluation(
        method=result.passport.method,
        region=asked.region,
        alpha=asked.alpha,
        delta=asked.delta,
        label_threshold=asked.label_threshold,
        n=found.n,
        n_positive=found.n_positive,
        base_rate=found.base_rate,
        hcs=set_errors(pixels, np.ones(found.n, bool)),
        candidates=set_errors(pixels, candidates),
        mean_width=float(pixels.width.mean(dtype=np.float64)),
        mean_width_on_targets=float(targets.mean(dtype=np.float64)) if targets.size else None,
        mean_over_base_rate=found.mean_over_base_rate,
        ece_top_label=found.ece_top_label,
        ece_top_label_floor=found.ece_top_label_floor,
        ece_positive=found.ece_positive,
        ece_positive_floor=found.ece_positive_floor,
        nll=found.nll,
        brier=found.brier,
        nll_skill=found.nll_skill,
        brier_skill=found.brier_skill,
        auc=found.auc,
        ap=found.ap,
        pd_at_far={_far(rate): d.detected if d else None for rate, d in found.detection_rates.items()},
        pd_at_far_interval={
            _far(rate): (d.lower, d.upper) if d else None for rate, d in found.detection_rates.items()
        },
        ace_auc=baseline.auc,
        ace_pd_at_far={_far(rate): d.detected if d else None for rate, d in baseline.detection_rates.items()},
        seen=seen_note(result, asked.region),
        missing=pixels.missing,
    )


def _far(rate: float) -> str:
    """1e-3, as people write it."""
    return f"{rate:.0e}".replace("e-0", "e-")
