"""Reliability of the shown result: its curve in a region, as predicted or calibrated, and the lit bins."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.session.calibration import Calibrated, shown_calibration
from hsi_uq_app.session.derived import Derivation, Key
from hsi_uq_app.session.results import Result
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.spectra import FRAMED, Group, ReadGroup
from hsi_uq_app.session.state import AppState, Transition, with_view
from hsi_uq_app.session.view import Kind, Spacing
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels, evaluated_pixels

if TYPE_CHECKING:
    from hsi_uq_app.calibration.isotonic_curve import IsotonicCurve
    from hsi_uq_app.calibration.metrics import Metrics
    from hsi_uq_app.calibration.reliability import ReliabilityCurve

_SAYING = "Comparing with the truth"


@dataclass(frozen=True, eq=False)
class Reliability:
    """A reliability curve with what must stand beside it.

    Attributes:
        region: the pixels' region, in words.
        pixels: flat indices (n,) of the evaluated pixels, rising, in the order of `bins`.
        bins: (n,) the bin of each.
        scores: the figures that must stand beside an ECE.
        before, scores_before: the same as predicted, where the curve is calibrated.
        isotonic: laid over the points where it is asked for.
    """

    region: str
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


@dataclass(frozen=True, eq=False)
class CompareWithTruth:
    """The reliability curve of a result in a region, with the figures that must stand beside it.

    With a calibration: the curve of its probabilities, and the one as predicted.
    """

    result: Result
    truth: Truth
    region: str
    kind: Kind
    spacing: Spacing
    isotonic: bool = False
    calibrated: Calibrated | None = None

    def __call__(self, progress: Progress) -> Reliability:
        from hsi_uq_app.calibration.metrics import metrics_of
        from hsi_uq_app.calibration.reliability import bin_of

        pixels, made = self._pixels(), self.calibrated
        p = made.probability if made else pixels.probability
        progress(0.3, _SAYING)
        curve = self._curve(p, pixels)
        progress(0.5, _SAYING)
        as_predicted = metrics_of(pixels.probability, pixels.labels, pixels.mean_logit)
        progress(0.7, _SAYING)
        return Reliability(
            region=self.region,
            curve=curve,
            pixels=pixels.places,
            bins=bin_of(curve, p),
            scores=metrics_of(p, pixels.labels) if made else as_predicted,
            before=self._curve(pixels.probability, pixels) if made else None,
            scores_before=as_predicted if made else None,
            isotonic=self._isotonic(p, pixels) if self.isotonic else None,
        )

    def _pixels(self) -> EvaluatedPixels:
        if self.calibrated:
            return self.calibrated.calibration.pixels
        return evaluated_pixels(self.result.quantiles, self.truth, self.region, 0.2, 0.2)

    def _curve(self, p: npt.NDArray[Any], pixels: EvaluatedPixels) -> "ReliabilityCurve":
        from hsi_uq_app.calibration.reliability import reliability_curve

        return reliability_curve(p, pixels.labels, kind=self.kind, spacing=self.spacing)

    def _isotonic(self, p: npt.NDArray[Any], pixels: EvaluatedPixels) -> "IsotonicCurve":
        from hsi_uq_app.calibration.isotonic_curve import isotonic_with_band

        return isotonic_with_band(p, pixels.labels, self.kind)


def reliability_key(state: AppState) -> Key | None:
    """What the curve is made from; None without result or truth."""
    if state.result is None or state.truth is None:
        return None
    view = state.view
    chosen = (view.region, view.curve_kind, view.curve_spacing, view.isotonic)
    return state.result, state.truth, *chosen, shown_calibration(state)


RELIABILITY: Derivation[Reliability] = Derivation(
    "reliability", reliability_key, CompareWithTruth, quiet=False
)


def bins_lit(bins: tuple[int, ...]) -> Transition:
    """The pixels of these bins of the reliability diagram are lit."""
    return lambda state: with_view(state, lit=tuple(bins))


def curve_chosen(**changes: str) -> Transition:
    """Another `curve_kind` or `curve_spacing`; the lit bins were those of the curve before."""
    return lambda state: with_view(state, lit=(), **changes)


def isotonic_shown(shown: bool) -> Transition:
    """The isotonic curve lies over the points, or no longer."""
    return lambda state: with_view(state, isotonic=shown)


def lit_pixels(state: AppState) -> npt.NDArray[np.intp] | None:
    """Flat indices of the lit pixels; None while none are lit."""
    curve = RELIABILITY.of(state)
    return curve.pixels_in(state.view.lit) if curve and state.view.lit else None


def read_lit(scene: Scene, curve: Reliability, lit: tuple[int, ...]) -> ReadGroup:
    """The spectra of the lit pixels."""
    name = f"bin {lit[0] + 1}" if len(lit) == 1 else f"{len(lit)} bins"
    return ReadGroup(scene, name, curve.pixels_in(lit))


def _lit_key(state: AppState) -> Key | None:
    """None without lit pixels."""
    pixels = lit_pixels(state)
    if state.scene is None or pixels is None or not pixels.size:
        return None
    return state.scene, RELIABILITY.of(state), state.view.lit


LIT_GROUP: Derivation[Group] = Derivation("lit group", _lit_key, read_lit, quiet=False)


def shown_group(state: AppState) -> Group | None:
    """Mean and range of the lit pixels, or else of the framed region, once read."""
    is_lit = bool(state.view.lit) and RELIABILITY.of(state) is not None
    return LIT_GROUP.of(state) if is_lit else FRAMED.of(state)


def pointed_bins(state: AppState) -> tuple[int, ...]:
    """The bins of the curve that hold the pixel clicked last, or else pixels of the framed region."""
    curve, scene, view = RELIABILITY.of(state), state.scene, state.view
    if curve is None or scene is None:
        return ()
    cube = scene.cube
    if view.framed:
        return curve.bins_of(np.flatnonzero(view.framed.mask(cube.lines, cube.samples)))
    if view.clicked is None:
        return ()
    return curve.bins_of(np.array([view.clicked[0] * cube.samples + view.clicked[1]]))
