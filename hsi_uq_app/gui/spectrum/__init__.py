"""The parts of the spectrum panel."""
