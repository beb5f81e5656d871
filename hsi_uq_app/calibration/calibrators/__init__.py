"""How probabilities are mended after training: one calibrator a file, all of one shape."""
