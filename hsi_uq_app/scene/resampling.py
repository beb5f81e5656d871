"""A library spectrum as a sensor would have measured it: weighted by each band's Gaussian response."""

import numpy as np

from hsi_uq_app.scene.spectra import Spectrum

NODES = 33
SAME_NM = 0.01
REACH_IN_FWHM = 1.5
LEAST_COVERED = 0.9  # share of a band's response that must lie on known values
_FWHM_PER_SIGMA = 2 * np.sqrt(2 * np.log(2))
_WIDE_GAP = 20  # an interval so many times the median one, and wider than 50 nm, is a hole
_WIDE_GAP_NM = 50.0


def resample(spectrum: Spectrum, wavelengths_nm: np.ndarray, fwhm_nm: np.ndarray | None = None) -> np.ndarray:
    """The spectrum at a sensor's bands: float64 (bands,), NaN where under 90 % of a response is known.

        value(b) = sum_k g(t_k) f(lambda_b + t_k fwhm_b) / sum_k g(t_k),    t_k in -1.5 .. 1.5

    with f the spectrum joined by straight lines and g the Gaussian of that FWHM. A band without FWHM (None or
    0) is interpolated. Holes, and what lies beyond the spectrum's ends, are never used. A spectrum at these
    very bands is the sensor's own, and is taken as it is.
    """
    if _is_at(spectrum, wavelengths_nm):
        return np.array(spectrum.values, dtype=np.float64)
    offsets = np.linspace(-REACH_IN_FWHM, REACH_IN_FWHM, NODES)
    response = np.exp(-0.5 * (offsets * _FWHM_PER_SIGMA) ** 2)
    widths = np.zeros_like(wavelengths_nm) if fwhm_nm is None else fwhm_nm
    values = _joined(spectrum, wavelengths_nm[:, None] + widths[:, None] * offsets)
    weights = np.where(np.isfinite(values), response, 0.0)
    known = weights.sum(axis=1)
    total = (np.where(weights > 0, values, 0.0) * weights).sum(axis=1)
    covered = known >= LEAST_COVERED * response.sum()
    return np.divide(total, known, out=np.full(len(wavelengths_nm), np.nan), where=covered)


def _is_at(spectrum: Spectrum, wavelengths_nm: np.ndarray) -> bool:
    own = spectrum.wavelengths_nm
    return own.shape == wavelengths_nm.shape and bool(np.all(np.abs(own - wavelengths_nm) <= SAME_NM))


def _joined(spectrum: Spectrum, at_nm: np.ndarray) -> np.ndarray:
    """The spectrum joined by straight lines, NaN beside holes, in wide gaps and beyond the ends."""
    wavelengths, values = spectrum.in_order()
    known = np.isfinite(values)
    place = np.clip(np.searchsorted(wavelengths, at_nm, side="right") - 1, 0, max(len(wavelengths) - 2, 0))
    joined = np.interp(at_nm, wavelengths, np.where(known, values, 0.0), left=np.nan, right=np.nan)
    safe = np.interp(at_nm, wavelengths, known.astype(float)) == 1
    safe &= ~_wide(wavelengths)[place] | (at_nm == wavelengths[place])
    return np.where(safe, joined, np.nan)


def _wide(wavelengths: np.ndarray) -> np.ndarray:
    """Which intervals (the last one a dummy) are so wide that something is missing."""
    steps = np.diff(wavelengths, append=wavelengths[-1:])
    rising = steps[steps > 0]  # wavelengths may stand twice
    usual = np.median(rising) if len(rising) else 0.0
    return (steps > _WIDE_GAP * usual) & (steps > _WIDE_GAP_NM)
