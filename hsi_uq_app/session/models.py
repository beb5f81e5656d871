"""Loaded models, which one is chosen, what to think of it, and what it says of one pixel."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.diagnostics import Verdict, judge
from hsi_uq_app.posterior.model_file import load_model
from hsi_uq_app.posterior.passport import Passport
from hsi_uq_app.progress import Progress
from hsi_uq_app.session.spectra import CLICKED
from hsi_uq_app.session.state import AppState, Transition

if TYPE_CHECKING:
    from hsi_uq_app.posterior.posterior import Posterior
    from hsi_uq_app.session.results import Result


@dataclass(frozen=True, eq=False)
class Model:
    """A loaded model; the digest is the hash of its file."""

    path: Path
    posterior: "Posterior"
    digest: str

    @property
    def label(self) -> str:
        return f"{self.posterior.passport.method}, {self.posterior.draws} draws · {self.path.stem}"


@dataclass(frozen=True)
class LoadModel:
    """Read a model file."""

    path: Path

    def __call__(self, progress: Progress) -> Model:
        progress(0.0, f"Loading {self.path.name}")
        posterior = load_model(self.path)
        return Model(self.path.resolve(), posterior, hashlib.sha256(self.path.read_bytes()).hexdigest())


def model_loaded(model: Model) -> Transition:
    """A model joins the list, or takes the place of an earlier reading of its file, and is chosen."""

    def transition(state: AppState) -> AppState:
        others = tuple(one for one in state.models if one.path != model.path)
        return replace(state, models=(*others, model), model=model)

    return transition


def model_chosen(model: Model) -> Transition:
    """This model is the one Run uses."""
    return lambda state: state if state.model is model else replace(state, model=model)


def model_dropped(model: Model) -> Transition:
    """A model leaves the list; its file stays."""

    def transition(state: AppState) -> AppState:
        left = tuple(one for one in state.models if one is not model)
        chosen = state.model if state.model is not model else (left[-1] if left else None)
        return replace(state, models=left, model=chosen)

    return transition


def model_of(result: "Result", state: AppState) -> Model | None:
    """The loaded model a result came from, told by its passport."""
    wanted = result.quantiles.passport
    return next((one for one in state.models if one.posterior.passport == wanted), None)


def verdict_of(passport: Passport) -> Verdict | None:
    """May the model's intervals be believed? None where its passport lacks what it is judged by."""
    if not passport.diagnostics:
        return None
    try:
        return judge(passport)
    except KeyError:
        return None


def explaining_model(state: AppState) -> Model | None:
    """The model whose draws explain a pixel: the shown result's if loaded; without a result, the chosen."""
    return model_of(state.result, state) if state.result else state.model


def clicked_draws(state: AppState) -> npt.NDArray[np.float32] | None:
    """Logits (S,) at the pixel clicked last; None without pixel or model, or if the scene lacks its bands."""
    model, spectrum = explaining_model(state), CLICKED.of(state)
    if model is None or spectrum is None or state.scene is None:
        return None
    from hsi_uq_app.posterior.band_match import mix_bands
    from hsi_uq_app.posterior.one_pixel import draws_at

    try:
        mix = mix_bands(model.posterior.passport, state.scene.cube)
    except UserError:
        return None
    return draws_at(model.posterior, spectrum, mix)
