"""The table of methods: a sixth one is one file and one line here."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from pydantic import BaseModel

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.posterior.training_sample import TrainingSample
from hsi_uq_app.progress import Progress, silent


@dataclass(frozen=True)
class Method:
    """A method's name for people, and the module that holds its `Config` and `fit`.

    The module is imported at its first use, because it brings torch along and the window opens without. A
    method trains on a GPU where it learns from batches of pixels; HMC and VI read few pixels very often.
    """

    label: str
    module: str
    on_gpu: bool = False

    @property
    def config(self) -> type[BaseModel]:
        """The class of its settings, with a description for each."""
        return self._module.Config

    def fit(self, sample: TrainingSample, config: BaseModel, progress: Progress = silent) -> Posterior:
        """Draw networks given the sample; raises Cancelled within a second of the user's giving up."""
        return self._module.fit(sample, config, progress)

    @property
    def _module(self) -> Any:
        return import_module(f"hsi_uq_app.posterior.{self.module}")


METHODS: dict[str, Method] = {
    "hmc": Method("Hamiltonian Monte Carlo", "hmc"),
    "vi": Method("Variational inference", "variational"),
    "bootstrap": Method("Bootstrap", "bootstrap", on_gpu=True),
    "deep-ensemble": Method("Deep ensemble", "deep_ensemble", on_gpu=True),
    "mc-dropout": Method("MC dropout", "mc_dropout", on_gpu=True),
}


def method_named(name: str) -> Method:
    """The method of that name.

    Raises:
        UserError: no such method.
    """
    if name not in METHODS:
        raise UserError(f"there is no method {name!r}", f"choose one of {', '.join(METHODS)}")
    return METHODS[name]
