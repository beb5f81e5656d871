"""Formats whose only parsers are large foreign libraries: read by a process of its own, within limits."""
