"""The passport: what a model was trained on and is good for. It travels in the model file's metadata."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from hsi_uq_app.posterior.activation import Activation

SampleKind = Literal["stratified", "random", "paper", "all"]


LARGEST_LOGIT = 100.0
"""Of base odds: no float32 probability is nearer to 0 or 1."""


class SampleRecord(BaseModel):
    """How the training pixels were drawn.

    `strata` holds (share of the background, rate at which it was kept), from the highest ACE scores down.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: SampleKind
    targets: int
    background: int
    background_in_region: int
    high_score_share: float | None = None
    rest_rate: float | None = None
    targets_in_region: int | None = None
    strata: tuple[tuple[float, float], ...] = ()


class Passport(BaseModel):
    """Everything a result must be able to say about its model.

    It holds no clock times and no paths: the same training gives the same bytes, on any number of cores,
    where libraries and the processor's instructions are the same (`made_with` in the configuration).

    `wavelengths_nm` has one entry a band of the training cube, or is None; `good_bands` holds the indices of
    the bands the networks see. `log_base_odds` is already inside the last bias of every draw.
    `whitened_distance_999`: 99.9 % of the training region's pixels have whitened components no longer than
    this; None = an older model, which does not know.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    method: str
    draws: int
    seed: int
    activation: Activation
    hidden: int
    components: int
    bands: int
    wavelengths_nm: tuple[float, ...] | None
    good_bands: tuple[int, ...]
    quantity: Literal["reflectance", "radiance", "unknown"] = "unknown"
    region: str
    label_threshold: float = Field(ge=0, le=1, allow_inf_nan=False)
    truth: Literal["mask", "implanted"] = "mask"
    whitened_distance_999: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    base_rate: float = Field(gt=0, lt=1, allow_inf_nan=False)
    log_base_odds: float = Field(ge=-LARGEST_LOGIT, le=LARGEST_LOGIT, allow_inf_nan=False)
    sample: SampleRecord
    training_hash: str
    configuration: dict[str, Any] = Field(default_factory=dict)
    diagnostics: dict[str, Any] = Field(default_factory=dict)
    calibrator: dict[str, Any] | None = None
    version: str
