"""What a method is: everything that anybody asks about it, in one row, without torch."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from pydantic import BaseModel

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.checks import Check, Figures
from hsi_uq_app.progress import Progress, silent

if TYPE_CHECKING:
    from hsi_uq_app.posterior.posterior import Posterior
    from hsi_uq_app.posterior.training_sample import TrainingSample

Options = Mapping[str, bool | int | float | str]
"""Fields of a method's Config by name, as a person gives them; `Method.configured` checks them."""

Settings = TypeVar("Settings", bound=BaseModel)
Settings_contra = TypeVar("Settings_contra", bound=BaseModel, contravariant=True)


class Fit(Protocol[Settings_contra]):
    """Draw networks given a sample; raise Cancelled within a second of the user's giving up.

    Whoever writes one imports torch inside it: the window opens, and lists the methods, without torch.
    """

    def __call__(
        self, sample: "TrainingSample", config: Settings_contra, progress: Progress = silent
    ) -> "Posterior": ...


@dataclass(frozen=True)
class Cost:
    """Seconds on one core of 2026: a start, and so many for each 1,000 training pixels (at 100 draws).

    Measured on 2,600 to 5,600 pixels of simulated suburbs; HMC takes longer where classes are hard to part.
    """

    start: float
    a_thousand_pixels: float
    grows_with_draws: bool = False

    def seconds(self, pixels: int, draws: int) -> float:
        times = draws / 100 if self.grows_with_draws else 1.0
        return self.start + self.a_thousand_pixels * pixels / 1000 * times


@dataclass(frozen=True)
class Method(Generic[Settings]):
    """One method of drawing networks.

    Args:
        name: in model files and on the command line.
        label: for people.
        hint: what it does, in one sentence.
        config: the class of its settings, with a description for each.
        fit: draws the networks.
        cost: how long that takes.
        diagnostics: the figures it leaves in the passport, by name; a loss may add `loss_constants`, and
            every model has `mean_probability_over_base_rate`.
        checks: how those figures are judged.
        praise: what they say of a model that passed all checks.
        most_pixels: a larger sample is refused by default; None = no limit.
        on_gpu: whether a GPU can train it: where it learns from batches of pixels, not from few very often.
        one_network: whether all draws are one network, whose hidden units correspond from draw to draw.
    """

    name: str
    label: str
    hint: str
    config: type[Settings]
    fit: Fit[Settings]
    cost: Cost
    diagnostics: tuple[str, ...]
    praise: Callable[[Figures], str]
    checks: tuple[Check, ...] = ()
    most_pixels: int | None = None
    on_gpu: bool = False
    one_network: bool = False

    def configured(self, options: Options) -> Settings:
        """Its settings with these fields given.

        Raises:
            UserError: a field it does not have, or a value out of range.
        """
        try:
            return self.config(**options)
        except ValueError as error:
            raise UserError(f"an option does not fit: {error}", "see `hsi-uq train --help`") from error
