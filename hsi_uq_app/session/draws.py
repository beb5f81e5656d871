"""The draws of the pixel clicked last, by a small forward pass."""

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.session.derived import chosen_model, model_of, shown_result
from hsi_uq_app.session.state import AppState, Model


def explaining_model(state: AppState) -> Model | None:
    """The model whose draws explain a pixel: the shown result's if loaded; without a result, the chosen."""
    result = shown_result(state)
    return model_of(result, state) if result else chosen_model(state)


def clicked_draws(state: AppState) -> npt.NDArray[np.float32] | None:
    """Logits (S,) at the pixel clicked last; None without pixel or model, or if the scene lacks its bands."""
    model = explaining_model(state)
    if model is None or state.clicked_spectrum is None or state.view.clicked is None:
        return None
    pixel, spectrum = state.clicked_spectrum
    if pixel != state.view.clicked or state.scene is None:
        return None
    from hsi_uq_app.posterior.band_match import mix_bands
    from hsi_uq_app.posterior.one_pixel import draws_at

    try:
        mix = mix_bands(model.posterior.passport, state.scene.cube)
    except UserError:
        return None
    return draws_at(model.posterior, spectrum, mix)
