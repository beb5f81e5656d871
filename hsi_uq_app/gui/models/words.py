"""A model's passport in words: what it was trained on, and how the training went."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from hsi_uq_app.gui.models.curves import Curve, curve_from
from hsi_uq_app.gui.numbers import count_text, score_text
from hsi_uq_app.gui.reliability.words import Row
from hsi_uq_app.posterior.passport import Passport

Figures = Mapping[str, Any]
Format = Callable[[float], str]

_SAMPLES: Final = {
    "stratified": "stratified, with offsets",
    "random": "random, corrected",
    "paper": "1 : 1, not corrected (paper mode)",
    "all": "all pixels",
}
_CURVES: Final = (
    ("loss", "loss", "epoch"),
    ("elbo", "ELBO (nats)", "epoch"),
    ("acceptance_by_iteration", "acceptance", "iteration, the warm-up first"),
)


def _share(value: float) -> str:
    return f"{100 * value:.1f} %"


def _whole(value: float) -> str:
    return count_text(round(value))


_FIGURES: Final[tuple[tuple[str, str, Format, str], ...]] = (
    ("r_hat_max", "R-hat, largest", score_text,
     "How far the chains disagree about a probe pixel; doubtful from 1.1 on"),
    ("r_hat_median", "R-hat, median", score_text, "The same at a typical probe pixel"),
    ("ess_bulk_min", "ESS (bulk), least", _whole,
     "Independent draws that those of the worst pixel are worth"),
    ("ess_tail_min", "ESS (tails), least", _whole,
     "The same for the outer quantiles, where the interval ends"),
    ("undecided_probes", "Undecided probes", _whole,
     "Probe pixels that the set leaves out: easy ones tell nothing"),
    ("acceptance", "Acceptance", _share, "Trajectories taken after the warm-up; 80 to 95 % is good"),
    ("step", "Step", score_text, "Leapfrog step in standard deviations of the prior"),
    ("gradients", "Leapfrogs", _whole, "Leapfrog steps in a trajectory, on average"),
    ("divergences", "Divergences", _whole, "Trajectories lost to a wrong energy; there should be none"),
    ("capped", "Cut short", _whole, "Trajectories that reached the leapfrog cap"),
    ("kl", "KL", _whole, "Nats by which the fitted Gaussian left its prior"),
    ("share_at_prior", "Weights at prior", _share,
     "Weights that went back to their prior: no data reach them"),
    ("share_of_first_layer_at_prior", "… in layer 1", _share,
     "The same in the first layer: faint targets are lost"),
    ("elbo_rise_at_end", "ELBO still rose", score_text,
     "Nats gained in the last tenth; much: too few epochs"),
    ("spread.targets", "Spread, targets", score_text,
     "Standard deviation of π over draws, on training targets"),
    ("spread.background", "Spread, background", score_text, "The same on background"),
    ("mean_probability_over_base_rate", "π / base rate", score_text, "1 is right, a half to two will do"),
)  # fmt: skip
"""Key in the diagnostics, its name, how it is written, what it means; in the order of their weight."""


def passport_rows(passport: Passport) -> list[Row]:
    """What the model was trained on, in rows of name, value and more about it."""
    sample = passport.sample
    network = f"{len(passport.good_bands)}–{passport.hidden}–{passport.hidden}–1 {passport.activation}"
    settings = "\n".join(f"{name}: {value}" for name, value in passport.configuration.items())
    return [
        ("Method", passport.method, settings or "No settings recorded"),
        ("Draws", count_text(passport.draws), "Networks in the model"),
        ("Region", passport.region.replace(",", "\n"), "The training region; nothing outside it was read"),
        ("Truth", passport.truth, "A mask marks the targets, or a spectrum was implanted"),
        ("Targets", _of(sample.targets, sample.targets_in_region), "Learnt from, of those in the region"),
        ("Background", _of(sample.background, sample.background_in_region), "Learnt from, of the region's"),
        ("Sample", _SAMPLES[sample.kind], "How the pixels were drawn"),
        ("Base rate", f"{passport.base_rate:.3g}", "Share of targets in the region, or as it was given"),
        ("A target is", f"abundance > {passport.label_threshold:g}", "The label's threshold"),
        ("Bands", f"{len(passport.good_bands)} of {passport.bands}", f"The scene was {passport.quantity}"),
        ("Network", network, f"The bands go through {passport.components} whitened components"),
        ("Seed", str(passport.seed), "The same seed gives the same model"),
        ("Version", passport.version, f"Training pixels: {passport.training_hash}"),
    ]


def figure_rows(diagnostics: Figures) -> list[Row]:
    """The figures of the training that are there, the weightiest first."""
    figures = [(_at(diagnostics, key), name, text, tip) for key, name, text, tip in _FIGURES]
    return [(name, _written(value, text), tip) for value, name, text, tip in figures if value is not _MISSING]


def curve_of(diagnostics: Figures) -> Curve | None:
    """The figure that was followed, where the passport holds one."""
    for key, name, along in _CURVES:
        values = diagnostics.get(key)
        if values:
            return curve_from(name, along, np.arange(1, len(values) + 1), values)
    return None


def traces_of(diagnostics: Figures) -> np.ndarray | None:
    """Logits (pixels, chains, iterations) of a few probe pixels, where chains were run."""
    traces = np.asarray(diagnostics.get("traces", ()), np.float64)
    return traces if traces.ndim == 3 else None


_MISSING: Final = object()


def _at(diagnostics: Figures, key: str) -> Any:
    value: Any = diagnostics
    for name in key.split("."):
        value = value.get(name, _MISSING) if isinstance(value, Mapping) else _MISSING
    return value


def _written(value: float | None, text: Format) -> str:
    return "undefined" if value is None else text(value)


def _of(kept: int, there: int | None) -> str:
    return count_text(kept) if there is None else f"{count_text(kept)} of {count_text(there)}"
