"""What is compared: methods, modes, and one method's figures on one suburb."""

from dataclasses import dataclass

from hsi_uq_app.experiments.suburb_trial import SuburbFit
from hsi_uq_app.workflow.discs_found import DiscGroup
from hsi_uq_app.workflow.evaluate import Evaluation

FITS: dict[str, SuburbFit] = {
    "HMC": SuburbFit("hmc"),
    "variational": SuburbFit("vi"),
    "bootstrap": SuburbFit("bootstrap"),
    "deep ensemble, no weight decay": SuburbFit("deep-ensemble"),
    "deep ensemble, weight decay": SuburbFit("deep-ensemble", options={"weight_decay": True}),
    "MC dropout": SuburbFit("mc-dropout"),
}
MODES = {
    "stratified": "Default mode (stratified sample with offset)",
    "paper": "Paper mode (1:1 sample, no correction)",
}


@dataclass(frozen=True)
class SceneComparisonRow:
    """One method on one suburb in one mode."""

    mode: str
    name: str
    seed: int
    seconds: float
    evaluation: Evaluation
    discs: list[DiscGroup]
