"""Which background of the training region is kept, and at what rate: one function a kind of sample."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.passport import SampleKind
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.posterior.region_survey import IndexArray, Survey, chunks
from hsi_uq_app.posterior.sample_sizes import RANDOM_BACKGROUND
from hsi_uq_app.posterior.strata import stratify
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.matched_filter import AceDetector


@dataclass(frozen=True, eq=False)
class SurveyedRegion:
    """A region while its background is being chosen; target_scores (t,) are the kept targets' ACE scores."""

    cube: Cube
    survey: Survey
    ace: AceDetector
    target_scores: FloatArray


@dataclass(frozen=True, eq=False)
class Background:
    """Kept pixels, rising; s(x) for them and for the targets; (share, rate) of each stratum, best first."""

    pixels: IndexArray
    rates: npt.NDArray[np.float64]
    rates_at_targets: npt.NDArray[np.float64]
    strata: tuple[tuple[float, float], ...] = ()


def choose_background(
    kind: SampleKind, region: SurveyedRegion, rng: np.random.Generator, progress: Progress
) -> Background:
    """The background of a sample of that kind."""
    return _KINDS[kind](region, rng, progress)


def some(pixels: IndexArray, most: int, rng: np.random.Generator) -> IndexArray:
    """At most so many of the pixels, at random, rising."""
    return pixels if len(pixels) <= most else np.sort(rng.choice(pixels, most, replace=False))


def _stratified(region: SurveyedRegion, rng: np.random.Generator, progress: Progress) -> Background:
    """All background that looks like a target and a little of the rest; a second pass over the lines."""
    scores = scores_of(region.cube, region.survey, region.ace, progress)
    strata = stratify(scores, rng)
    return Background(
        pixels=region.survey.background[strata.kept],
        rates=strata.rate(scores[strata.kept]),
        rates_at_targets=strata.rate(region.target_scores),
        strata=tuple(zip(strata.shares, strata.rates, strict=True)),
    )


def _random(region: SurveyedRegion, rng: np.random.Generator, _progress: Progress) -> Background:
    return _at_random(region, RANDOM_BACKGROUND, rng)


def _as_many_as_targets(region: SurveyedRegion, rng: np.random.Generator, _progress: Progress) -> Background:
    return _at_random(region, len(region.target_scores), rng)


def _everything(region: SurveyedRegion, rng: np.random.Generator, _progress: Progress) -> Background:
    return _at_random(region, len(region.survey.background), rng)


_KINDS: dict[SampleKind, Callable[[SurveyedRegion, np.random.Generator, Progress], Background]] = {
    "stratified": _stratified,
    "random": _random,
    "paper": _as_many_as_targets,
    "all": _everything,
}


def _at_random(region: SurveyedRegion, most: int, rng: np.random.Generator) -> Background:
    """So many pixels of the background, each with the same probability."""
    pixels = some(region.survey.background, most, rng)
    rate = len(pixels) / len(region.survey.background)
    return Background(pixels, np.full(len(pixels), rate), np.full(len(region.target_scores), rate))


def scores_of(cube: Cube, survey: Survey, ace: AceDetector, progress: Progress) -> FloatArray:
    """ACE scores (n0,) of all background of a region."""
    wanted = np.zeros(cube.lines * cube.samples, dtype=bool)
    wanted[survey.background] = True
    read = chunks(cube, wanted.reshape(cube.lines, cube.samples), survey.bands, progress)
    return np.concatenate([ace.score(x) for _, x in read])
