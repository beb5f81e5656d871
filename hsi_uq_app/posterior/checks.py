"""One check of a model: a figure of its passport, two limits, and what to do where they are passed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from hsi_uq_app.posterior.passport import Passport

Level = Literal["good", "doubtful", "bad"]
Figures = dict[str, Any]
Figure = Callable[[Passport], float | None]

ORDER: tuple[Level, ...] = ("good", "doubtful", "bad")


@dataclass(frozen=True)
class Verdict:
    """A colour, why, and what to do; a good model has nothing to be done."""

    level: Level
    reason: str
    remedy: str = ""


@dataclass(frozen=True)
class Check:
    """A figure of the passport and the values from which on it is doubtful and bad.

    Where `bad` lies below `doubtful`, small figures are the bad ones. `reason` has a place for the figure.
    A figure that does not exist (chains that never moved, say) is bad.
    """

    figure: Figure
    doubtful: float
    bad: float
    reason: str
    remedy: str

    def verdict(self, passport: Passport) -> Verdict:
        value = self.figure(passport)
        if value is None:
            return Verdict("bad", "a diagnostic is undefined: the draws do not differ", self.remedy)
        return Verdict(self._level(value), self.reason.format(value), self.remedy)

    def _level(self, value: float) -> Level:
        sense = 1 if self.bad >= self.doubtful else -1
        beyond = [sense * value > sense * limit for limit in (self.doubtful, self.bad)]
        return ORDER[sum(beyond)]


def diagnostic(name: str) -> Figure:
    """The diagnostic of that name."""
    return lambda passport: passport.diagnostics.get(name)


def per_iteration(name: str) -> Figure:
    """A count of the passport over the number of iterations."""
    return lambda passport: passport.diagnostics[name] / passport.diagnostics["iterations"]
