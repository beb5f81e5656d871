"""Perturbed neighbours of a spectrum: noise, illumination gain, band jitter. Strength 1 is a sensor's own."""

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.calibrators.calibration_input import Perturbed
from hsi_uq_app.calibration.checks import Floats

Kind = Literal["noise", "gain", "jitter"]
Spectra = npt.NDArray[np.float32]
Change = Callable[[Spectra, float, np.random.Generator], Spectra]

NOISE = 0.01
GAIN = 0.05
JITTER = 0.25


def noise(spectra: Spectra, strength: float, rng: np.random.Generator) -> Spectra:
    """Independent noise in every band, at strength 1 a hundredth of the value itself."""
    drawn = rng.standard_normal(spectra.shape, dtype=np.float32)
    return spectra * (1 + np.float32(strength * NOISE) * drawn)


def gain(spectra: Spectra, strength: float, rng: np.random.Generator) -> Spectra:
    """One factor a pixel, exp(N(0, (.05 strength)^2)): more or less light, never a negative amount."""
    drawn = rng.standard_normal(spectra.shape[1], dtype=np.float32)
    return spectra * np.exp(np.float32(strength * GAIN) * drawn)


def jitter(spectra: Spectra, strength: float, rng: np.random.Generator) -> Spectra:
    """A shift of the band centres, N(0, (strength/4)^2) bands a pixel, by linear interpolation."""
    shift = np.clip(strength * JITTER * rng.standard_normal(spectra.shape[1], dtype=np.float32), -1, 1)
    up = np.vstack([spectra[1:], spectra[-1:]])
    down = np.vstack([spectra[:1], spectra[:-1]])
    return spectra + np.maximum(shift, 0) * (up - spectra) + np.maximum(-shift, 0) * (down - spectra)


KINDS: dict[Kind, Change] = {"noise": noise, "gain": gain, "jitter": jitter}
WEAK: tuple[Kind, ...] = ("noise",)
MODERATE: tuple[Kind, ...] = ("noise", "gain")
STRONG: tuple[Kind, ...] = ("noise", "gain", "jitter")


def perturb(spectra: Spectra, strength: float, seed: int, kinds: Sequence[Kind] = MODERATE) -> Spectra:
    """One perturbed neighbour of each spectrum, (bands, n); strength 0 changes nothing."""
    rng = np.random.default_rng(seed)
    for kind in kinds:
        spectra = KINDS[kind](spectra, strength, rng)
    return spectra


def perturbed_runs(
    forward: Callable[[Spectra], Floats], spectra: Spectra, kinds: Sequence[Kind] = MODERATE
) -> Perturbed:
    """What an input carries: (strength, seed) -> logits of the network on one perturbed neighbour each.

    Args:
        forward: spectra (bands, n) -> logits (n,), a draw's or the mean's.
        spectra: (bands, n), as the network sees them.
        kinds: what is perturbed; WEAK, MODERATE or STRONG.
    """
    return lambda strength, seed: forward(perturb(spectra, strength, seed, kinds))
