"""Whether a model's bands are a cube's bands."""

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.passport import Passport
from hsi_uq_app.scene.cube import Cube

_RESAMPLE = "train a model on this sensor, or resample the cube to the model's wavelengths"


def check_bands(passport: Passport, cube: Cube) -> None:
    """Refuse a cube with other bands than the model's training cube.

    Wavelengths may differ by half the spacing of the bands; a cube without any is matched by its band count.

    Raises:
        UserError: another number of bands, or other wavelengths.
    """
    if cube.bands != passport.bands:
        raise UserError(
            f"the model was trained on {passport.bands} bands and {cube.name} has {cube.bands}", _RESAMPLE
        )
    if cube.wavelengths_nm is None or passport.wavelengths_nm is None or cube.bands < 2:
        return
    trained = np.asarray(passport.wavelengths_nm)
    apart = float(np.abs(trained - cube.wavelengths_nm).max())
    if apart > np.median(np.abs(np.diff(trained))) / 2:
        raise UserError(
            f"the wavelengths of {cube.name} lie up to {apart:.1f} nm from those the model was trained on",
            _RESAMPLE,
        )
