"""Calibrators on published logits of ten classes."""
