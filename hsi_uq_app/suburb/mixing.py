"""From a painted strip to reflectance: every pixel is a weighted sum of library spectra in some light."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from hsi_uq_app.suburb.library import WAVELENGTHS_NM
from hsi_uq_app.suburb.light import Illumination, light_spectra
from hsi_uq_app.suburb.plan import SuburbPlan
from hsi_uq_app.suburb.strip import CELLS, Strip

_BRIGHTNESS = {"patches": 0.07, "lots": 0.05, "grain": 0.05}
"""Field -> standard deviation of the logarithm of the brightness it adds."""
_TILT_SD = 0.06
_MIXTURE_SLOPE = 1.5


@dataclass(frozen=True, eq=False)
class Terms:
    """Addends of a sum of spectra, any number a pixel; all arrays (terms,).

    Attributes:
        pixel: line-major index within the strip.
        thing, light: what is seen, and in which light.
        weight: share of the pixel's view times brightness.
    """

    pixel: np.ndarray
    thing: np.ndarray
    light: np.ndarray
    weight: np.ndarray


def reflectance(plan: SuburbPlan, strip: Strip) -> np.ndarray:
    """Reflectance at the ground, float32 (lines, samples, bands)."""
    light = light_spectra(WAVELENGTHS_NM)
    lit = (plan.library.spectra[:, None, :] * light[None]).reshape(-1, len(WAVELENGTHS_NM))
    mixed = _weights(plan, strip, len(lit)) @ lit
    if plan.config.variability:
        _tilt(plan, strip, mixed)
    return mixed.reshape(*strip.window.shape, len(WAVELENGTHS_NM))


def runs(patches: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The distinct patches of each pixel.

    Args:
        patches: (p, CELLS).

    Returns:
        Pixel, patch and number of its cells; all (runs,), those of one pixel in ascending patch order.
    """
    mixed = (patches != patches[:, :1]).any(axis=1)
    ordered = np.sort(patches[mixed], axis=1)
    starts = np.ones(ordered.shape, bool)
    starts[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    row, column = np.nonzero(starts)
    counts = np.diff(np.append(row * CELLS + column, ordered.size))
    pure = np.flatnonzero(~mixed)
    pixel = np.concatenate([pure, np.flatnonzero(mixed)[row]])
    patch = np.concatenate([patches[pure, 0], ordered[row, column]])
    return pixel, patch, np.concatenate([np.full(len(pure), CELLS), counts])


def terms(strip: Strip, plan: SuburbPlan) -> Terms:
    """Ground, discs and leaves of every pixel; without leaves the weights of a pixel sum to 1."""
    cover, share = strip.foliage.cover.reshape(-1), strip.disc_share.reshape(-1)
    pixel, patch, count = runs(strip.patches)
    bare = ((1 - cover) * (1 - share)).astype(np.float32)
    ground = Terms(pixel, patch // len(Illumination), patch % len(Illumination), bare[pixel] * count / CELLS)
    leafy = np.flatnonzero(cover)
    leaves = Terms(
        leafy,
        strip.foliage.thing.reshape(-1)[leafy],
        np.zeros(len(leafy), np.int32),
        (cover * strip.foliage.brightness.reshape(-1))[leafy],
    )
    parts = [ground, *_disc_terms(strip, plan), leaves]
    return Terms(*(np.concatenate([getattr(part, name) for part in parts]) for name in Terms.__annotations__))


def _disc_terms(strip: Strip, plan: SuburbPlan) -> list[Terms]:
    """The disc's part of each pixel, in every light that falls there."""
    pixel = np.flatnonzero(strip.disc_share)
    thing = plan.discs.thing[strip.disc.reshape(-1)[pixel]]
    abundance = strip.abundance.reshape(-1)[pixel].astype(np.float32)
    return [
        Terms(pixel, thing, np.full(len(pixel), kind, np.int32), abundance * strip.light_shares[kind, pixel])
        for kind in Illumination
    ]


def _weights(plan: SuburbPlan, strip: Strip, columns: int) -> sparse.csr_array:
    """The sums as a sparse matrix (p, lit spectra): each term is split between its thing's two spectra."""
    added = terms(strip, plan)
    order = np.argsort(added.pixel, kind="stable")
    pixel, thing, light = added.pixel[order], added.thing[order], added.light[order]
    weight = (added.weight[order] * plan.things.gain[thing]).astype(np.float32)
    if plan.config.variability:
        weight *= _brightness(plan, strip).reshape(-1)[pixel]
    second = _second_share(plan, strip).reshape(-1)[pixel]
    kinds = len(Illumination)
    column = np.stack(
        [plan.things.first[thing] * kinds + light, plan.things.second[thing] * kinds + light], 1
    )
    value = np.stack([weight * (1 - second), weight * second], 1)
    starts = np.searchsorted(pixel, np.arange(len(strip.patches) + 1)) * 2
    return sparse.csr_array(
        (value.reshape(-1), column.reshape(-1), starts), shape=(len(strip.patches), columns)
    )


def _brightness(plan: SuburbPlan, strip: Strip) -> np.ndarray:
    logarithm = sum(sd * plan.fields[name].over(strip.window) for name, sd in _BRIGHTNESS.items())
    return np.exp(logarithm)


def _second_share(plan: SuburbPlan, strip: Strip) -> np.ndarray:
    """How much of each pixel's things looks like their second spectrum, (lines, samples) in 0..1."""
    return 1 / (1 + np.exp(-_MIXTURE_SLOPE * plan.fields["mixture"].over(strip.window)))


def _tilt(plan: SuburbPlan, strip: Strip, mixed: np.ndarray) -> None:
    """Tilt the spectra a little about their middle, in place: rho (1 + slope * t), t from -1 to 1."""
    slope = _TILT_SD * plan.fields["tilt"].over(strip.window)
    t = np.linspace(-1, 1, mixed.shape[1], dtype=np.float32)
    pixels = np.array_split(np.arange(len(mixed)), max(1, len(mixed) // 2048))
    for block in pixels:
        part = mixed[block[0] : block[-1] + 1]
        part *= 1 + slope.reshape(-1, 1)[block] * t
