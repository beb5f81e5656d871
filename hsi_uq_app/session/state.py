"""Everything the window shows, as one value. Changed only by `Session.apply`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.high_confidence_set import SetCounts
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.scene.class_map import ClassMap
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.disc_truth import DiscTruth
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.regions import Region
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.scene.spectral_match import Match, SensorSpectrum
from hsi_uq_app.session.calibration import Calibrated, CalibrationInputs
from hsi_uq_app.session.comparison import Agreement, Comparison
from hsi_uq_app.session.thresholds import Thresholds
from hsi_uq_app.session.view import Kind, Pixel, Spacing, View
from hsi_uq_app.workflow.set_errors import SetErrors

if TYPE_CHECKING:
    from hsi_uq_app.calibration.isotonic_curve import IsotonicCurve
    from hsi_uq_app.calibration.metrics import Metrics
    from hsi_uq_app.calibration.reliability import ReliabilityCurve
    from hsi_uq_app.posterior.posterior import Posterior
    from hsi_uq_app.workflow.discs_found import DiscFate

Spectrum = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Scene:
    """An opened cube and the hash of its content, by which results are told apart."""

    path: Path
    cube: Cube
    fingerprint: str


@dataclass(frozen=True, eq=False)
class Model:
    """A loaded model; the digest is the hash of its file."""

    path: Path
    posterior: "Posterior"
    digest: str

    @property
    def label(self) -> str:
        return f"{self.posterior.passport.method}, {self.posterior.draws} draws · {self.path.stem}"


@dataclass(frozen=True, eq=False)
class Result:
    """A quantile map on the disk, and the three maps that do not change with alpha or delta.

    Attributes:
        probability, ace: (lines, samples) uint8 as `maps.Scale` codes them, 0 = no data.
        ace_range: the scores that codes 1 and 255 stand for.
    """

    path: Path
    quantiles: QuantileMap
    probability: Bytes
    ace: Bytes
    ace_range: tuple[float, float]

    @property
    def fingerprint(self) -> str:
        """The scene it was made from, or "" when the file does not say."""
        return str(self.quantiles.provenance.get("cube", ""))

    @property
    def label(self) -> str:
        passport = self.quantiles.passport
        calibrator = f", {passport.calibrator.get('name')}" if passport.calibrator else ""
        return f"{passport.method}, {self.quantiles.draws} draws{calibrator} · {self.path.stem}"


@dataclass(frozen=True)
class Sight:
    """The part of the scene on the screen, and how many screen pixels show one of the scene."""

    region: Region
    scale: float


@dataclass(frozen=True, eq=False)
class Composite:
    """A picture (lines / step, samples / step, 3) uint8 of a scene, and what it was made from.

    `ends`: the values of each band that became black and white.
    """

    scene: Scene
    bands: tuple[int, ...]
    picture: Bytes
    step: int
    ends: tuple[tuple[float, float], ...]


@dataclass(frozen=True, eq=False)
class Detail:
    """What is in sight of a decimated composite, finer."""

    composite: Composite
    sight: Region
    picture: Bytes
    step: int


@dataclass(frozen=True)
class RestInputs:
    """What the figures at rest were made from."""

    result: Path
    thresholds: Thresholds
    truth: Path | None
    region: str


@dataclass(frozen=True, eq=False)
class RestFigures:
    """What is too slow for each frame and is counted when the sliders rest; errors where truth is known.

    `classes`: the set of every pixel, where the sliders work on a thinned map; else None.
    """

    made_from: RestInputs
    counts: SetCounts
    detections: int
    errors: SetErrors | None
    classes: Bytes | None = None


@dataclass(frozen=True)
class DiscFates:
    """What became of the discs of a simulated scene, counted at rest too."""

    made_from: RestInputs
    fates: tuple["DiscFate", ...]


@dataclass(frozen=True)
class ReliabilityInputs:
    """What a reliability curve was made from."""

    result: Path
    truth: Path
    region: str
    kind: Kind
    spacing: Spacing
    isotonic: bool = False
    calibration: CalibrationInputs | None = None


@dataclass(frozen=True, eq=False)
class Reliability:
    """A reliability curve with what must stand beside it.

    Attributes:
        pixels: flat indices (n,) of the evaluated pixels, rising, in the order of `bins`.
        bins: (n,) the bin of each.
        scores: the figures that must stand beside an ECE.
        before, scores_before: the same as predicted, where the curve is calibrated.
        isotonic: laid over the points where it is asked for.
    """

    made_from: ReliabilityInputs
    curve: "ReliabilityCurve"
    pixels: npt.NDArray[np.intp]
    bins: npt.NDArray[np.intp]
    scores: "Metrics"
    before: "ReliabilityCurve | None" = None
    scores_before: "Metrics | None" = None
    isotonic: "IsotonicCurve | None" = None

    def pixels_in(self, bins: tuple[int, ...]) -> npt.NDArray[np.intp]:
        """Flat indices of the evaluated pixels in these bins."""
        return self.pixels[np.isin(self.bins, bins)]

    def bins_of(self, places: npt.NDArray[np.intp]) -> tuple[int, ...]:
        """The bins that hold any of these pixels, named by flat indices (m,)."""
        at = np.minimum(np.searchsorted(self.pixels, places), self.pixels.size - 1)
        return tuple(np.unique(self.bins[at[self.pixels[at] == places]]).tolist())


@dataclass(frozen=True)
class GroupInputs:
    """Which pixels a group spectrum is of: lit bins of a curve, or else a framed region."""

    name: str
    framed: Region | None
    lit: tuple[int, ...]
    curve: ReliabilityInputs | None


@dataclass(frozen=True, eq=False)
class Group:
    """Many spectra as one: mean and range (bands,), of `pixels` pixels."""

    made_from: GroupInputs
    pixels: int
    mean: Spectrum
    lower: Spectrum
    upper: Spectrum


@dataclass(frozen=True, eq=False)
class SceneLibrary:
    """A spectral library as the scene's sensor would have measured it; `spectra` in the library's order."""

    library: Library
    scene: Scene
    spectra: tuple[SensorSpectrum, ...]


@dataclass(frozen=True, eq=False)
class Matches:
    """A library's spectra by their spectral angle to a pixel, the best first."""

    library: SceneLibrary
    pixel: Pixel
    rows: tuple[Match, ...]


@dataclass(frozen=True, eq=False)
class AppState:
    """The scene, its truth, models and results, which of them are chosen, and how they are looked at."""

    scene: Scene | None = None
    composite: Composite | None = None
    sight: Sight | None = None
    detail: Detail | None = None
    truth: Truth | None = None
    models: tuple[Model, ...] = ()
    model: Path | None = None
    results: tuple[Result, ...] = ()
    result: Path | None = None
    rest: RestFigures | None = None
    materials: ClassMap | None = None
    discs: DiscTruth | None = None
    fates: DiscFates | None = None
    comparing: bool = False
    comparison: Comparison | None = None
    agreement: Agreement | None = None
    calibrated: Calibrated | None = None
    reliability: Reliability | None = None
    spectra: Mapping[int, Spectrum] = field(default_factory=dict)
    group: Group | None = None
    clicked_spectrum: tuple[Pixel, Spectrum] | None = None
    library: Library | None = None
    at_sensor: SceneLibrary | None = None
    matches: Matches | None = None
    cursor: Pixel | None = None
    running: tuple[str, ...] = ()
    view: View = field(default_factory=View)
