"""Parts of the training dialog."""
