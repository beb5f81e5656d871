"""The calibrators that can be chosen. Imported when the dialog opens: they bring half of scipy along."""

from inspect import signature

from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.table import CALIBRATORS
from hsi_uq_app.gui.calibration.form import Offer

HINTS = {
    "temperature": "One number divides all logits. Cannot mend a base rate.",
    "platt": "A line through the logits: mends slope and base rate.",
    "isotonic": "The best map that never falls; gives probabilities of exactly 0 and 1.",
    "prior-shift": "One constant on every logit: mends a base rate alone.",
    "ets": "Temperature scaling mixed with the logits as they are and with knowing nothing.",
    "pts": "A temperature that depends on the logit's size.",
    "cts": "A temperature for each class; with two classes the same as one.",
    "gc": "Groups of pixels by the last hidden layer, each with its temperature.",
    "cc": "How often noise on the logits leaves the class as it is, exactly. Cannot mend a base rate.",
    "cc-monte-carlo": "The same by counting draws, as in the paper's code.",
    "cc-features": "Noise on the last hidden layer.",
    "cc-inputs": "The network runs again on perturbed spectra: minutes.",
    "cc-label-free": "The same at the strength of training-time noise; no label is used.",
}


def offers_of(has_network: bool) -> list[Offer]:
    """All calibrators; those that look inside the network wait for its model."""
    return [_offer(kind, has_network) for kind in CALIBRATORS.values()]


def _offer(kind: type[Calibrator], has_network: bool) -> Offer:
    available = has_network or not kind.needs
    hint = HINTS.get(kind.name, kind.label)
    return Offer(
        kind.name,
        f"{kind.label[:1].upper()}{kind.label[1:]}",
        hint if available else f"{hint} Load the result's model to use it.",
        available,
        "criterion" in signature(kind.fit).parameters,
        "noise" in signature(kind.fit).parameters,
        "perturbed" in kind.needs,
    )
