"""Consistency as its noise grows: at inputs, features and logits (Tao et al. 2024, figures 1a, 3a, 3b)."""

from collections.abc import Iterable

import numpy as np

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values
from hsi_uq_app.calibration.calibrators.consistency import consistency
from hsi_uq_app.calibration.calibrators.feature_consistency import FeatureConsistency
from hsi_uq_app.calibration.calibrators.input_consistency import agreement
from hsi_uq_app.calibration.calibrators.temperature import TemperatureScaling
from hsi_uq_app.calibration.checks import Bools, Floats
from hsi_uq_app.calibration.ece import expected_calibration_error
from hsi_uq_app.calibration.posterior_input import draw_inputs, mean_logits, some_draws
from hsi_uq_app.calibration.spectral_perturbation import perturbed_runs
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.experiments.calibrators.findings import NoiseCurve, SuburbCurves
from hsi_uq_app.experiments.calibrators.ways import FEATURE_STRENGTHS, LOGIT_STRENGTHS, RunSize, regions
from hsi_uq_app.experiments.suburb_trial import Suburb
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.workflow.calibration_sources import DRAWS_RUN_AGAIN, PERTURBATIONS
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels, evaluated_pixels
from hsi_uq_app.workflow.own_network import ResultNetwork

FEATURES, LOGITS = "features", "logits"
Judged = tuple[float, float, float]


def curves_of(
    place: Suburb, seed: int, result: QuantileMap, network: ResultNetwork, size: RunSize
) -> SuburbCurves:
    """All curves on the same random pixels of the report region."""
    fit, report = (
        evaluated_pixels(result, place.truth, region, 0.2, 0.2)
        for region in regions(place.cube.lines, place.cube.samples)
    )
    n = report.labels.size
    chosen = np.random.default_rng(seed).choice(n, min(size.curve_pixels, n), replace=False)
    few = report.part(np.sort(chosen))
    spectra = network.spectra(few.places)
    temperature = TemperatureScaling.fit(CalibrationInput(fit.mean_logit), fit.labels)
    curves = [
        *_input_curves(few, spectra, network, size),
        _feature_curve(few, spectra, network),
        _logit_curve(few),
    ]
    return SuburbCurves(
        seed,
        few.labels.size,
        tuple(curves),
        _judge(few.probability, few.labels),
        _judge(temperature(CalibrationInput(few.mean_logit)), few.labels),
    )


def _input_curves(
    pixels: EvaluatedPixels, spectra: FloatArray, network: ResultNetwork, size: RunSize
) -> Iterable[NoiseCurve]:
    """Weak, moderate and strong perturbation: share of perturbed runs that predict a target."""
    some = some_draws(network.posterior, DRAWS_RUN_AGAIN)

    def forward(changed: FloatArray) -> Floats:
        return mean_logits(some, changed)

    for name, kinds in PERTURBATIONS.items():
        given = CalibrationInput(pixels.mean_logit, perturbed=perturbed_runs(forward, spectra, kinds))
        agreed = [agreement(given, strength, size.neighbours) for strength in size.strengths]
        yield _curve(name, size.strengths, agreed, pixels.labels)


def _feature_curve(pixels: EvaluatedPixels, spectra: FloatArray, network: ResultNetwork) -> NoiseCurve:
    """Noise on each draw's last hidden layer, then the mean over draws; every draw runs once."""
    totals = np.zeros((len(FEATURE_STRENGTHS), pixels.labels.size))
    for draw in draw_inputs(network.posterior, spectra):
        totals += [FeatureConsistency(strength)(draw) for strength in FEATURE_STRENGTHS]
    return _curve(FEATURES, FEATURE_STRENGTHS, list(totals / network.posterior.draws), pixels.labels)


def _logit_curve(pixels: EvaluatedPixels) -> NoiseCurve:
    given = CalibrationInput(pixels.mean_logit)
    agreed = [consistency(given, strength) for strength in LOGIT_STRENGTHS]
    return _curve(LOGITS, LOGIT_STRENGTHS, agreed, pixels.labels)


def _curve(level: str, strengths: tuple[float, ...], agreed: list[Values], labels: Bools) -> NoiseCurve:
    top, positive, accuracy = zip(*(_judge(p, labels) for p in agreed), strict=True)
    return NoiseCurve(level, strengths, top, positive, accuracy)


def _judge(p: Values, labels: Bools) -> Judged:
    """Top-label ECE, positive-class ECE, accuracy."""
    top, positive = (expected_calibration_error(p, labels, kind) for kind in ("top-label", "positive"))
    return top, positive, float(((p > 0.5) == labels).mean())
