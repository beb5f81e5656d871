"""Compare: results side by side (Ries et al. 2023, table I), and what a large set alone is worth."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.special import entr

from hsi_uq_app.confidence.high_confidence_set import BACKGROUND
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.workflow.evaluate import Asked, Evaluation, evaluation_of
from hsi_uq_app.workflow.evaluated_pixels import evaluated_pixels
from hsi_uq_app.workflow.set_errors import SetErrors, set_errors

ALL_BACKGROUND = "all background"


def compare(
    results: Sequence[QuantileMap],
    truth: Truth,
    region: str = "all",
    alpha: float = 0.2,
    delta: float = 0.2,
    progress: Progress = silent,
) -> list[Evaluation]:
    """Evaluate every result on the same pixels; the last row calls everything background.

    The candidates of every row are those of the first result's matched filter.

    Raises:
        UserError: no result, results of different sizes, and what `evaluate` raises.
    """
    if not results:
        raise UserError("nothing to compare", "name at least one result")
    cut = [evaluated_pixels(result, truth, region, alpha, delta) for result in results]
    if len({pixels.labels.size for pixels in cut}) > 1:
        raise UserError("the results were not evaluated on the same pixels", "predict them on the same scene")
    candidates, asked = cut[0].candidates(), Asked(region, alpha, delta, truth.threshold)
    rows = []
    for number, (result, pixels) in enumerate(zip(results, cut, strict=True)):
        progress(number / len(results), f"Evaluating {result.passport.method}")
        rows.append(evaluation_of(result, pixels, candidates, asked))
    nothing = replace(
        cut[0], classes=np.full_like(cut[0].classes, BACKGROUND), width=np.zeros_like(cut[0].width)
    )
    blind = set_errors(nothing, np.ones(nothing.labels.size, bool)), set_errors(nothing, candidates)
    return [*rows, _all_background(rows[0], *blind)]


def _all_background(like: Evaluation, scene: SetErrors, candidates: SetErrors) -> Evaluation:
    """What a predictor that always says the base rate would score; figures it cannot have are None."""
    undefined = dict.fromkeys(like.pd_at_far)
    entropy = float(entr(like.base_rate) + entr(1 - like.base_rate))
    return replace(
        like,
        method=ALL_BACKGROUND,
        hcs=scene,
        candidates=candidates,
        mean_width=0.0,
        mean_width_on_targets=0.0 if like.n_positive else None,
        mean_over_base_rate=1.0 if like.n_positive else None,
        ece_top_label=0.0,
        ece_positive=0.0,
        nll=entropy,
        brier=like.base_rate * (1 - like.base_rate),
        nll_skill=0.0 if like.nll_skill is not None else None,
        brier_skill=0.0 if like.brier_skill is not None else None,
        auc=0.5 if like.auc is not None else None,
        seen="",
        ap=like.base_rate if like.ap is not None else None,
        pd_at_far=dict(undefined),
        pd_at_far_interval=dict(undefined),
    )
