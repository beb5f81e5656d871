"""The simulated suburb: a scene with hidden sub-pixel targets and exact truth."""
