"""What a calibrator is shown of a result: the mean over draws, or each draw, and how it is then applied."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Perturbed, Values
from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.table import draw_by_draw
from hsi_uq_app.calibration.checks import Bools, Floats
from hsi_uq_app.calibration.posterior_input import draw_inputs, mean_logits, pooled, some_draws
from hsi_uq_app.calibration.spectral_perturbation import MODERATE, STRONG, WEAK, Kind, perturbed_runs
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.progress import Progress
from hsi_uq_app.workflow.calibration_plan import Plan
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels
from hsi_uq_app.workflow.own_network import ResultNetwork

PERTURBATIONS: dict[str, tuple[Kind, ...]] = {"weak": WEAK, "moderate": MODERATE, "strong": STRONG}

FIT_DRAWS, FIT_ROWS = 10, 1_000_000
"""Draws whose pixels are pooled to fit one calibrator for all of them; fewer where that is so many rows."""

DRAWS_RUN_AGAIN = 10
"""Draws whose mean decides the predicted class of a perturbed spectrum."""

UNITS_APART = (
    "The draws are networks of their own, whose hidden units do not correspond: what is found in "
    "the features of several together is little more than chance."
)
_CHUNK = 20_000


class Source(Protocol):
    """One way of showing a result to a calibrator."""

    def fitting(self, pixels: EvaluatedPixels) -> tuple[CalibrationInput, Bools]:
        """CalibrationInput to fit on, and a label for each of its rows."""

    def notes(self, kind: type[Calibrator]) -> tuple[str, ...]:
        """What the way of showing means for a calibrator."""

    def applied(self, calibrator: Calibrator, pixels: EvaluatedPixels, progress: Progress) -> Values:
        """Calibrated probabilities of the pixels (n,)."""


@dataclass(frozen=True, eq=False)
class MeanSource:
    """The logit of the mean probability; with the network, also its mean on perturbed spectra."""

    network: ResultNetwork | None
    kinds: tuple[Kind, ...]

    def fitting(self, pixels: EvaluatedPixels) -> tuple[CalibrationInput, Bools]:
        return self._input(pixels), pixels.labels

    def notes(self, kind: type[Calibrator]) -> tuple[str, ...]:
        return ()

    def applied(self, calibrator: Calibrator, pixels: EvaluatedPixels, progress: Progress) -> Values:
        if calibrator.maps_logits():
            return calibrator(self._input(pixels))
        parts = []
        for done, chunk in _chunks(pixels):
            progress(done, "running the network again")
            parts.append(calibrator(self._input(chunk)))
        return np.concatenate(parts)

    def _input(self, pixels: EvaluatedPixels) -> CalibrationInput:
        return CalibrationInput(pixels.mean_logit, perturbed=self._runs_again(pixels))

    def _runs_again(self, pixels: EvaluatedPixels) -> Perturbed | None:
        """The spectra are read at the first run, since few calibrators ask for one."""
        network = self.network
        if network is None:
            return None

        @cache
        def runs() -> Perturbed:
            few = some_draws(network.posterior, DRAWS_RUN_AGAIN)

            def forward(spectra: FloatArray) -> Floats:
                return mean_logits(few, spectra)

            return perturbed_runs(forward, network.spectra(pixels.places), self.kinds)

        def run(strength: float, seed: int) -> Floats:
            return runs()(strength, seed)

        return run


@dataclass(frozen=True, eq=False)
class DrawSource:
    """Each draw by itself; one calibrator serves them all, and the mean is taken afterwards."""

    network: ResultNetwork

    def fitting(self, pixels: EvaluatedPixels) -> tuple[CalibrationInput, Bools]:
        most = min(FIT_DRAWS, max(1, FIT_ROWS // pixels.labels.size))
        few = some_draws(self.network.posterior, most)
        given = pooled(draw_inputs(few, self.network.spectra(pixels.places)))
        return given, np.tile(pixels.labels, few.draws)

    def notes(self, kind: type[Calibrator]) -> tuple[str, ...]:
        shared = f"One calibrator for all draws, fitted to {FIT_DRAWS} of them at most."
        method = METHODS.get(self.network.posterior.passport.method)
        apart = "features" in kind.needs and not (method and method.one_network)
        return (shared, UNITS_APART) if apart else (shared,)

    def applied(self, calibrator: Calibrator, pixels: EvaluatedPixels, progress: Progress) -> Values:
        parts = []
        for done, chunk in _chunks(pixels):
            draws = draw_inputs(self.network.posterior, self.network.spectra(chunk.places))
            parts.append(draw_by_draw(calibrator, _heard(draws, progress, done)))
        return np.concatenate(parts)


def source_of(kind: type[Calibrator], plan: Plan, network: ResultNetwork | None) -> tuple[str, Source]:
    """How this calibrator is shown the result, and the name of that way.

    Raises:
        UserError: draws are asked for and no network is at hand, or a calibrator needs what the way lacks.
    """
    way = plan.application or ("draw-by-draw" if kind.looks_inside() and network else "mean")
    if way == "mean":
        if kind.looks_inside() and network:
            raise UserError(
                f"{kind.label} looks at the last hidden layer, which the mean over draws has not",
                "apply it draw by draw",
            )
        return way, MeanSource(network, PERTURBATIONS[plan.perturbation])
    if network is None:
        raise UserError(
            f"{kind.label} draw by draw needs the draws, and a result keeps only their order statistics",
            "name the model and the scene, or apply it to the mean",
        )
    if "perturbed" in kind.needs:
        raise UserError(
            f"{kind.label} runs the network many times a pixel; for every draw that would be without end",
            "apply it to the mean",
        )
    return way, DrawSource(network)


def _chunks(pixels: EvaluatedPixels) -> Iterator[tuple[float, EvaluatedPixels]]:
    """The pixels in parts of bounded memory, each with the fraction that lies before it."""
    n = pixels.labels.size
    for first in range(0, n, _CHUNK):
        yield first / n, pixels.part(np.arange(first, min(first + _CHUNK, n)))


def _heard(draws: Iterator[CalibrationInput], progress: Progress, done: float) -> Iterator[CalibrationInput]:
    """The draws, with a report before each: so the analyst can stop between them."""
    for draw in draws:
        progress(done, "calibrating draw by draw")
        yield draw
