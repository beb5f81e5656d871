"""The calibrators that can be chosen. Imported when the dialog opens: they bring half of scipy along."""

from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.table import CALIBRATORS
from hsi_uq_app.gui.calibration.form import Offer


def offers_of(has_network: bool) -> list[Offer]:
    """All calibrators; those that look inside the network wait for its model."""
    return [_offer(kind, has_network) for kind in CALIBRATORS.values()]


def _offer(kind: type[Calibrator], has_network: bool) -> Offer:
    available = has_network or not kind.needs
    return Offer(
        kind.name,
        f"{kind.label[:1].upper()}{kind.label[1:]}",
        kind.hint if available else f"{kind.hint} Load the result's model to use it.",
        available,
        "criterion" in kind.options(),
        "noise" in kind.options(),
        "perturbed" in kind.needs,
    )
