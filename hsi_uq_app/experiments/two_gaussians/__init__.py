"""Views of calibration compared in the plane, where the truth is known."""
