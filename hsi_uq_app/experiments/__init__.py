"""Experiments of two papers and of our own, run by `hsi-uq reproduce`."""
