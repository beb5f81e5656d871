"""Calibrators and training losses compared on simulated suburbs."""
