"""The papers' experiments, run by `hsi-uq reproduce`."""
