"""Library spectra as they are drawn over those of the scene."""

import numpy as np
import numpy.typing as npt

from hsi_uq_app.session.state import AppState, Spectrum


def is_scaled(state: AppState) -> bool:
    """Whether library spectra are drawn scaled: over what is no reflectance only shapes can be compared."""
    is_reflectance = state.scene is not None and state.scene.cube.quantity == "reflectance"
    return not is_reflectance and state.clicked_spectrum is not None


def overlay_values(state: AppState, place: int) -> Spectrum:
    """A spectrum of the library at the scene's bands, float32 (bands,), NaN = not known."""
    assert state.at_sensor is not None
    values = state.at_sensor.spectra[place].values
    if state.clicked_spectrum is not None and is_scaled(state):
        values = values * best_scale(values, state.clicked_spectrum[1])
    return values.astype(np.float32)


def best_scale(values: npt.NDArray[np.floating], reference: npt.NDArray[np.floating]) -> float:
    """The factor c that brings c * values nearest to a reference by least squares; 1 where there is none."""
    common = np.isfinite(values) & np.isfinite(reference)
    x, y = values[common].astype(np.float64), reference[common].astype(np.float64)
    scale = float(x @ y / (x @ x)) if (x @ x) > 0 else 1.0
    return scale if scale > 0 else 1.0
