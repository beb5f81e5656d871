"""Hand-made selections whose set can be counted by eye."""

import numpy as np
import pytest

from hsi_uq_app.export.selection import Selection
from hsi_uq_app.posterior.levels import NO_DATA
from hsi_uq_app.scene.georeference import georeference_from, spatial_fields

SET = np.array(
    [
        [1, 1, 0, 2, 2, 2, 2],
        [2, 2, 1, 2, 2, 2, 2],
        [2, 2, 2, 2, 3, 2, 1],
        [1, 2, 2, 2, 3, 2, 1],
        [2, 2, 2, 2, 3, 2, 1],
    ],
    np.uint8,
)
"""Three detections over corners (3, 3 and 1 pixels), four over edges; three pixels were not evaluated."""

HASHES = {"cube": "c0ffee", "model": "badcab1e", "training": "7a57", "map": "f00d"}
PROVENANCE = {"method": "deep-ensemble", "draws": 100, "version": "0.1.0", "hashes": HASHES}


def map_info(rotation=0.0, pixel=2.0, reference=1.0):
    return (
        f"UTM, {reference}, {reference}, 500000, 4000000, {pixel}, {pixel}, 18, North, WGS-84, "
        f"units=Meters, rotation={rotation}"
    )


MAP_INFO = map_info()


def scene_fields(classes, text):
    """Header fields of a scene that also has spectral ones, which no export may copy."""
    spectral = {"wavelength": "450, 550", "wavelength units": "nm", "bbl": "1, 1", "data ignore value": "0",
                "default bands": "1", "reflectance scale factor": "10000", "fwhm": "5, 5"}  # fmt: skip
    size = {"lines": str(classes.shape[0]), "samples": str(classes.shape[1])}
    return spectral | size | ({"map info": text} if text else {})


class Maker:
    """Makes the selection of a class image, with or without a place."""

    SET = SET
    map_info = staticmethod(map_info)

    def __call__(self, classes=SET, text=MAP_INFO, delta=0.2, **more):
        mean = np.linspace(2, 4, classes.size, dtype=np.float32).reshape(classes.shape)
        missing = classes == 3
        lower, upper = ((1024 * (mean + shift)).astype(np.int16) for shift in (-1, 1))
        lower[missing] = upper[missing] = NO_DATA
        mean[missing] = np.nan
        fields = scene_fields(classes, text)
        place, _ = georeference_from(fields)
        return Selection(
            classes, lower, upper, mean, 20, delta, place, spatial_fields(fields), PROVENANCE, **more
        )  # fmt: skip


@pytest.fixture
def make():
    """See Maker."""
    return Maker()
