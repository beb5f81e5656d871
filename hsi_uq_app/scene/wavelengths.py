"""Wavelengths in nanometres, whatever unit the file speaks, or none.

A declared unit is trusted as long as it makes optical sense; otherwise the unit follows from the magnitude,
and a note says so. Nobody's spectrum ends up a thousand times off.
"""

import re

import numpy as np

NANOMETRES_PER_UNIT = {
    "nanometers": 1.0,
    "nanometer": 1.0,
    "nanometres": 1.0,
    "nanometre": 1.0,
    "nm": 1.0,
    "micrometers": 1e3,
    "micrometer": 1e3,
    "micrometres": 1e3,
    "micrometre": 1e3,
    "microns": 1e3,
    "micron": 1e3,
    "um": 1e3,
    "µm": 1e3,
    "μm": 1e3,
    "âµm": 1e3,
    "millimeters": 1e6,
    "millimetres": 1e6,
    "mm": 1e6,
    "centimeters": 1e7,
    "centimetres": 1e7,
    "cm": 1e7,
    "meters": 1e9,
    "metres": 1e9,
    "meter": 1e9,
    "m": 1e9,
    "angstroms": 0.1,
    "angstrom": 0.1,
    "å": 0.1,
}
# lambda = value_of_the_constant / x: wavenumbers in 1/cm, frequencies in GHz, MHz, THz
RECIPROCAL_UNITS = {
    "wavenumber": 1e7,
    "wavenumbers": 1e7,
    "cm-1": 1e7,
    "1/cm": 1e7,
    "thz": 299_792.458,
    "ghz": 299_792_458.0,
    "mhz": 299_792_458e3,
    "hz": 299_792_458e9,
    "m-1": 1e9,
    "1/m": 1e9,
    "um-1": 1e3,
    "1/um": 1e3,
    "nm-1": 1.0,
    "1/nm": 1.0,
    "kayser": 1e7,
    "ev": 1239.841984,
    "electronvolt": 1239.841984,
    "electronvolts": 1239.841984,
    "mev": 1_239_841.984,
}
NO_LENGTHS = frozenset(
    (
        "k",
        "kelvin",
        "c",
        "celsius",
        "s",
        "sec",
        "second",
        "seconds",
        "ms",
        "minute",
        "minutes",
        "hour",
        "hours",
        "h",
        "day",
        "days",
        "date",
        "dates",
        "time",
        "doy",
        "year",
        "years",
        "month",
        "months",
        "deg",
        "degree",
        "degrees",
        "rad",
        "radian",
        "radians",
        "%",
        "percent",
        "db",
        "decibel",
        "decibels",
        "dn",
        "count",
        "counts",
        "v",
        "volt",
        "volts",
        "w",
        "watt",
        "watts",
        "j",
        "joule",
        "joules",
        "pa",
        "hpa",
        "pascal",
        "kg",
        "g",
        "mol",
        "ppm",
        "ppb",
        "index",
        "number",
        "numbers",
        "band",
        "bands",
        "channel",
        "channels",
        "class",
        "classes",
        "component",
        "components",
        "dimensionless",
        "unitless",
        "1",
        "reflectance",
        "radiance",
    )
)
_POWERS = re.compile(r"\s*(?:\^|\*\*)?\s*(?:-1|⁻¹|−1)$")
_PER = re.compile(r"^(?:1\s*/|per|reciprocal|inverse)\s*")
_SHORT = {
    "centimeter": "cm",
    "centimeters": "cm",
    "centimetre": "cm",
    "centimetres": "cm",
    "micrometer": "um",
    "micrometers": "um",
    "microns": "um",
    "micron": "um",
    "nanometers": "nm",
    "nanometer": "nm",
    "metre": "m",
    "meter": "m",
    "meters": "m",
    "metres": "m",
    "µm": "um",
    "μm": "um",
}
_SPOKEN = (set(NANOMETRES_PER_UNIT) | set(RECIPROCAL_UNITS)) - {"m", "meter", "meters", "metres", "mm", "cm"}
_LONG_UNITS = {unit for unit, factor in NANOMETRES_PER_UNIT.items() if factor >= 1e3} | set(RECIPROCAL_UNITS)
NO_UNIT = frozenset(("", "unknown", "none", "n/a", "undefined"))
LARGEST = 1e15  # no unit makes more of it, and nothing overflows
PLAUSIBLE_NM = (100.0, 30_000.0)
DECLARED_NM = (10.0, 300_000.0)  # a declared unit may reach the far infrared; nm called um lie beyond


def to_nanometres(values: np.ndarray, unit: str | None) -> tuple[np.ndarray | None, str]:
    """Convert wavelengths (bands,) to nm.

    Returns:
        the wavelengths, or None where they mean nothing (unit "index", all equal, implausible), and what was
        odd ("" if nothing).
    """
    values = np.where(np.abs(values) < 1 / LARGEST, 0.0, np.clip(values, -LARGEST, LARGEST))
    word = (unit or "").strip().strip("{}[]\"'.").strip().lower()
    if word in NO_LENGTHS:
        what = (
            "the values are numbers, not wavelengths"
            if word == "index"
            else "no unit of wavelengths; not used"
        )
        return None, f"`wavelength units = {(unit or '').strip()[:40]}`: {what}"
    word = _plain_unit(word)
    if len(values) > 1 and np.ptp(values) == 0:
        return None, f"all {len(values)} wavelengths are {values[0]:g}; not used"
    if _are_numbers(values) and word not in _LONG_UNITS:
        return None, "the values count the bands; they are numbers, not wavelengths"
    declared = _by_unit(values, word if _known(word) else unit_in(word) or word)
    if declared is not None and _plausible(declared, DECLARED_NM):
        return declared, ""
    return _by_magnitude(values, unit, word)


def _plain_unit(word: str) -> str:
    """`cm^-1`, `cm⁻¹`, `1 / cm` and `per centimeter` as `cm-1`; other words as they are."""
    bare = _PER.sub("", _POWERS.sub("", word)).strip()
    if bare == word or not bare:
        return word
    return f"{_SHORT.get(bare, bare)}-1"


def _are_numbers(values: np.ndarray) -> bool:
    """Whether they count 0, 1, 2 ... or 1, 2, 3 ..., which no spectrometer's bands do."""
    return len(values) > 2 and values[0] in (0, 1) and bool(np.all(np.diff(values) == 1))


def unit_in(text: str) -> str | None:
    """The first unit of wavelength in a text, such as `Wavelength (nm)` or `wavelength_um`."""
    for word in re.split(r"[^a-zµμ0-9/-]+", text.lower()):
        if word in _SPOKEN:
            return word
    return None


def _by_unit(values: np.ndarray, word: str) -> np.ndarray | None:
    if word in NANOMETRES_PER_UNIT:
        return values * NANOMETRES_PER_UNIT[word]
    if word in RECIPROCAL_UNITS:
        return np.divide(RECIPROCAL_UNITS[word], values, out=np.zeros_like(values), where=values > 0)
    return None


def _by_magnitude(values: np.ndarray, unit: str | None, word: str) -> tuple[np.ndarray | None, str]:
    said = "no unit is given" if word in NO_UNIT and not unit else f"unit `{unit}` "
    reason = said if not unit else said + ("does not fit the values" if _known(word) else "is not known")
    for name, factor in (("micrometres", 1e3), ("nanometres", 1.0), ("metres", 1e9)):
        guess = values * factor
        if _plausible(guess):
            return guess, f"{reason}; unit guessed from the values: {name}"
    return None, f"{reason}; the values are no plausible wavelengths and are not used"


def _known(word: str) -> bool:
    return word in NANOMETRES_PER_UNIT or word in RECIPROCAL_UNITS


def _plausible(nanometres: np.ndarray, between: tuple[float, float] = PLAUSIBLE_NM) -> bool:
    """Whether the median lies in a range; zeros (bands without a wavelength) are passed over."""
    given = nanometres[nanometres > 0]
    return bool(len(given)) and between[0] <= float(np.median(given)) <= between[1]
