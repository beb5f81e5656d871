"""What the networks learn from: all targets of the training region and a sample of its background.

Targets are rare, so most background is left out, and what was left out is put back as an offset. Let s(x) be
the rate at which background that looks like x was kept (by its ACE score, so by x alone) and t the rate of
targets. The odds among the kept pixels are t/s(x) times the scene's, hence

    logit while training = net(x) + o(x),   o(x) = log t - log s(x) + log(base odds),
    logit of the scene   = net(x) + log(base odds),

which is exact for the log-likelihood (suburb-notes 2.3; the constant keeps the last bias near 0).
Nothing outside the training region is ever read into the model.
"""

import hashlib
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from hsi_uq_app.posterior.background import Background, SurveyedRegion, choose_background, some
from hsi_uq_app.posterior.passport import SampleKind, SampleRecord
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.posterior.region_survey import IndexArray, Survey, survey_region
from hsi_uq_app.posterior.whitening import Whitening, fit_whitening
from hsi_uq_app.progress import Progress, part, silent
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.matched_filter import AceDetector, fit_ace
from hsi_uq_app.scene.quantity import Quantity, guess_quantity
from hsi_uq_app.scene.regions import Region

_MOST_TARGETS = 5000
_PIXELS_A_READ = 20_000


@dataclass(frozen=True, eq=False)
class TrainingSample:
    """The kept pixels, ready for any method, and what the passport will say of them.

    Shapes: u (k, n) whitened components, labels (n,), offsets (n,) to add to the logit while training,
    weights (n,) how many pixels of the region each stands for, objects (n,) the number of the object a target
    pixel belongs to (pixels that touch are one), 0 for background.
    """

    u: FloatArray
    labels: npt.NDArray[np.bool_]
    offsets: FloatArray
    weights: FloatArray
    objects: npt.NDArray[np.intp]
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

    @property
    def components(self) -> int:
        return int(self.u.shape[0])


def draw_sample(
    cube: Cube,
    truth: Truth,
    region: Region,
    kind: SampleKind = "stratified",
    *,
    components: int = 24,
    seed: int = 0,
    progress: Progress = silent,
) -> TrainingSample:
    """Survey the region, fit whitening and ACE on it, and keep the pixels to learn from.

    Args:
        kind: "stratified" keeps background by ACE score, with an offset for each pixel; "random" keeps
            10,000 with one offset for all; "paper" keeps as many as there are targets and corrects nothing;
            "all" keeps everything.
        components: of the whitening, at most.
        seed: of every choice made by chance.

    Raises:
        UserError: nothing valid in the region, too few targets, one class only, pixels all equal.
    """
    chance = np.random.default_rng(seed)
    survey = survey_region(cube, truth, region, chance, part(progress, 0, 0.45))
    whitening = fit_whitening(survey.spectra, components)
    targets = some(survey.targets, _MOST_TARGETS, chance)
    spectra = cube.pixels(targets, survey.bands)
    ace = _fit_ace(survey, spectra, truth.abundance.reshape(-1)[targets])
    surveyed = SurveyedRegion(cube, survey, ace, ace.score(spectra))
    background = choose_background(kind, surveyed, chance, part(progress, 0.45, 0.9))
    kept = _keep(survey, targets, background)
    u, training_hash = _whiten(cube, survey, whitening, kept, part(progress, 0.9, 1))
    # Paper mode shows what happens without a correction.
    odds = 1.0 if kind == "paper" else len(survey.targets) / len(survey.background)
    wavelengths = cube.wavelengths_nm
    return TrainingSample(
        u=u,
        labels=kept.labels,
        offsets=np.zeros(len(kept.labels), np.float32) if kind == "paper" else kept.offsets(odds),
        weights=kept.weights,
        objects=_objects(cube, survey, kept),
        whitening=whitening,
        ace=ace,
        record=_record(kind, survey, targets, background),
        base_rate=len(survey.targets) / (len(survey.targets) + len(survey.background)),
        log_base_odds=float(np.log(odds)),
        bands=cube.bands,
        wavelengths_nm=None if wavelengths is None else tuple(map(float, wavelengths)),
        good_bands=tuple(map(int, survey.bands)),
        quantity=guess_quantity(cube.header, survey.spectra)[0],
        region=region.text,
        label_threshold=truth.threshold,
        training_hash=training_hash,
    )


@dataclass(frozen=True, eq=False)
class _Kept:
    """The kept pixels in file order: indices, labels, s(x) of each, and the rate t of targets."""

    pixels: IndexArray
    labels: npt.NDArray[np.bool_]
    rates: npt.NDArray[np.float64]
    target_rate: float

    def offsets(self, odds: float) -> FloatArray:
        return (np.log(self.target_rate) - np.log(self.rates) + np.log(odds)).astype(np.float32)

    @property
    def weights(self) -> FloatArray:
        return (1 / np.where(self.labels, self.target_rate, self.rates)).astype(np.float32)


def _keep(survey: Survey, targets: IndexArray, background: Background) -> _Kept:
    pixels = np.concatenate([targets, background.pixels])
    order = np.argsort(pixels, kind="stable")
    return _Kept(
        pixels=pixels[order],
        labels=(np.arange(len(pixels)) < len(targets))[order],
        rates=np.concatenate([background.rates_at_targets, background.rates])[order],
        target_rate=len(targets) / len(survey.targets),
    )


def _fit_ace(survey: Survey, targets: FloatArray, abundance: FloatArray) -> AceDetector:
    """ACE for the purer half of the targets: a faint one's spectrum is mostly background."""
    pure = abundance >= abundance.max() / 2
    return fit_ace(survey.spectra[:, ~survey.spectra_are_targets], targets[:, pure])


def _whiten(
    cube: Cube, survey: Survey, whitening: Whitening, kept: _Kept, progress: Progress
) -> tuple[FloatArray, str]:
    """Components (k, n) of the kept pixels, and the hash of all that was learnt from."""
    digest = hashlib.sha256(np.ascontiguousarray(survey.spectra).data)
    digest.update(b"none" if cube.wavelengths_nm is None else np.asarray(cube.wavelengths_nm, "<f8").data)
    digest.update(np.asarray(survey.bands, "<i8").data)
    digest.update(np.packbits(kept.labels).data)
    u = []
    for first in range(0, len(kept.pixels), _PIXELS_A_READ):
        progress(first / len(kept.pixels), "gathering the training pixels")
        x = cube.pixels(kept.pixels[first : first + _PIXELS_A_READ], survey.bands)
        digest.update(np.ascontiguousarray(x, "<f4").data)
        u.append(whitening(x))
    return np.concatenate(u, axis=1), digest.hexdigest()


def _objects(cube: Cube, survey: Survey, kept: _Kept) -> npt.NDArray[np.intp]:
    """Numbers of the objects of the region's targets, which touch along a side or a corner."""
    mask = np.zeros(cube.lines * cube.samples, dtype=bool)
    mask[survey.targets] = True
    numbers, _ = ndimage.label(mask.reshape(cube.lines, cube.samples), structure=np.ones((3, 3)))
    objects: npt.NDArray[np.intp] = numbers.reshape(-1)[kept.pixels].astype(np.intp)
    return objects


def _record(kind: SampleKind, survey: Survey, targets: IndexArray, background: Background) -> SampleRecord:
    strata = background.strata
    return SampleRecord(
        kind=kind,
        targets=len(targets),
        targets_in_region=len(survey.targets),
        background=len(background.pixels),
        background_in_region=len(survey.background),
        high_score_share=strata[0][0] if strata else None,
        rest_rate=strata[-1][1] if strata else None,
        strata=strata,
    )
