"""Slow work as frozen values: each captures its inputs, is called on another thread, and returns a value."""
