"""What a posterior shows a calibrator: each draw with its last hidden layer, or the mean; runs again."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from scipy.special import log_expit

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput
from hsi_uq_app.calibration.spectral_perturbation import MODERATE, Kind, Spectra, perturbed_runs
from hsi_uq_app.posterior.posterior import FloatArray, Posterior

_ACTIVATIONS: dict[str, Callable[[FloatArray], FloatArray]] = {
    "tanh": np.tanh,
    "relu": lambda a: np.maximum(a, 0),
}


def draw_inputs(
    posterior: Posterior, spectra: Spectra, kinds: Sequence[Kind] = MODERATE
) -> Iterator[CalibrationInput]:
    """One input a draw: its logits (n,), features (n, H) and last weights (H,), and itself to run again.

    Args:
        posterior: S draws.
        spectra: (G, n), the good bands of valid pixels.
        kinds: what `perturbed` perturbs.
    """
    components = _components(posterior, spectra)
    for s in range(posterior.draws):
        hidden, logits = _forward(posterior, s, components)
        yield CalibrationInput(
            logits, hidden.T, posterior.w3[s], perturbed_runs(_draw(posterior, s), spectra, kinds)
        )


def mean_logits(posterior: Posterior, spectra: Spectra) -> FloatArray:
    """Logit of the mean over draws of sigma(z_s), (n,), of spectra (G, n).

    From the log-means of sigma(z) and sigma(-z), so that it keeps its digits near 0 and 1.
    """
    components = _components(posterior, spectra)
    yes = np.full(spectra.shape[1], -np.inf)
    no = yes.copy()
    for s in range(posterior.draws):
        z = _forward(posterior, s, components)[1].astype(np.float64)
        yes, no = np.logaddexp(yes, log_expit(z)), np.logaddexp(no, log_expit(-z))
    return (yes - no).astype(np.float32)


def some_draws(posterior: Posterior, most: int) -> Posterior:
    """At most so many draws, evenly spaced: enough where the network runs again and again."""
    if posterior.draws <= most:
        return posterior
    chosen = np.linspace(0, posterior.draws - 1, most).round().astype(np.intp)
    layers = {name: getattr(posterior, name)[chosen] for name in ("w1", "b1", "w2", "b2", "w3", "b3")}
    return replace(posterior, **layers, passport=posterior.passport.model_copy(update={"draws": most}))


def pooled(draws: Iterable[CalibrationInput]) -> CalibrationInput:
    """The pixels of several draws end to end, (S n): what one calibrator that serves all draws is fitted to.

    Features come along, and each pixel with the last weights of its own draw; perturbed runs do not.
    """
    logits, features, weights = [], [], []
    for draw in draws:
        if draw.features is None or draw.weights is None:
            raise TypeError("draws carry features and weights")
        logits.append(draw.logits)
        features.append(draw.features)
        weights.append(np.broadcast_to(draw.weights, draw.features.shape))
    return CalibrationInput(np.concatenate(logits), np.concatenate(features), np.concatenate(weights))


def _draw(posterior: Posterior, s: int) -> Callable[[Spectra], FloatArray]:
    return lambda spectra: _forward(posterior, s, _components(posterior, spectra))[1]


def _components(posterior: Posterior, spectra: Spectra) -> FloatArray:
    """u = projection (x - center), (k, n)."""
    return posterior.projection @ (spectra - posterior.center[:, None])


def _forward(posterior: Posterior, s: int, components: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The last hidden layer (H, n) and the logits (n,) of draw s."""
    activate = _ACTIVATIONS[posterior.passport.activation]
    h1 = activate(posterior.w1[s] @ components + posterior.b1[s][:, None])
    h2 = activate(posterior.w2[s] @ h1 + posterior.b2[s][:, None])
    return h2, posterior.w3[s] @ h2 + posterior.b3[s]
