"""Parts of the model panel: the light, curves, traces, and what is said about a model."""
