"""Coverage and width of the methods, where the true probability is known."""
