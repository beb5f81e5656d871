"""What methods that train networks side by side leave in the passport, and what it says."""

from hsi_uq_app.posterior.checks import Figures

DIAGNOSTICS = ("loss", "spread")


def praise(figures: Figures) -> str:
    """What a model says that passed all checks."""
    return f"the members differ by {figures['spread']['targets']:.3f} on targets (standard deviation)"
