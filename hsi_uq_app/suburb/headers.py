"""The ENVI headers of the scene and of its truth."""

from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.library import FWHM_NM, WATER_BANDS, WAVELENGTHS_NM
from hsi_uq_app.suburb.sensor import SCALE
from hsi_uq_app.suburb.truth import TruthMap

_CORNER_EAST_NORTH = (288_000.0, 4_781_000.0)
"""Upper left corner, UTM zone 18 north: among the suburbs of Rochester, New York, as the scene of Ries et al.
2023 (arXiv 2308.05903)."""
_DATA_TYPES = {"<f4": 4, "<u2": 12, "|u1": 1, "<i2": 2}
_NATURAL_COLOUR_NM = (640.0, 550.0, 470.0)


def cube_fields(config: SuburbConfig) -> dict[str, object]:
    """Of the cube: int16 reflectance x 10000."""
    meaning = f"Simulated suburb with hidden green discs, reflectance; seed {config.seed}"
    nearest = [int(abs(WAVELENGTHS_NM - wavelength).argmin()) + 1 for wavelength in _NATURAL_COLOUR_NM]
    return {
        **_raster_fields(config, meaning, "<i2", len(WAVELENGTHS_NM), config.interleave),
        "reflectance scale factor": SCALE,
        "default bands": nearest,
        "wavelength units": "Nanometers",
        "wavelength": [f"{wavelength:g}" for wavelength in WAVELENGTHS_NM],
        "fwhm": [f"{FWHM_NM:g}"] * len(WAVELENGTHS_NM),
        "bbl": [int(good) for good in ~WATER_BANDS],
    }


def truth_fields(config: SuburbConfig, name: str, truth: TruthMap) -> dict[str, object]:
    """Of one truth map."""
    meaning = f"Truth of a simulated suburb: {truth.meaning}; seed {config.seed}"
    fields = _raster_fields(config, meaning, truth.dtype, 1, "bsq")
    fields["band names"] = [name.replace("_", " ")]
    if truth.classes:
        colours = [0, 0, 0, *(level for colour in truth.classes.values() for level in colour)]
        fields["file type"] = "ENVI Classification"
        fields["classes"] = len(truth.classes) + 1
        fields["class names"] = ["not assigned", *truth.classes]
        fields["class lookup"] = colours
    return fields


def _raster_fields(
    config: SuburbConfig, meaning: str, dtype: str, bands: int, interleave: str
) -> dict[str, object]:
    east, north = _CORNER_EAST_NORTH
    return {
        "description": "{" + meaning + "}",
        "samples": config.samples,
        "lines": config.lines,
        "bands": bands,
        "header offset": 0,
        "file type": "ENVI Standard",
        "data type": _DATA_TYPES[dtype],
        "interleave": interleave,
        "byte order": 0,
        "map info": ["UTM", 1, 1, f"{east:.1f}", f"{north:.1f}", 1, 1, 18, "North", "WGS-84", "units=Meters"],
    }
