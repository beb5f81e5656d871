"""What a training costs, in words."""

from typing import Final

from hsi_uq_app.gui.numbers import count_text
from hsi_uq_app.session.training_cost import TrainingCost

SAMPLES: Final = {
    "stratified": (
        "Stratified (recommended)",
        "All targets, background that resembles them, a little of the rest",
    ),
    "random": ("Random", "All targets and 10,000 background pixels, corrected for their share"),
    "paper": ("Paper mode, 1 : 1", "As in paper 1, nothing corrected: most of its target part will be false"),
    "all": ("All pixels", "Everything in the region: slow on a processor"),
}
"""Name of a sample -> label, what it is."""


def seconds_text(seconds: float | None) -> str:
    """A rough time; it is an estimate, so two figures are plenty."""
    if seconds is None:
        return "time unknown"
    if seconds < 90:
        return f"about {_round(seconds)} s"
    minutes = seconds / 60
    return f"about {_round(minutes)} min" if minutes < 90 else f"about {_round(minutes / 60)} h"


def pixels_text(cost: TrainingCost, implanted: bool) -> str:
    """How many pixels are learnt from, and of how many."""
    targets = f"{count_text(cost.targets)} " + (
        "implanted targets" if implanted else f"of {count_text(cost.region_targets)} targets"
    )
    background = f"{count_text(cost.background)} of {count_text(cost.region_background)} background"
    return f"{count_text(cost.pixels)} training pixels: {targets}, {background}"


def total_text(cost: TrainingCost) -> str:
    """The time of all methods together, labelled as the estimate it is."""
    known = [seconds for seconds in cost.seconds.values() if seconds is not None]
    if not known:
        return "No estimate of the time"
    together = " together" if len(cost.seconds) > 1 else ""
    return f"Estimate: {seconds_text(sum(known))}{together}, from times measured on another machine"


def _round(value: float) -> str:
    """Whole numbers below ten, steps of five above: no figure that pretends to be exact."""
    return str(max(1, round(value)) if value < 10 else 5 * round(value / 5))
