"""How much the members of an ensemble differ: what its intervals are made of."""

import numpy as np
import torch
from torch import Tensor

from hsi_uq_app.posterior.assembly import scene_logits
from hsi_uq_app.posterior.network import Network
from hsi_uq_app.posterior.training_sample import TrainingSample


def member_spread(network: Network, theta: Tensor, sample: TrainingSample) -> dict[str, float]:
    """Standard deviation over members of the probability, averaged over targets and over background."""
    deviation = torch.sigmoid(scene_logits(network, theta, sample)).std(0, correction=0).numpy()
    targets = sample.labels
    return {
        "targets": round(float(deviation[targets].mean()), 6),
        "background": round(float(np.average(deviation[~targets], weights=sample.weights[~targets])), 8),
    }
