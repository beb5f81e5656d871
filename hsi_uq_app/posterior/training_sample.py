"""What the networks learn from: all targets of the training region and a sample of its background.

The targets are those that a mask marks (targets.py), or implants of a known spectrum (implanted.py).
Targets are rare, so most background is left out, and what was left out is put back as an offset. Let s(x) be
the rate at which background that looks like x was kept (by its ACE score, so by x alone) and t the rate of
targets. The odds among the kept pixels are t/s(x) times the scene's, hence

    logit while training = net(x) + o(x),   o(x) = log t - log s(x) + log(base odds),
    logit of the scene   = net(x) + log(base odds),

which is exact for the log-likelihood; the constant keeps the last bias near 0.
Nothing outside the training region is ever read into the model.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from hsi_uq_app.posterior.background import SurveyedRegion, choose_background
from hsi_uq_app.posterior.implanted import Implanting, implanted_targets
from hsi_uq_app.posterior.kept_pixels import Kept, gather, keep
from hsi_uq_app.posterior.out_of_distribution import distance_999
from hsi_uq_app.posterior.passport import SampleKind, SampleRecord
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.posterior.region_survey import IndexArray, Survey
from hsi_uq_app.posterior.targets import Targets, marked_targets
from hsi_uq_app.posterior.whitening import Whitening, fit_whitening
from hsi_uq_app.progress import Progress, part, silent
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.matched_filter import AceDetector
from hsi_uq_app.scene.quantity import Quantity, guess_quantity
from hsi_uq_app.scene.regions import Region


@dataclass(frozen=True, eq=False)
class TrainingSample:
    """The kept pixels, ready for any method, and what the passport will say of them.

    Shapes: u (k, n) whitened components, labels (n,), offsets (n,) to add to the logit while training,
    weights (n,) how many pixels of the region each stands for, objects (n,) the number of the object a target
    pixel belongs to (pixels that touch are one), 0 for background; None where no mask tells. `recipe` is how
    implants were made, for the passport's configuration. `device` is where networks are trained on it.
    """

    u: FloatArray
    labels: npt.NDArray[np.bool_]
    offsets: FloatArray
    weights: FloatArray
    whitening: Whitening
    ace: AceDetector
    record: SampleRecord
    base_rate: float
    log_base_odds: float
    bands: int
    wavelengths_nm: tuple[float, ...] | None
    good_bands: tuple[int, ...]
    quantity: Quantity
    region: str
    label_threshold: float
    training_hash: str
    truth: Literal["mask", "implanted"] = "mask"
    whitened_distance_999: float | None = None
    recipe: Mapping[str, Any] = field(default_factory=dict)
    objects: npt.NDArray[np.intp] | None = None
    device: Literal["cpu", "cuda"] = "cpu"

    @property
    def components(self) -> int:
        return int(self.u.shape[0])


def draw_sample(
    cube: Cube,
    truth: Truth | Implanting,
    region: Region,
    kind: SampleKind = "stratified",
    *,
    components: int = 24,
    seed: int = 0,
    progress: Progress = silent,
) -> TrainingSample:
    """Survey the region, fit whitening and ACE on it, and keep the pixels to learn from.

    Args:
        truth: a mask, or what to implant where there is none.
        kind: "stratified" keeps background by ACE score, with an offset for each pixel; "random" keeps
            10,000 with one offset for all; "paper" keeps as many as there are targets and corrects nothing;
            "all" keeps everything.
        components: of the whitening, at most.
        seed: of every random choice.

    Raises:
        UserError: nothing valid in the region, too few targets, one class only, pixels all equal.
    """
    rng = np.random.default_rng(seed)
    survey, targets = _survey(cube, truth, region, rng, part(progress, 0, 0.45))
    whitening = fit_whitening(survey.spectra, components)
    surveyed = SurveyedRegion(cube, survey, targets.ace, targets.ace.score(targets.spectra))
    background = choose_background(kind, surveyed, rng, part(progress, 0.45, 0.9))
    kept = keep(targets, background)
    u, training_hash = gather(cube, survey, whitening, kept, part(progress, 0.9, 1))
    # Paper mode shows what happens without a correction.
    odds = 1.0 if kind == "paper" else targets.in_region / len(survey.background)
    wavelengths = cube.wavelengths_nm
    return TrainingSample(
        u=u,
        labels=kept.labels,
        offsets=np.zeros(len(kept.labels), np.float32) if kind == "paper" else kept.offsets(odds),
        weights=kept.weights,
        whitening=whitening,
        ace=targets.ace,
        record=_record(kind, survey, kept, background.strata),
        base_rate=targets.in_region / (targets.in_region + len(survey.background)),
        log_base_odds=float(np.log(odds)),
        bands=cube.bands,
        wavelengths_nm=None if wavelengths is None else tuple(map(float, wavelengths)),
        good_bands=tuple(map(int, survey.bands)),
        quantity=guess_quantity(cube.header, survey.spectra)[0],
        region=region.text,
        label_threshold=truth.threshold,
        training_hash=training_hash,
        truth="implanted" if targets.recipe else "mask",
        whitened_distance_999=distance_999(whitening(survey.spectra)),
        recipe=targets.recipe,
        objects=None if targets.recipe else _objects(cube, survey, kept.pixels),
    )


def _survey(
    cube: Cube, truth: Truth | Implanting, region: Region, rng: np.random.Generator, progress: Progress
) -> tuple[Survey, Targets]:
    if isinstance(truth, Implanting):
        return implanted_targets(cube, truth, region, rng, progress)
    return marked_targets(cube, truth, region, rng, progress)


def _objects(cube: Cube, survey: Survey, pixels: IndexArray) -> npt.NDArray[np.intp]:
    """Numbers (p,) of the pixels' objects: targets that touch along a side or a corner are one, 0 none."""
    mask = np.zeros(cube.lines * cube.samples, dtype=bool)
    mask[survey.targets] = True
    numbers, _ = ndimage.label(mask.reshape(cube.lines, cube.samples), structure=np.ones((3, 3)))
    objects: npt.NDArray[np.intp] = numbers.reshape(-1)[pixels].astype(np.intp)
    return objects


def _record(
    kind: SampleKind, survey: Survey, kept: Kept, strata: tuple[tuple[float, float], ...]
) -> SampleRecord:
    targets = int(np.count_nonzero(kept.labels))
    return SampleRecord(
        kind=kind,
        targets=targets,
        targets_in_region=len(survey.targets) or None,
        background=len(kept.labels) - targets,
        background_in_region=len(survey.background),
        high_score_share=strata[0][0] if strata else None,
        rest_rate=strata[-1][1] if strata else None,
        strata=strata,
    )
