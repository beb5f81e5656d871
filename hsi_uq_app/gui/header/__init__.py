"""The parts of the form that corrects a header."""
