"""Targets where there is no mask: a known spectrum, implanted in the scene's own backgrounds.

An implant is what a pixel b of the training region would look like if a share a of it were target t, brighter
or darker by a gain g (the replacement model of sub-pixel targets; Stocker and Schaum 1997):

    x = a g t + (1 - a) b,    a uniform on .05..1,    log g normal with standard deviation .5.

It is a target where a exceeds the label threshold, else background, as a mask's fringe is. Two standard
deviations of the gain lie between sun and cast shadow.

Nobody knows how common targets really are: the base rate is the user's word, and the passport says so. If it
is right, that share of the region's own pixels are targets. Called background they would teach the networks
to doubt every real target, so as many pixels, those with the highest ACE scores, are neither
(docs/decisions/0010-implanted-targets.md has the trials).
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.background import scores_of
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.posterior.region_survey import Survey, survey_region
from hsi_uq_app.posterior.sample_sizes import IMPLANTS
from hsi_uq_app.posterior.targets import Targets
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import DEFAULT_THRESHOLD
from hsi_uq_app.scene.matched_filter import AceDetector, fit_ace
from hsi_uq_app.scene.regions import Region
from hsi_uq_app.scene.target_spectrum import TargetSpectrum, at_bands

BASE_RATE = 1e-3
LEAST_ABUNDANCE = 0.05
GAIN_SPREAD = 0.5


@dataclass(frozen=True, eq=False)
class Implanting:
    """What to implant, how common targets are taken to be, and from which abundance on a pixel is one.

    Raises:
        UserError: a base rate or a threshold that is no share.
    """

    spectrum: TargetSpectrum
    base_rate: float = BASE_RATE
    threshold: float = DEFAULT_THRESHOLD

    def __post_init__(self) -> None:
        for name, share, most in (("base rate", self.base_rate, 0.5), ("threshold", self.threshold, 0.95)):
            if not 0 < share <= most:
                raise UserError(f"the {name} {share:g} is out of range", f"give a share up to {most:g}")


def implanted_targets(
    cube: Cube, how: Implanting, region: Region, rng: np.random.Generator, progress: Progress
) -> tuple[Survey, Targets]:
    """Survey the region, leave out what may be a target already, and implant targets in the rest.

    Bands in which the spectrum is not known are not used.

    Raises:
        UserError: nothing valid in the region, pixels all equal, a spectrum that does not fit the scene.
    """
    spectrum = at_bands(how.spectrum, cube)
    survey = survey_region(_where_known(cube, spectrum), None, region, rng, part(progress, 0, 0.5))
    spectrum = spectrum[survey.bands]
    ace = fit_ace(survey.spectra, spectrum[:, None])
    usable = len(survey.background)
    survey = _without_likely_targets(cube, survey, ace, how.base_rate, part(progress, 0.5, 1))
    implants, abundance = _implants(cube, survey, spectrum, rng)
    left_out = usable - len(survey.background)
    return survey, Targets(
        spectra=implants,
        labels=abundance > how.threshold,
        pixels=np.empty(0, np.intp),
        in_region=how.base_rate / (1 - how.base_rate) * len(survey.background),
        ace=ace,
        recipe={"target": _description(how.spectrum) | {"likely_targets_left_out": left_out}},
    )


def _where_known(cube: Cube, spectrum: npt.NDArray[np.float64]) -> Cube:
    """The cube with every band marked bad in which the spectrum is not known."""
    bad = ~np.isfinite(spectrum)
    if cube.header.bad_band_list is not None:
        bad |= cube.header.bad_band_list
    return replace(cube, header=replace(cube.header, bad_band_list=bad))


def _without_likely_targets(
    cube: Cube, survey: Survey, ace: AceDetector, base_rate: float, progress: Progress
) -> Survey:
    """The survey without the base rate's share of pixels, those that look most like targets."""
    scores = scores_of(cube, survey, ace, progress)
    likely = np.argsort(-scores, kind="stable")[: int(np.ceil(base_rate * len(scores)))]
    return replace(survey, background=np.delete(survey.background, likely))


def _implants(
    cube: Cube, survey: Survey, spectrum: npt.NDArray[np.float64], rng: np.random.Generator
) -> tuple[FloatArray, npt.NDArray[np.float64]]:
    """Implants (G, i) in pixels of the region's background, and their abundances (i,)."""
    few = len(survey.background) < IMPLANTS
    hosts = cube.pixels(rng.choice(survey.background, IMPLANTS, replace=few), survey.bands)
    abundance = rng.uniform(LEAST_ABUNDANCE, 1, IMPLANTS)
    gain = np.exp(rng.normal(0, GAIN_SPREAD, IMPLANTS))
    implants = spectrum[:, None] * (abundance * gain) + hosts * (1 - abundance)
    return implants.astype(np.float32), abundance


def _description(spectrum: TargetSpectrum) -> dict[str, object]:
    """What the passport tells of the implants: which spectrum by name and content, and how they were made."""
    return {
        "name": spectrum.name,
        "sha256": spectrum.digest(),
        "implants": IMPLANTS,
        "abundance": [LEAST_ABUNDANCE, 1.0],
        "gain_spread": GAIN_SPREAD,
    }
