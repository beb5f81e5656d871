"""The traffic light of a model: may its intervals be believed, if not why, and what to do about it.

It reads the figures in the passport, so it needs neither torch nor the training data. Each check compares one
figure with two limits; the worst check speaks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from hsi_uq_app.posterior.passport import Passport

Level = Literal["good", "doubtful", "bad"]
Figures = dict[str, Any]

_ORDER: tuple[Level, ...] = ("good", "doubtful", "bad")
_LONGER = "run longer: raise warmup and kept"


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

    figure: Callable[[Passport], float | None]
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
        return _ORDER[sum(beyond)]


def judge(passport: Passport) -> Verdict:
    """The worst verdict of the checks that apply to the passport's method."""
    checks = (*CHECKS.get(passport.method, ()), *_ALL_METHODS)
    verdicts = [check.verdict(passport) for check in checks]
    worst = max(verdicts, key=lambda verdict: _ORDER.index(verdict.level))
    return worst if worst.level != "good" else Verdict("good", _PRAISE[passport.method](passport.diagnostics))


def _named(name: str) -> Callable[[Passport], float | None]:
    return lambda passport: passport.diagnostics.get(name)


def _per_iteration(name: str) -> Callable[[Passport], float | None]:
    return lambda passport: passport.diagnostics[name] / passport.diagnostics["iterations"]


def _excess_over_base_rate(passport: Passport) -> float | None:
    """How many times the mean probability lies above or below the base rate, at least 1."""
    ratio = passport.diagnostics.get("mean_probability_over_base_rate")
    return None if not ratio else max(ratio, 1 / ratio)


CHECKS: dict[str, tuple[Check, ...]] = {
    "hmc": (
        Check(
            # The largest of up to 200 hard pixels: chains that agree give 1.03 to 1.06 in 100 iterations.
            _named("r_hat_max"), 1.1, 1.3,
            "the chains disagree about some pixels: largest R-hat {:.2f}, and 1.1 is the most to accept",
            _LONGER,
        ),
        Check(
            _named("ess_bulk_min"), 50, 15,
            "at some pixels the draws are worth only {:.0f} independent ones", _LONGER,
        ),
        Check(
            _per_iteration("divergences"), 0, 0.01,
            "{:.1%} of the trajectories diverged, so parts of the posterior were never seen",
            "raise acceptance to .95",
        ),
        Check(
            _per_iteration("capped"), 0.05, 0.5,
            "{:.0%} of the trajectories were cut short by the leapfrog cap", "raise leapfrog_cap",
        ),
        Check(
            _named("acceptance"), 0.6, 0.3,
            "only {:.0%} of the trajectories were accepted", "raise warmup, or acceptance",
        ),
    ),
    "vi": (
        Check(
            _named("share_of_first_layer_at_prior"), 0.5, 0.8,
            "{:.0%} of the first layer went back to its prior, so faint targets may be lost",
            "train on more target pixels, or take another method",
        ),
        Check(
            _named("first_layer_sd_over_prior"), 0.3, 0.15,
            "the weights' spread never left its start: {:.2f} of the prior's in the first layer",
            "raise epochs",
        ),
    ),
    "deep-ensemble": (),
    "bootstrap": (),
    "mc-dropout": (),
}  # fmt: skip

_ALL_METHODS = (
    Check(
        lambda passport: passport.draws, 50, 20,
        "{:.0f} draws are few: the outer quantiles are single draws", "train with 100 draws",
    ),
    Check(
        _excess_over_base_rate, 2, 4,
        "the mean probability and the base rate differ by a factor of {:.1f}",
        "train on a stratified or random sample, or calibrate by Platt scaling",
    ),
)  # fmt: skip


def _ensemble_praise(figures: Figures) -> str:
    return f"the members differ by {figures['spread']['targets']:.3f} on targets (standard deviation)"


_PRAISE: dict[str, Callable[[Figures], str]] = {
    "hmc": lambda f: (
        f"the chains agree: largest R-hat {f['r_hat_max']:.3f} on {f['undecided_probes']} undecided pixels"
    ),
    "vi": lambda f: f"the Gaussian holds {f['kl']:.0f} nats more than its prior",
    "deep-ensemble": _ensemble_praise,
    "bootstrap": _ensemble_praise,
    "mc-dropout": _ensemble_praise,
}
