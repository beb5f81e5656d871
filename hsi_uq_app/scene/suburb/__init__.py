"""The simulated suburb: a scene with hidden sub-pixel targets and exact truth."""

from hsi_uq_app.scene.suburb.config import PRESETS, SuburbConfig
from hsi_uq_app.scene.suburb.simulate import simulate

__all__ = ["PRESETS", "SuburbConfig", "simulate"]
