"""The losses a network can be trained with, by name, and the samples each belongs on.

Neither torch nor pydantic is needed to know them.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from hsi_uq_app.errors import UserError

LossName = Literal["log", "brier", "label-smoothing", "focal", "focal-sample-dependent", "mmce"]
PROPER: tuple[LossName, ...] = ("log", "brier")

LABEL_SMOOTHING = 0.05
FOCAL, FOCAL_BELOW_A_FIFTH = 3.0, 5.0
MMCE_WIDTH = 0.4
MMCE_WEIGHT = 2.0

_CONSTANTS: dict[LossName, dict[str, float]] = {
    "label-smoothing": {"smoothing": LABEL_SMOOTHING},
    "focal": {"gamma": FOCAL},
    "focal-sample-dependent": {"gamma": FOCAL, "gamma_below_a_fifth": FOCAL_BELOW_A_FIFTH},
    "mmce": {"weight": MMCE_WEIGHT, "width": MMCE_WIDTH},
}


def loss_record(loss: LossName) -> Mapping[str, dict[str, float]]:
    """The constants of a loss for a model's diagnostics; the log loss and Brier have none."""
    return {"loss_constants": _CONSTANTS[loss]} if loss in _CONSTANTS else {}


def check_loss(loss: object, sample: str) -> None:
    """Refuse a loss that is not proper on the stratified sample.

    Raises:
        UserError: no such loss, or one whose offsets would be wrong.
    """
    known = get_args(LossName)
    if loss not in known:
        raise UserError(f"there is no loss {loss}", f"use one of {', '.join(known)}")
    if sample == "stratified" and loss not in PROPER:
        raise UserError(
            f"the loss {loss} is no proper score: the offsets of a stratified sample put right the odds of a "
            "likelihood, and would put its odds wrong",
            "train it on a random sample (--sample random)",
        )
