"""What the sensor makes of reflectance: point spread, path radiance, noise, sixteen-bit numbers."""

from dataclasses import dataclass

import numpy as np
from scipy.special import erf

from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.library import WATER_BANDS, WAVELENGTHS_NM

SCALE = 10_000
"""Reflectance 1 is stored as this number."""
_LARGEST = 32_767

_SNR_NM = (400, 450, 550, 700, 900, 1100, 1300, 1500, 1700, 2000, 2200, 2400, 2500)
_SNR = (120, 250, 500, 550, 450, 400, 300, 250, 250, 120, 150, 60, 30)
"""Signal to noise at a reflectance of .3."""
_DARK = 0.05
_WATER_SD = 0.08
"""Noise of the water bands in reflectance: there is hardly any light to divide by."""


@dataclass(frozen=True, eq=False)
class Sensor:
    """The sensor of one scene.

    The noise of a band has the variance dark + photon * rho: (.05 / SNR)^2 + .3 rho / SNR^2.

    Attributes:
        dark, photon: variance at reflectance 0, and what each unit of reflectance adds; float32 (bands,).
        path: what the air adds, reflectance, float32 (bands,).
        kernel: point spread along each axis, sums to 1; one entry when there is none.
        seed: of the scene; every line has its own noise.
    """

    dark: np.ndarray
    photon: np.ndarray
    path: np.ndarray
    kernel: np.ndarray
    seed: int

    @property
    def halo(self) -> int:
        """Pixels beyond a window that shine into it."""
        return len(self.kernel) // 2

    def measure(self, reflectance: np.ndarray, first_line: int) -> np.ndarray:
        """Digital numbers of blurred reflectance, int16 (lines, bands, samples)."""
        lines, samples, bands = reflectance.shape
        numbers = np.empty((lines, bands, samples), np.int16)
        for i in range(lines):
            seen = reflectance[i] + self.path
            sd = np.sqrt(self.dark + self.photon * np.maximum(seen, 0))
            rng = layer_rng(self.seed, SuburbLayer.NOISE, first_line + i)
            noise = rng.standard_normal(seen.shape, dtype=np.float32)
            noise *= sd
            numbers[i] = to_numbers(seen + noise).T
        return numbers

    def blur(self, plane: np.ndarray) -> np.ndarray:
        """Spread an array (lines, samples, ...) along both axes; returns it without the halo."""
        return _spread(_spread(plane, self.kernel, 0), self.kernel, 1)


def make_sensor(config: SuburbConfig) -> Sensor:
    snr = config.snr_factor * np.interp(WAVELENGTHS_NM, _SNR_NM, _SNR)
    dark = np.where(WATER_BANDS, _WATER_SD**2, (_DARK / snr) ** 2)
    photon = np.where(WATER_BANDS, 0.0, 0.3 / snr**2)
    path = config.path_radiance * (WAVELENGTHS_NM / 450.0) ** -4
    return Sensor(
        dark.astype(np.float32),
        photon.astype(np.float32),
        path.astype(np.float32),
        gaussian_kernel(config.psf_fwhm),
        config.seed,
    )


def gaussian_kernel(fwhm: float) -> np.ndarray:
    """A Gaussian integrated over pixels, cut at three standard deviations, float32 with sum 1."""
    if fwhm == 0:
        return np.ones(1, np.float32)
    sd = fwhm / (2 * np.sqrt(2 * np.log(2)))
    reach = int(np.ceil(3 * sd - 0.5))
    edges = np.arange(-reach, reach + 2) - 0.5
    kernel = np.diff(erf(edges / (sd * np.sqrt(2))))
    return (kernel / kernel.sum()).astype(np.float32)


def to_numbers(reflectance: np.ndarray) -> np.ndarray:
    """Nearest int16 of reflectance x 10000; clipped, so that no noise wraps around; -32768 stays unused."""
    scaled = np.rint(reflectance * np.float32(SCALE))
    return np.clip(scaled, -_LARGEST, _LARGEST, out=scaled).astype(np.int16)


def _spread(plane: np.ndarray, kernel: np.ndarray, axis: int) -> np.ndarray:
    """Weighted sum of shifted copies, in a fixed order, so that a pixel is summed alike in every strip."""
    if len(kernel) == 1:
        return plane
    count = plane.shape[axis] - len(kernel) + 1
    shifted = np.moveaxis(plane, axis, 0)
    total = kernel[0] * shifted[:count]
    for k in range(1, len(kernel)):
        total += kernel[k] * shifted[k : k + count]
    return np.moveaxis(total, 0, axis)
