"""The traffic light of a model: may its intervals be believed, if not why, and what to do about it.

It reads the figures in the passport, so it needs neither torch nor the training data. Each check compares one
figure with two limits; the worst check speaks.
"""

from hsi_uq_app.posterior.checks import ORDER, Check, Level, Verdict
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.passport import Passport

__all__ = ["Level", "Verdict", "judge"]


def judge(passport: Passport) -> Verdict:
    """The worst verdict of the checks that apply to the passport's method."""
    method = METHODS.get(passport.method)
    if method is None:
        return Verdict("doubtful", f"this version does not know the method {passport.method}")
    verdicts = [check.verdict(passport) for check in (*method.checks, *_ALL_METHODS)]
    worst = max(verdicts, key=lambda verdict: ORDER.index(verdict.level))
    return worst if worst.level != "good" else Verdict("good", method.praise(passport.diagnostics))


def _excess_over_base_rate(passport: Passport) -> float | None:
    """How many times the mean probability lies above or below the base rate, at least 1."""
    ratio = passport.diagnostics.get("mean_probability_over_base_rate")
    return None if not ratio else max(ratio, 1 / ratio)


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
