"""Fields that the settings of several methods share: limits and descriptions, said once.

Each method's `Config` names the fields it has, in its own order, with its own defaults.
"""

from typing import Annotated

from pydantic import ConfigDict, Field

from hsi_uq_app.posterior.activation import Activation
from hsi_uq_app.posterior.loss_names import LossName

FROZEN = ConfigDict(frozen=True, extra="forbid")

Draws = Annotated[int, Field(ge=1, le=5000)]
Hidden = Annotated[int, Field(ge=1, le=200, description="units in each of the two hidden layers")]
Unit = Annotated[Activation, Field(description="unit of the hidden layers")]
Epochs = Annotated[int, Field(ge=1, description="passes over the training sample")]
Batch = Annotated[int, Field(ge=1, description="pixels a step")]
LearningRate = Annotated[float, Field(gt=0, description="peak of the one-cycle learning rate")]
Loss = Annotated[
    LossName, Field(description="what is minimised; all but log and brier belong on a random sample")
]
Seed = Annotated[int, Field(ge=0)]
