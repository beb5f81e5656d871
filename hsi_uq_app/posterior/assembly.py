"""From trained parameters to a Posterior: the last step of every method."""

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from pydantic import BaseModel
from torch import Tensor

from hsi_uq_app import __version__
from hsi_uq_app.posterior.made_with import made_with
from hsi_uq_app.posterior.network import Network, forward
from hsi_uq_app.posterior.passport import Passport
from hsi_uq_app.posterior.posterior import FloatArray, Posterior
from hsi_uq_app.posterior.training_sample import TrainingSample


def assemble(
    network: Network,
    theta: Tensor,
    sample: TrainingSample,
    *,
    method: str,
    seed: int,
    config: BaseModel,
    diagnostics: dict[str, Any],
) -> Posterior:
    """The Posterior of draws theta (S, P): the base odds enter the last bias here, and only here.

    The diagnostics gain `mean_probability_over_base_rate` on the training region (.5 to 2 is sound).
    """
    layers = network.layers(theta.detach().to(torch.float32).clone())
    layers.b3.add_(sample.log_base_odds)
    passport = Passport(
        method=method,
        draws=theta.shape[0],
        seed=seed,
        activation=network.activation,
        hidden=network.hidden,
        components=network.inputs,
        bands=sample.bands,
        wavelengths_nm=sample.wavelengths_nm,
        good_bands=sample.good_bands,
        quantity=sample.quantity,
        region=sample.region,
        label_threshold=sample.label_threshold,
        truth=sample.truth,
        whitened_distance_999=sample.whitened_distance_999,
        base_rate=sample.base_rate,
        log_base_odds=sample.log_base_odds,
        sample=sample.record,
        training_hash=sample.training_hash,
        configuration=config.model_dump(mode="json")
        | dict(sample.recipe)
        | {"made_with": made_with(sample.device)},
        diagnostics=diagnostics
        | {"mean_probability_over_base_rate": _over_base_rate(network, theta, sample)},
        version=__version__,
    )
    return Posterior(
        projection=_frozen(sample.whitening.projection),
        center=_frozen(sample.whitening.center),
        w1=_frozen(layers.w1.numpy()),
        b1=_frozen(layers.b1.squeeze(2).numpy()),
        w2=_frozen(layers.w2.numpy()),
        b2=_frozen(layers.b2.squeeze(2).numpy()),
        w3=_frozen(layers.w3.squeeze(1).numpy()),
        b3=_frozen(layers.b3.flatten().numpy()),
        ace=sample.ace,
        passport=passport,
    )


def scene_logits(network: Network, theta: Tensor, sample: TrainingSample) -> Tensor:
    """Logits (S, n) of the draws at the sample's pixels, as a prediction gives them (float32)."""
    u = torch.from_numpy(np.ascontiguousarray(sample.u))
    return forward(network, theta.detach().to(torch.float32), u).z + sample.log_base_odds


def _over_base_rate(network: Network, theta: Tensor, sample: TrainingSample) -> float:
    """Mean probability of the region (each kept pixel stands for its weight) over the base rate."""
    pi = torch.sigmoid(scene_logits(network, theta, sample)).mean(0).numpy()
    return round(float(np.average(pi, weights=sample.weights)) / sample.base_rate, 4)


def _frozen(array: npt.NDArray[np.float32]) -> FloatArray:
    array = np.ascontiguousarray(array, dtype=np.float32)
    array.flags.writeable = False
    return array
