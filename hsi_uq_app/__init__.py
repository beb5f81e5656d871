"""HSI UQ: find small, rare targets in hyperspectral scenes, and know how far to trust each detection."""

__version__ = "0.1.0"
