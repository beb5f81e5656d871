"""The parts of the reliability panel."""
